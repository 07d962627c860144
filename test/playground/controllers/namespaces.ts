import type { Store } from '../objects/store.ts';
import type { Registry } from '../resources/registry.ts';
import { storageKey } from '../resources/types.ts';
import { beginDeletion } from './system.ts';

/** Removes what is in a namespace that is being deleted, and the namespace after it. */
export function reconcileNamespace(store: Store, registry: Registry, name: string): void {
  const namespace = store.get('namespaces.', '', name);
  if (namespace?.metadata.deletionTimestamp === undefined) return;
  const resources = registry.all().filter(({ namespaced, verbs }) => namespaced && verbs.includes('delete'));
  const contents = () =>
    resources.flatMap((resource) =>
      store
        .list(storageKey(resource))
        .filter(({ metadata }) => metadata.namespace === name)
        .map((object) => ({ store, resource, object })),
    );
  for (const subject of contents()) beginDeletion(subject);
  if (contents().length === 0 && !namespace.metadata.finalizers?.length)
    store.remove('namespaces.', '', name);
}
