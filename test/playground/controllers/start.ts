import type { Change, Store } from '../objects/store.ts';
import { definitionResource } from '../resources/definitions.ts';
import type { Registry } from '../resources/registry.ts';
import { storageKey } from '../resources/types.ts';
import { reconcileDefinition } from './definitions.ts';
import { createGarbageCollector } from './garbage.ts';
import { reconcileNamespace } from './namespaces.ts';

/**
 * Starts what a cluster does by itself: establishing definitions, emptying namespaces and definitions that go, and
 * following owners. Each controller sees a change after the write that made it is over, as in a real cluster.
 * Gives the function that ends them.
 */
export function startControllers(store: Store, registry: Registry): () => void {
  const collectGarbage = createGarbageCollector(store, registry);
  let ended = false;
  const unsubscribe = store.subscribe((change) => {
    setImmediate(() => {
      if (ended) return;
      collectGarbage(change);
      reconcile(store, registry, change);
    });
  });
  return () => {
    ended = true;
    unsubscribe();
  };
}

function reconcile(store: Store, registry: Registry, { resource, object, deleted }: Change): void {
  const { name, namespace = '', deletionTimestamp } = object.metadata;
  const definitions = storageKey(definitionResource);
  // A definition that comes or goes may take a name or leave one to another.
  if (resource === definitions)
    for (const one of store.list(definitions)) reconcileDefinition(store, one.metadata.name);
  if (!deleted && deletionTimestamp === undefined) return;
  reconcileNamespace(store, registry, resource === 'namespaces.' ? name : namespace);
  const definition = store.get(definitions, '', resource);
  if (definition?.metadata.deletionTimestamp !== undefined) reconcileDefinition(store, resource);
}
