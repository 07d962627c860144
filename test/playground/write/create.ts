import { randomBytes, randomUUID } from 'node:crypto';
import type { ManagedFields } from '../../../lib/kube/api/types.ts';
import { managedAfterUpdate } from '../fields/managed-fields.ts';
import { alreadyExists, badRequest, invalid, Refusal } from '../http/status.ts';
import { now, type Obj } from '../objects/model.ts';
import { groupVersion, type Resource, storageKey } from '../resources/types.ts';
import { twinFindings } from '../schema/twins.ts';
import { validate } from '../schema/validate.ts';
import { type Body, decode, parseBody, reportUnknown } from './decode.ts';
import { metadataFindings } from './metadata.ts';
import { admitToNamespace, finalizerWarnings, type Operation, save, typeFindings } from './operation.ts';

/** Makes the object that a POST brings and gives it as it is stored. */
export async function create(operation: Operation, body: Body): Promise<Obj> {
  const { resource, namespace, options, warn } = operation;
  const { object, unknown } = decode(await parseBody(body), resource);
  reportUnknown(unknown, { resource, validation: options.fieldValidation, warn });
  holdNamespace(object, namespace);
  for (const field of ['uid', 'deletionTimestamp', 'deletionGracePeriodSeconds'] as const) {
    delete object.metadata[field];
  }
  return insert(operation, object);
}

/** Makes an object whose type and namespace are settled. All of it is its writer's unless `managedFields` says otherwise. */
export function insert(operation: Operation, object: Obj, managedFields?: ManagedFields[]): Obj {
  const { store, resource, namespace, subresource, options, warn } = operation;
  const { metadata } = object;
  if (metadata.resourceVersion !== undefined) {
    throw new Refusal(500, '', 'resourceVersion should not be set on objects to be created');
  }
  const generated = !metadata.name && metadata.generateName !== undefined;
  if (generated) metadata.name = `${metadata.generateName}${suffix()}`;
  metadata.managedFields =
    managedFields ??
    managedAfterUpdate(
      { old: resource.blank ?? {}, object },
      {
        schema: resource.schema,
        writer: { manager: options.manager, apiVersion: groupVersion(resource), subresource },
      },
    );
  if (metadata.managedFields.length === 0) delete metadata.managedFields;
  admitToNamespace(operation, metadata.name ?? '');
  const made = prepared(object, operation);
  const findings = [
    ...typeFindings(made, resource),
    ...metadataFindings(made, resource.nameRule),
    ...content(made, resource),
  ];
  if (findings.length > 0) throw invalid(resource.group, object.kind, metadata.name ?? '', findings);
  resource.admit?.(made, { old: undefined, store, dryRun: options.dryRun });
  if (store.get(storageKey(resource), namespace, metadata.name) !== undefined) {
    throw alreadyExists(resource, metadata.name, generated);
  }
  if (resource.custom) finalizerWarnings(made, undefined).forEach(warn);
  return save(operation, made);
}

const content = (object: Obj, resource: Resource) => [
  ...(resource.custom ? validate(object, resource.schema) : []),
  ...(resource.custom ? twinFindings(object, resource.schema) : []),
  ...(resource.validate?.(object, undefined) ?? []),
];

function prepared(object: Obj, { resource, store }: Operation): Obj {
  const { name, generateName, namespace, generation: _, creationTimestamp: __, ...rest } = object.metadata;
  const made: Obj = {
    ...object,
    metadata: {
      name,
      ...(generateName !== undefined && { generateName }),
      ...(namespace !== undefined && { namespace }),
      uid: randomUUID(),
      ...(resource.counted && { generation: 1 }),
      creationTimestamp: now(),
      ...rest,
    },
  };
  if (resource.custom && resource.subresources.includes('status')) delete made.status;
  resource.prepare?.(made, undefined);
  resource.complete?.(made, store);
  return made;
}

/** Puts an object into the namespace of its path. Throws a 400 where it says another. */
export function holdNamespace({ metadata }: Obj, namespace: string): void {
  if (namespace === '') delete metadata.namespace;
  else if ((metadata.namespace ?? namespace) === namespace) metadata.namespace = namespace;
  else
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
}

/** Five characters without vowels and look-alikes, so that no word comes out. */
function suffix(): string {
  const alphabet = 'bcdfghjklmnpqrstvwxz2456789';
  return [...randomBytes(5)].map((byte) => alphabet[byte % alphabet.length]).join('');
}
