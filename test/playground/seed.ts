import { bootstrapRoles } from './access/bootstrap.ts';
import type { Fields } from './objects/model.ts';
import type { Store } from './objects/store.ts';
import type { Registry } from './resources/registry.ts';
import { insert } from './write/create.ts';
import { decode } from './write/decode.ts';

const namespaces = ['default', 'kube-node-lease', 'kube-public', 'kube-system'].map(
  (name): Fields => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }),
);

/**
 * Makes what every cluster has from the start, and forgets its history: no watch may start before it.
 */
export function seed(store: Store, registry: Registry): void {
  for (const fields of [...namespaces, ...bootstrapRoles]) {
    const resource = registry.all().find(({ kind }) => kind === fields.kind);
    if (resource === undefined) throw new Error(`nothing is served as ${fields.kind}`);
    const { object } = decode(fields, resource);
    const options = {
      dryRun: false,
      manager: 'kube-apiserver',
      force: false,
      fieldValidation: 'Ignore',
    } as const;
    const { name } = object.metadata;
    insert({ store, resource, namespace: '', name, subresource: '', options, warn: () => undefined }, object);
  }
  store.forget();
}
