import { isDeepStrictEqual } from 'node:util';
import type { ManagedFields } from '../../../lib/kube/api/types.ts';
import { managedAfterUpdate } from '../fields/managed-fields.ts';
import { badRequest, conflict, type Finding, invalid } from '../http/status.ts';
import type { Obj } from '../objects/model.ts';
import { patched, patchType } from '../patch/patch.ts';
import { groupVersion, storageKey } from '../resources/types.ts';
import { twinFindings } from '../schema/twins.ts';
import { validate } from '../schema/validate.ts';
import { holdNamespace } from './create.ts';
import {
  type Body,
  coercePatched,
  decode,
  parseBody,
  reportUnknown,
  strictError,
  unknownField,
} from './decode.ts';
import { type Change, merge } from './merge.ts';
import { metadataChangeFindings, metadataFindings } from './metadata.ts';
import { current, finalizerWarnings, type Operation, save, typeFindings } from './operation.ts';

const STALE = 'the object has been modified; please apply your changes to the latest version and try again';

/** Replaces an object, or its status, by the one that a PUT brings. */
export async function replace(operation: Operation, body: Body): Promise<Obj> {
  const { resource, namespace, name, options, warn } = operation;
  const { object, unknown } = decode(await parseBody(body), resource);
  reportUnknown(unknown, { resource, validation: options.fieldValidation, warn });
  holdNamespace(object, namespace);
  holdName(object, name);
  const old = current(operation);
  const { uid } = object.metadata;
  if (uid !== undefined && uid !== old.metadata.uid) {
    throw conflict(
      resource,
      name,
      `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${old.metadata.uid}`,
    );
  }
  return update(operation, old, object);
}

/** Changes an object, or its status, by a JSON, merge or strategic merge patch. */
export function patch(operation: Operation, { bytes, contentType }: Body): Obj {
  const { resource, namespace, name, options, warn } = operation;
  const type = patchType(contentType, resource);
  const old = current(operation);
  const result = patched(old, bytes.toString('utf8'), { type, resource });
  const raw = JSON.stringify(result);
  const { object, unknown } = coercePatched(result, resource);
  if (options.fieldValidation === 'Warn') unknown.map(unknownField).forEach(warn);
  if (options.fieldValidation === 'Strict' && unknown.length > 0) {
    const finding: Finding = {
      reason: 'FieldValueInvalid',
      field: 'patch',
      value: raw,
      detail: strictError(unknown),
    };
    throw invalid('', '', '', [finding]);
  }
  holdNamespace(object, namespace);
  holdName(object, name);
  return update(operation, old, object);
}

/**
 * Brings an object from `old` to `object`, as far as the operation may, and gives what is stored then. Its fields are
 * managed as after an update unless `managedFields` says otherwise.
 */
export function update(
  operation: Operation,
  old: Obj,
  object: Obj,
  managedFields = managedByWriter(operation, old, object),
): Obj {
  const { store, resource, namespace, name, subresource, options, warn } = operation;
  holdVersion(operation, old, object);
  const merged = merge({ old, object, resource, subresource });
  const { managedFields: _, ...metadata } = merged.metadata;
  const next: Obj = {
    ...merged,
    metadata: { ...metadata, ...(managedFields.length > 0 && { managedFields }) },
  };
  resource.prepare?.(next, old);
  const findings = changeFindings(operation, old, next);
  if (findings.length > 0) throw invalid(resource.group, object.kind, name, findings);
  if (subresource === '') resource.admit?.(next, { old, store, dryRun: options.dryRun });
  if (resource.custom && subresource === '') finalizerWarnings(next, old).forEach(warn);
  if (isDeepStrictEqual(timeless(next), timeless(old))) return old;
  const finalized = old.metadata.deletionTimestamp !== undefined && !next.metadata.finalizers?.length;
  if (!finalized || (old.metadata.deletionGracePeriodSeconds ?? 0) > 0) return save(operation, next);
  if (!options.dryRun) store.remove(storageKey(resource), namespace, name);
  return next;
}

function managedByWriter(
  { resource, subresource, options: { manager } }: Operation,
  old: Obj,
  object: Obj,
): ManagedFields[] {
  const writer = { manager, apiVersion: groupVersion(resource), subresource };
  return managedAfterUpdate({ old, object }, { schema: resource.schema, writer });
}

/** Refuses an object of another name than its path's: 400. */
export function holdName({ metadata }: Obj, name: string): void {
  if (metadata.name === name) return;
  throw badRequest(
    `the name of the object (${metadata.name ?? ''}) does not match the name on the URL (${name})`,
  );
}

/** Refuses a write that was decided on another version of the object: 409; a custom resource must say one: 422. */
function holdVersion({ resource, name }: Operation, old: Obj, { metadata }: Obj): void {
  const { resourceVersion = '0' } = metadata;
  if (resourceVersion === '0' && resource.custom) {
    const field = 'metadata.resourceVersion';
    const detail = 'must be specified for an update';
    throw invalid(resource.group, resource.plural, name, [
      { reason: 'FieldValueInvalid', field, value: 0, detail },
    ]);
  }
  if (resourceVersion !== '0' && resourceVersion !== old.metadata.resourceVersion) {
    throw conflict(resource, name, STALE);
  }
}

function changeFindings({ resource, subresource }: Operation, old: Obj, next: Obj): Finding[] {
  const metadata = metadataChangeFindings(next, old);
  if (!resource.custom) {
    const own = metadataFindings(next, resource.nameRule);
    return [...metadata, ...own, ...(resource.validate?.(next, old) ?? [])];
  }
  // The real server looks at the metadata of custom resources twice, and names what it finds twice.
  const twice = [...metadata, ...typeFindings(next, resource), ...metadata];
  const had = twinFindings(old, resource.schema).length > 0;
  const twins = had ? [] : twinFindings(next, resource.schema);
  return [...twice, ...schemaFindings({ resource, subresource, old, next }), ...twins];
}

/** What the schema finds in the part of an object that a write changes. */
function schemaFindings({
  resource,
  subresource,
  old,
  next,
}: Omit<Change, 'object'> & { next: Obj }): Finding[] {
  if (subresource !== 'status') return validate(next, resource.schema, { old });
  const schema = resource.schema.properties?.status;
  if (schema === undefined || next.status === undefined) return [];
  const place = { field: 'status', text: '' };
  return validate(next.status, schema, { place, ...('status' in old && { old: old.status }) });
}

/** An object without the times of its managers: a write that changes nothing else changes nothing. */
const timeless = (object: Obj): Obj => ({
  ...object,
  metadata: {
    ...object.metadata,
    managedFields: (object.metadata.managedFields ?? []).map(({ time: _, ...entry }) => entry),
  },
});
