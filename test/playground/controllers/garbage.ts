import type { Obj } from '../objects/model.ts';
import type { Change, Store } from '../objects/store.ts';
import type { Registry } from '../resources/registry.ts';
import { type Resource, storageKey } from '../resources/types.ts';
import { beginDeletion, change, finalize, type Subject } from './system.ts';

/**
 * Follows deletions to the objects that the deleted one owns: they are deleted after it or, in the foreground,
 * before it, or are let go of where they are to be orphaned.
 */
export function createGarbageCollector(store: Store, registry: Registry): (change: Change) => void {
  const owners = new Set<string>();
  return (change) => {
    const { uid = '', ownerReferences = [] } = change.object.metadata;
    for (const owner of ownerReferences) owners.add(owner.uid);
    // Most objects neither own nor are owned: the search among all of them is spared.
    if (owners.has(uid) || ownerReferences.length > 0 || isHeld(change.object))
      collect(store, registry, change);
  };
}

const isHeld = ({ metadata }: Obj): boolean =>
  metadata.finalizers?.some((one) => one === 'orphan' || one === 'foregroundDeletion') ?? false;

function collect(store: Store, registry: Registry, { resource: key, object, deleted }: Change): void {
  const resource = registry.all().find((one) => storageKey(one) === key);
  const { uid = '', name, namespace = '', ownerReferences = [] } = object.metadata;
  if (deleted) {
    for (const dependent of dependentsOf(store, registry, uid)) {
      if (!hasOwner(store, registry, dependent.object)) beginDeletion(dependent);
    }
    for (const owner of ownerReferences) finishOwner(store, registry, owner.uid);
    return;
  }
  const owner = store.get(key, namespace, name);
  if (resource === undefined || owner?.metadata.deletionTimestamp === undefined) return;
  const subject: Subject = { store, resource, object: owner };
  const finalizers = owner.metadata.finalizers ?? [];
  if (finalizers.includes('orphan')) {
    for (const dependent of dependentsOf(store, registry, uid))
      change(dependent, (next) => disown(next, uid));
    finalize(subject, 'orphan');
  } else if (finalizers.includes('foregroundDeletion')) {
    const dependents = dependentsOf(store, registry, uid);
    for (const dependent of dependents) beginDeletion(dependent, 'Foreground');
    finishOwner(store, registry, uid);
  }
}

/** Lets an owner go that only waited for the last of its dependents. */
function finishOwner(store: Store, registry: Registry, uid: string): void {
  const owner = subjects(store, registry).find(({ object }) => object.metadata.uid === uid);
  const waits = owner?.object.metadata.finalizers?.includes('foregroundDeletion');
  if (owner && waits && dependentsOf(store, registry, uid).length === 0)
    finalize(owner, 'foregroundDeletion');
}

function disown({ metadata }: Obj, uid: string): void {
  metadata.ownerReferences = (metadata.ownerReferences ?? []).filter((reference) => reference.uid !== uid);
}

const hasOwner = (store: Store, registry: Registry, { metadata }: Obj): boolean => {
  const uids = metadata.ownerReferences?.map(({ uid }) => uid) ?? [];
  return subjects(store, registry).some(({ object }) => uids.includes(object.metadata.uid ?? ''));
};

const dependentsOf = (store: Store, registry: Registry, uid: string): Subject[] =>
  subjects(store, registry).filter(({ object }) =>
    object.metadata.ownerReferences?.some((reference) => reference.uid === uid),
  );

/** Every stored object, each in one version of its resource. */
function subjects(store: Store, registry: Registry): Subject[] {
  const resources = new Map<string, Resource>();
  for (const resource of registry.all())
    if (resource.verbs.includes('list')) resources.set(storageKey(resource), resource);
  return [...resources.values()].flatMap((resource) =>
    store.list(storageKey(resource)).map((object) => ({ store, resource, object })),
  );
}
