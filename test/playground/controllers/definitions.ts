import type { Store } from '../objects/store.ts';
import { definedResources } from '../resources/defined.ts';
import { definitionResource } from '../resources/definitions.ts';
import { namingStatus } from '../resources/names.ts';
import { storageKey } from '../resources/types.ts';
import { beginDeletion, change, finalize, type Subject } from './system.ts';

const definitions = storageKey(definitionResource);

/** Establishes a new definition, or removes the objects of one that is being deleted and lets it go after them. */
export function reconcileDefinition(store: Store, name: string): void {
  const object = store.get(definitions, '', name);
  if (object === undefined) return;
  const subject: Subject = { store, resource: definitionResource, object };
  if (object.metadata.deletionTimestamp === undefined) {
    const others = store.list(definitions).filter(({ metadata }) => metadata.name !== name);
    const status = namingStatus(object, others);
    change(subject, (next) => Object.assign(next, { status }), 'status');
    return;
  }
  const [resource] = definedResources(object);
  const left = resource === undefined ? [] : store.list(storageKey(resource));
  for (const one of left) if (resource) beginDeletion({ store, resource, object: one });
  if (resource === undefined || store.list(storageKey(resource)).length === 0) {
    finalize(subject, definitionResource.cleanup ?? '');
  }
}
