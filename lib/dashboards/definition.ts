import { isText, type Placed, placed } from '../lint/placed.ts';
import { fieldsOf } from '../objects/fields.ts';

/**
 * How a JSON file has its dashboard: `classic` (§2.3), `v2` (`elements` and `layout`), `wrapped` in an answer of the UI's API
 * (`{"dashboard": …}`), or as a `resource` of the UI's newer API (`spec`, classic).
 */
export type Form = 'classic' | 'v2' | 'wrapped' | 'resource';

/** A dashboard definition (§2.3), and where it is in its file. */
export interface Definition extends Placed {
  form: Form;
}

/** A panel, and the row that it is in. */
export interface Panel extends Placed {
  row?: Placed;
}

/** The dashboard in the value of a JSON file; undefined without one. */
export function definitionOf(value: unknown): Definition | undefined {
  const fields = fieldsOf(value);
  if (!fields) return undefined;
  const wrapped = fieldsOf(fields.dashboard);
  if (wrapped && isDashboard(wrapped)) return { form: 'wrapped', fields: wrapped, path: ['dashboard'] };
  const spec = fieldsOf(fields.spec);
  if (spec && fields.kind === 'Dashboard' && isText(fields.apiVersion))
    return { form: isV2(spec) ? 'v2' : 'resource', fields: spec, path: ['spec'] };
  if (isV2(fields)) return { form: 'v2', fields, path: [] };
  return isDashboard(fields) ? { form: 'classic', fields, path: [] } : undefined;
}

const isV2 = ({ elements, layout }: Record<string, unknown>): boolean =>
  fieldsOf(elements) !== undefined && fieldsOf(layout) !== undefined;

const isDashboard = ({ panels, rows, schemaVersion, title, templating }: Record<string, unknown>): boolean =>
  Array.isArray(panels) ||
  Array.isArray(rows) ||
  typeof schemaVersion === 'number' ||
  (isText(title) && fieldsOf(templating) !== undefined);

/** Its panels in their order, those of collapsed rows as well, without the rows themselves. */
export function panelsOf({ fields, path }: Placed): Panel[] {
  let row: Placed | undefined;
  const panels = placed(fields.panels, [...path, 'panels']).flatMap((one): Panel[] => {
    if (one.fields.type !== 'row') return [{ ...one, ...(row && { row }) }];
    row = one;
    return placed(one.fields.panels, [...one.path, 'panels']).map((panel) => ({ ...panel, row: one }));
  });
  // Before schema version 16, panels were in rows.
  const rows = placed(fields.rows, [...path, 'rows']).flatMap((one) =>
    placed(one.fields.panels, [...one.path, 'panels']).map((panel) => ({ ...panel, row: one })),
  );
  return [...panels, ...rows];
}

/** The queries of a panel. */
export const targetsOf = ({ fields, path }: Placed): Placed[] => placed(fields.targets, [...path, 'targets']);

/** The variables of a dashboard. */
export const variablesOf = ({ fields, path }: Placed): Placed[] =>
  placed(fieldsOf(fields.templating)?.list, [...path, 'templating', 'list']);
