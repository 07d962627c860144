import type { Change, Store } from '../objects/store.ts';
import { definitionResource } from '../resources/definitions.ts';
import type { Registry } from '../resources/registry.ts';
import { storageKey } from '../resources/types.ts';
import { reconcileDefinition } from './definitions.ts';
import { collectGarbage } from './garbage.ts';
import { reconcileNamespace } from './namespaces.ts';

/**
 * Starts what a cluster does by itself: establishing definitions, emptying namespaces and definitions that go, and
 * following owners. Each controller sees a change after the write that made it is over, as in a real cluster.
 * Gives the function that ends them.
 */
export function startControllers(store: Store, registry: Registry): () => void {
  let ended = false;
  const unsubscribe = store.subscribe((change) => {
    setImmediate(() => {
      if (!ended) reconcile(store, registry, change);
    });
  });
  return () => {
    ended = true;
    unsubscribe();
  };
}

function reconcile(store: Store, registry: Registry, change: Change): void {
  const { resource, object, deleted } = change;
  const definitions = storageKey(definitionResource);
  // A definition that comes or goes may take a name or leave one to another.
  if (resource === definitions)
    for (const { metadata } of store.list(definitions)) reconcileDefinition(store, metadata.name);
  if (!deleted && object.metadata.deletionTimestamp === undefined) return;
  collectGarbage(store, registry, change);
  reconcileNamespace(
    store,
    registry,
    resource === 'namespaces.' ? object.metadata.name : (object.metadata.namespace ?? ''),
  );
  reconcileDefinition(store, resource);
}
