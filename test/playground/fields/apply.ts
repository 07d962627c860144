import { isDeepStrictEqual } from 'node:util';
import type { ManagedFields } from '../../../lib/kube/api/types.ts';
import { Refusal } from '../http/status.ts';
import { type Fields, now, type Obj } from '../objects/model.ts';
import { withMetadata } from '../schema/metadata.ts';
import type { Schema } from '../schema/types.ts';
import { compare } from './compare.ts';
import { takenOver, withLastApplied } from './last-applied.ts';
import {
  ignoredRoots,
  managedAfterUpdate,
  type Owner,
  readOwners,
  unowned,
  type Writer,
  writeOwners,
} from './managed-fields.ts';
import { fieldSet, mergeApplied, withNamed, without } from './merge-applied.ts';
import { difference, outside, type PathSet, pathText, union } from './path-set.ts';

interface Applied {
  object: Fields;
  managedFields: ManagedFields[];
}

/**
 * What a server-side apply makes of a live object, undefined where it is to be made, and who manages it then. Throws a
 * 409 where another manager owns a field that changes, unless `force` takes it.
 */
export function applied(
  { live, sent }: { live: Obj | undefined; sent: Fields },
  { schema, blank, writer, force }: { schema: Schema; blank: Fields; writer: Writer; force: boolean },
): Applied {
  const known = withMetadata(schema);
  const ignored = ignoredRoots(writer.subresource);
  const before = live === undefined ? {} : unmanaged(live);
  const owners = readOwners(startingPoint(live, { schema, blank, writer }));
  const mine = owners.find((owner) => isApplier(owner, writer));
  const others = owners.filter((owner) => owner !== mine);
  const fields = outside(difference(fieldSet(sent, known), unowned), ignored);

  const wanted = withNamed(union(fields, ...others.map((owner) => owner.fields)), known);
  const dropped = difference(withNamed(mine?.fields ?? new Set(), known), wanted);
  const merged = mergeApplied(before, sent, known);
  const object = without(merged, difference(dropped, unowned), known) as Fields;

  const { added, modified, removed } = compare(before, object, known);
  const changed = outside(union(added, modified), ignored);
  if (!force) holdConflicts(others, difference(changed, takenOver(before, known, writer)));
  const lost = union(changed, outside(removed, ignored));
  const kept = others.map((owner) => ({ ...owner, fields: difference(owner.fields, lost) }));
  const { manager, apiVersion, subresource } = writer;
  // A manager that changes nothing has the time of its last change, which may be none.
  const time = isDeepStrictEqual(before, object) ? mine?.entry.time : now();
  const entry: Owner['entry'] = {
    ...{ manager, operation: 'Apply', apiVersion },
    ...(time && { time }),
    ...(subresource && { subresource }),
  };
  return {
    object: withLastApplied(object, sent, writer),
    managedFields: writeOwners([...kept, { entry, fields }]),
  };
}

const isApplier = ({ entry }: Owner, { manager, subresource }: Writer): boolean =>
  entry.operation === 'Apply' && entry.manager === manager && (entry.subresource ?? '') === subresource;

const unmanaged = ({ metadata: { managedFields: _, ...metadata }, ...rest }: Obj): Fields => ({
  ...rest,
  metadata,
});

/** The entries of a live object; where it has none, one for all that it had before its first apply. */
function startingPoint(
  live: Obj | undefined,
  { schema, blank, writer }: { schema: Schema; blank: Fields; writer: Writer },
): ManagedFields[] {
  const stored = live?.metadata.managedFields ?? [];
  if (live === undefined || stored.length > 0) return stored;
  const first = { ...writer, manager: 'before-first-apply' };
  return managedAfterUpdate({ old: blank, object: live }, { schema, writer: first });
}

function holdConflicts(others: Owner[], changed: PathSet): void {
  const conflicts = others
    .map(({ entry, fields }) => ({
      who: ownerText(entry),
      paths: [...fields]
        .filter((one) => changed.has(one))
        .map(pathText)
        .sort(),
    }))
    .filter(({ paths }) => paths.length > 0)
    .sort((a, b) => (a.who < b.who ? -1 : 1));
  const causes = conflicts.flatMap(({ who, paths }) =>
    paths.map((field) => ({ reason: 'FieldManagerConflict', message: `conflict with ${who}`, field })),
  );
  const [only] = causes;
  if (only === undefined) return;
  const told = conflicts.map(({ who, paths }) => [
    `conflicts with ${who}:`,
    ...paths.map((one) => `- ${one}`),
  ]);
  const message =
    causes.length === 1
      ? `1 conflict: ${only.message}: ${only.field}`
      : `${causes.length} conflicts: ${told.flat().join('\n')}`;
  throw new Refusal(409, 'Conflict', `Apply failed with ${message}`, { details: { causes } });
}

function ownerText({ manager, operation, apiVersion, subresource }: Owner['entry']): string {
  const part = subresource ? ` with subresource ${JSON.stringify(subresource)}` : '';
  return `${JSON.stringify(manager)}${part}${operation === 'Update' ? ` using ${apiVersion}` : ''}`;
}
