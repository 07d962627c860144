import { type Finding, forbidden, type GroupResource, notFound } from '../http/status.ts';
import type { Obj } from '../objects/model.ts';
import type { Store } from '../objects/store.ts';
import { groupVersion, type Resource, storageKey } from '../resources/types.ts';
import type { WriteOptions } from './options.ts';

/** A write of a stored object that its sender has the right to. */
export interface Operation {
  store: Store;
  resource: Resource;
  /** `''` for what is cluster-scoped. */
  namespace: string;
  /** `''` where the body names the object. */
  name: string;
  /** `''`, or `status`. */
  subresource: string;
  options: WriteOptions;
  /** Adds a warning to the answer. */
  warn(text: string): void;
}

/** The stored object that a write is about, in the version it is asked in. Throws a 404. */
export function current({ store, resource, namespace, name }: Operation): Obj {
  const found = store.get(storageKey(resource), namespace, name);
  if (found === undefined) throw notFound(resource, name);
  return asVersion(found, resource);
}

/** An object as one of its resource's versions shows it. */
export function asVersion(object: Obj, resource: Resource): Obj {
  const apiVersion = groupVersion(resource);
  return object.apiVersion === apiVersion ? object : { ...object, apiVersion };
}

/** Stores an object in the version that its resource is kept in, and gives it in the one it was asked in. */
export function save({ store, resource, options }: Operation, object: Obj): Obj {
  if (options.dryRun) return object;
  const { group, version, storedVersion } = resource;
  const apiVersion = groupVersion({ group, version: storedVersion ?? version });
  return asVersion(store.put(storageKey(resource), { ...object, apiVersion }), resource);
}

const namespaces: GroupResource = { group: '', plural: 'namespaces' };

/** Refuses to make something in a namespace that is missing (404) or on its way out (403). */
export function admitToNamespace({ store, resource, namespace }: Operation, name: string): void {
  if (namespace === '') return;
  const found = store.get(storageKey(namespaces), '', namespace);
  if (found === undefined) throw notFound(namespaces, namespace);
  if (found.metadata.deletionTimestamp === undefined) return;
  const message = `namespace ${namespace} is being terminated`;
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
  const refusal = forbidden(resource, name, why);
  refusal.body.details = {
    ...refusal.body.details,
    causes: [{ reason: 'NamespaceTerminating', message, field: 'metadata.namespace' }],
  };
  throw refusal;
}

/** Warnings about finalizers that an object newly has and that others might use too. */
export function finalizerWarnings(object: Obj, old: Obj | undefined): string[] {
  const added = (object.metadata.finalizers ?? []).filter((one) => !old?.metadata.finalizers?.includes(one));
  const plain = added.filter((one) => !one.includes('/') && !standardFinalizers.includes(one));
  return plain.map((one) => {
    const advice = one.includes('.')
      ? 'prefer a domain-qualified finalizer name including a path (/) to avoid accidental conflicts with other finalizer writers'
      : 'prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers';
    return `metadata.finalizers: ${JSON.stringify(one)}: ${advice}`;
  });
}

const standardFinalizers = ['orphan', 'foregroundDeletion', 'kubernetes'];

/** A custom resource's kind must be its definition's. */
export function typeFindings({ kind }: Obj, resource: Resource): Finding[] {
  if (kind === resource.kind) return [];
  return [{ reason: 'FieldValueInvalid', field: 'kind', value: kind, detail: `must be ${resource.kind}` }];
}
