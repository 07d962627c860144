import type { Obj } from '../objects/model.ts';
import type { Change, Store } from '../objects/store.ts';
import type { Registry } from '../resources/registry.ts';
import { storageKey } from '../resources/types.ts';
import type { Subject } from './system.ts';

/** An index of owners and dependents, updated with each change, so that no search through all objects is needed. */
export interface Graph {
  /** Takes a change up. */
  note(change: Change): void;
  /** The object with this uid as it is stored now; undefined if it does not exist. */
  find(uid: string): Subject | undefined;
  /** The objects that name this uid as an owner now. */
  dependents(uid: string): Subject[];
}

/** The graph of what is stored, as far as it is told of every change from now on. */
export function createGraph(store: Store, registry: Registry): Graph {
  const places = new Map<string, Place>();
  const owned = new Map<string, Set<string>>();

  function place(key: string, { metadata }: Obj): void {
    const { uid = '', name, namespace = '', ownerReferences = [] } = metadata;
    places.set(uid, { key, namespace, name });
    for (const owner of ownerReferences) owned.set(owner.uid, (owned.get(owner.uid) ?? new Set()).add(uid));
  }

  function find(uid: string): Subject | undefined {
    const found = places.get(uid);
    const object = found && store.get(found.key, found.namespace, found.name);
    const resource = registry.all().find((one) => storageKey(one) === found?.key);
    return object?.metadata.uid === uid && resource ? { store, resource, object } : undefined;
  }

  for (const key of new Set(registry.all().map(storageKey)))
    for (const object of store.list(key)) place(key, object);
  return {
    find,
    note({ resource, object, deleted }) {
      if (!deleted) return place(resource, object);
      const { uid = '', ownerReferences = [] } = object.metadata;
      places.delete(uid);
      for (const owner of ownerReferences) owned.get(owner.uid)?.delete(uid);
    },
    dependents: (uid) =>
      [...(owned.get(uid) ?? [])]
        .map(find)
        .filter((one) => one !== undefined)
        .filter(({ object }) => object.metadata.ownerReferences?.some((owner) => owner.uid === uid)),
  };
}

/** Where an object is stored. */
interface Place {
  key: string;
  namespace: string;
  name: string;
}
