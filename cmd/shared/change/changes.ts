import { isDeepStrictEqual } from 'node:util';
import type { KubeObject } from '../../../lib/kube/api/types.ts';
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

/** A write, and the object that it writes as it was before and after the run. */
export interface Spanned extends Written {
  start: KubeObject | undefined;
  last: KubeObject | undefined;
}

/** What the writes of a run were to change, and did. Other clients' changes, refused writes and records are left out. */
export function changesOf(writes: readonly Spanned[]): FieldChange[] {
  const objects = Map.groupBy(writes, ({ request }) => objectPath(request));
  return [...objects].flatMap(([path, own]) => {
    const [start, last] = [own[0]?.start, own.at(-1)?.last];
    // A deleted object has no fields, or its controller has created it again.
    if (own.some(({ request }) => request.method === 'DELETE') || !last) return [];
    const resource = nameOf(path);
    if (!start) return [{ resource, field: 'metadata.name', to: last.metadata.name }];
    const asked = new Set(fieldsIn(own).flatMap((field) => (field.isRecord ? [] : field.path)));
    return [...changedFields(start, last)]
      .filter((field) => asked.has(field.path))
      .toSorted(byPlace)
      .map(({ path: field, from, to }) => ({
        resource,
        field,
        ...(from !== undefined && { from }),
        ...(to !== undefined && { to }),
      }));
  });
}

/** The same of writes that were only tried: an object ends as its last write leaves it. */
export const plannedChanges = (writes: readonly Written[]): FieldChange[] =>
  [...Map.groupBy(writes, ({ request }) => objectPath(request)).values()].flatMap((own) =>
    changesOf(own.map((write) => ({ ...write, start: own[0]?.before, last: own.at(-1)?.after }))),
  );

/** Orders fields: the spec first, then the status; annotations last. */
export const byPlace = (one: { path: string }, other: { path: string }): number =>
  rankOf(one) - rankOf(other) || (one.path < other.path ? -1 : 1);

const rankOf = ({ path }: { path: string }): number =>
  ['spec', 'status'].indexOf(path.split('.')[0] ?? '') >>> 0;

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
