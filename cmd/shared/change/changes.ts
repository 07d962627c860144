import { isDeepStrictEqual } from 'node:util';
import { changedFields } from '../../../lib/objects/changed-fields.ts';
import { fieldPath } from '../../../lib/objects/merge-patch.ts';
import { objectPath, type Write } from './write.ts';

/** As much of a write as its changes need. */
export type Written = Pick<Write, 'request' | 'before' | 'after' | 'bookkeeping'>;

/** A field before and after a run, in a result. */
export interface FieldChange {
  /** The object as kubectl names it: `baremetalhost.metal3.io/worker-0 -n metal3`. */
  resource: string;
  /** `spec.image.url`. */
  field: string;
  /** Absent: the field was not there. */
  from?: unknown;
  /** Absent: the field is gone. */
  to?: unknown;
}

/** What the writes of a run changed for good. Records, and what was deleted, are left out. */
export function changesOf(writes: readonly Written[]): FieldChange[] {
  const objects = Map.groupBy(writes, ({ request }) => objectPath(request));
  return [...objects].flatMap(([path, own]) =>
    own.some(({ request }) => request.method === 'DELETE')
      ? []
      : fieldsIn(own)
          .filter((field) => isLasting(field) && !field.isRecord)
          .map(({ path: field, from, values }) => ({
            resource: nameOf(path),
            field,
            ...(from !== undefined && { from }),
            ...(values.at(-1) !== undefined && { to: values.at(-1) }),
          })),
  );
}

/** A field over the run: its value before, and after each write that changes it. */
export interface Field {
  path: string;
  from: unknown;
  values: unknown[];
  /** Whether it is an annotation that holds a record of the run. */
  isRecord: boolean;
}

/** The fields that the writes of one object change themselves, whatever else happens in between. */
export function fieldsIn(writes: readonly Written[]): Field[] {
  const records = new Set(writes.flatMap(({ bookkeeping = [] }) => bookkeeping.map(annotationPath)));
  const fields = new Map<string, Field>();
  for (const { before, after } of writes)
    for (const { path, from, to } of changedFields(before, after)) {
      const field = fields.get(path) ?? { path, from, values: [], isRecord: records.has(path) };
      field.values.push(to);
      fields.set(path, field);
    }
  return [...fields.values()];
}

/** Whether a field has another value after the run. */
export const isLasting = ({ from, values }: Field): boolean => !isDeepStrictEqual(from, values.at(-1));

const annotationPath = (name: string): string => fieldPath('metadata.annotations', name);

/** The object at a path, as kubectl names it: `baremetalhost.metal3.io/worker-0 -n metal3`. */
export function nameOf(path: string): string {
  const [, group, namespace, plural = '', name] =
    /^\/(?:api|apis\/([^/]+))\/[^/]+\/namespaces\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
  const kind = plural.replace(/(?<=s|x|ch)es$|s$/, '');
  return `${kind}${group ? `.${group}` : ''}/${name} -n ${namespace}`;
}
