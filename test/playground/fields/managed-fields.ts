import type { ManagedFields } from '../../../lib/kube/api/types.ts';
import { at, type Fields, now, type Obj } from '../objects/model.ts';
import { withMetadata } from '../schema/metadata.ts';
import type { Schema } from '../schema/types.ts';
import { type Comparison, compare } from './compare.ts';
import { difference, fromFieldsV1, outside, type PathSet, path, toFieldsV1, union } from './path-set.ts';

/** One entry of `managedFields`, its fields as a set. */
export interface Owner {
  entry: Entry;
  fields: PathSet;
}

type Entry = ManagedFields & { apiVersion?: string; fieldsType?: string };

/** Who writes: the entry of the write's owner says all but time and fields. */
export interface Writer {
  manager: string;
  apiVersion: string;
  subresource: string;
}

/** Entries of updates beyond this many are merged into one of `ancient-changes`, the oldest first. */
const MAX_UPDATERS = 10;

/**
 * `managedFields` after an update: the writer owns what it added or changed, removed fields have no owner, all else
 * stays with its owners. `old` is what the object was, or what one is before it is made.
 */
export function managedAfterUpdate(
  { old, object }: { old: Fields; object: Obj },
  { schema, writer }: { schema: Schema; writer: Writer },
): ManagedFields[] {
  const entries = startingPoint(old, object, writer);
  // What is stored without owners stays so until it is applied to.
  if (entries.length === 0 && at(old, 'metadata', 'uid') !== undefined) return [];
  const comparison = compare(old, object, withMetadata(schema));
  const ignored = ignoredRoots(writer.subresource);
  const kept: Comparison = {
    added: outside(comparison.added, ignored),
    modified: outside(comparison.modified, ignored),
    removed: outside(comparison.removed, ignored),
  };
  const changed = union(kept.added, kept.modified);
  const owners = readOwners(entries).map(({ entry, fields }) => ({
    entry,
    fields: difference(difference(fields, changed), kept.removed),
  }));
  return writeOwners(claimed(owners, difference(changed, unowned), writer));
}

/** Entries with their fields as sets. */
export const readOwners = (entries: ManagedFields[]): Owner[] =>
  entries.map(({ fieldsV1, ...entry }) => ({ entry, fields: fromFieldsV1(fieldsV1) }));

/** Owners as entries: those of nothing are left out; applies first, then by time and name. */
export function writeOwners(owners: Owner[]): ManagedFields[] {
  const order = ({ operation, time, manager }: ManagedFields) => `${operation} ${time ?? ''} ${manager}`;
  return capped(owners.filter(({ fields }) => fields.size > 0))
    .map(({ entry, fields }) => ({ ...entry, fieldsType: 'FieldsV1', fieldsV1: toFieldsV1(fields) }))
    .sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

/** What writing through a subresource, or past it, can't change and so doesn't own. */
export const ignoredRoots = (subresource: string): string[] =>
  subresource === 'status' ? [path('f:metadata'), path('f:spec')] : [path('f:status')];

/** Fields that have no owner, since they say which object it is or are the server's own. */
export const unowned: PathSet = new Set([
  path('f:apiVersion'),
  path('f:kind'),
  path('f:metadata'),
  ...[
    'name',
    'namespace',
    'creationTimestamp',
    'selfLink',
    'uid',
    'generation',
    'managedFields',
    'resourceVersion',
  ].map((field) => path('f:metadata', `f:${field}`)),
]);

/** The entries that a write starts from: its own where it brings any, none where it resets them, else the object's. */
function startingPoint(old: Fields, object: Obj, { subresource }: Writer): ManagedFields[] {
  const stored = (old as Partial<Obj>).metadata?.managedFields ?? [];
  const sent = object.metadata.managedFields;
  if (sent === undefined || subresource !== '') return stored;
  if (sent.length === 0) return stored;
  const reset = sent.every((entry) => Object.keys(entry).length === 0);
  return reset ? [] : sent;
}

function claimed(owners: Owner[], fields: PathSet, writer: Writer): Owner[] {
  if (fields.size === 0) return owners;
  const { manager, apiVersion, subresource } = writer;
  const isWriter = ({ entry }: Owner) =>
    entry.operation === 'Update' &&
    entry.manager === manager &&
    entry.apiVersion === apiVersion &&
    (entry.subresource ?? '') === subresource;
  const before = owners.filter(isWriter).map((owner) => owner.fields);
  const entry: Entry = {
    manager,
    operation: 'Update',
    apiVersion,
    time: now(),
    ...(subresource && { subresource }),
  };
  return [...owners.filter((owner) => !isWriter(owner)), { entry, fields: union(fields, ...before) }];
}

function capped(owners: Owner[]): Owner[] {
  const updaters = owners.filter(({ entry }) => entry.operation === 'Update');
  if (updaters.length <= MAX_UPDATERS) return owners;
  const byAge = updaters.toSorted((a, b) => ((a.entry.time ?? '') < (b.entry.time ?? '') ? -1 : 1));
  const oldest = byAge.slice(0, updaters.length - MAX_UPDATERS + 1);
  const { apiVersion, time } = oldest.at(-1)?.entry ?? {};
  const merged: Owner = {
    entry: { manager: 'ancient-changes', operation: 'Update', ...{ apiVersion, time } },
    fields: union(...oldest.map(({ fields }) => fields)),
  };
  return [...owners.filter((owner) => !oldest.includes(owner)), merged];
}
