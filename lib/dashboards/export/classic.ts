import { isText } from '../../lint/placed.ts';
import { fieldsOf } from '../../objects/fields.ts';
import { definitionOf } from '../definition.ts';

/** How to get a dashboard in the classic schema from the UI: files of the v2 schema are not provisioned. */
export const CLASSIC_EXPORT = 'Export it again in the dashboard UI: Export, Export as code, model Classic.';

/** What is wrong with a dashboard of the v2 schema: a part of a sentence. */
export const NOT_LOADED = 'which many versions of the dashboard UI do not load from files';

/** The classic dashboard in the value of a JSON file, or what is wrong with the file: a part of a sentence. */
export function classicIn(
  value: unknown,
): { fields: Record<string, unknown> } | { fault: string; isV2: boolean } {
  const found = definitionOf(value);
  if (!found) return { fault: 'has no dashboard', isV2: false };
  const { form, fields } = found;
  if (form === 'v2') return { fault: `has a dashboard of the v2 schema, ${NOT_LOADED}`, isV2: true };
  if (form !== 'resource' || isText(fields.uid)) return { fields };
  // A resource has its uid as its name.
  const { name } = fieldsOf(fieldsOf(value)?.metadata) ?? {};
  return { fields: { ...fields, ...(isText(name) && { uid: name }) } };
}
