import { applied } from '../fields/apply.ts';
import { badRequest, conflict, notFound, Refusal } from '../http/status.ts';
import { type Fields, isFields, type Obj, text } from '../objects/model.ts';
import { groupVersion, type Resource, storageKey } from '../resources/types.ts';
import { withMetadata } from '../schema/metadata.ts';
import { misfits } from '../schema/misfits.ts';
import { holdNamespace, insert } from './create.ts';
import { type Body, coerceApplied } from './decode.ts';
import { asVersion, type Operation } from './operation.ts';
import { holdName, update } from './update.ts';

/**
 * Brings an object to what a server-side apply says of it, and makes it where it is not there: `holdCreation` throws
 * where the sender may not.
 */
export async function apply(
  operation: Operation,
  { bytes }: Body,
  holdCreation: () => void,
): Promise<{ object: Obj; isNew: boolean }> {
  const { store, resource, namespace, name, subresource, options } = operation;
  const sent = held(await parsed(bytes), resource);
  const found = store.get(storageKey(resource), namespace, name);
  if (found === undefined && subresource !== '') throw notFound(resource, name);
  const live = found && asVersion(found, resource);
  const { manager, force } = options;
  const writer = { manager, apiVersion: groupVersion(resource), subresource };
  const { schema, blank = {} } = resource;
  const result = applied({ live, sent }, { schema, blank, writer, force });
  const object = coerceApplied(result.object, resource);
  if (live !== undefined) {
    holdNamespace(object, namespace);
    holdName(object, name);
    return { object: update(operation, live, object, result.managedFields), isNew: false };
  }
  const { uid } = object.metadata;
  if (uid !== undefined) {
    const why = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
    throw conflict(resource, name, why);
  }
  holdNamespace(object, namespace);
  if (object.metadata.name === undefined) {
    throw badRequest(
      `the name of the object (${name} based on URL) was undeterminable: name must be provided`,
    );
  }
  holdName(object, name);
  holdCreation();
  delete object.metadata.resourceVersion;
  return { object: insert(operation, object, result.managedFields), isNew: true };
}

async function parsed(bytes: Buffer): Promise<Fields> {
  const { parse } = await import('yaml');
  try {
    const sent: unknown = parse(bytes.toString('utf8'), { uniqueKeys: false }) ?? {};
    if (isFields(sent)) return sent;
  } catch (error) {
    throw badRequest(`error decoding YAML: ${(error as Error).message}`);
  }
  throw badRequest('error decoding YAML: not an object');
}

/** Refuses what can't be applied to a resource: 400 for another type, 500 for fields that the schema does not have. */
function held(sent: Fields, resource: Resource): Fields {
  const { kind, schema } = resource;
  const apiVersion = text(sent, 'apiVersion');
  const type = `${apiVersion.includes('/') ? '' : '/'}${apiVersion}, Kind=${text(sent, 'kind')}`;
  if (apiVersion !== groupVersion(resource) || sent.kind !== kind)
    throw badRequest(`invalid object type: ${type}`);
  if (isFields(sent.metadata) && (sent.metadata.managedFields ?? null) !== null)
    throw badRequest('metadata.managedFields must be nil');
  const { apiVersion: _, kind: __, ...content } = sent;
  const [first, ...more] = misfits(content, { ...withMetadata(schema), type: 'object' });
  if (first === undefined) return sent;
  const told = more.length === 0 ? first : `errors:\n${[first, ...more].map((one) => `  ${one}`).join('\n')}`;
  const name = `${text(sent, 'metadata', 'namespace')}/${text(sent, 'metadata', 'name')}`;
  throw new Refusal(500, '', `failed to create typed patch object (${name}; ${type}): ${told}`);
}
