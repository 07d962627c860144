import type { Fields } from '../objects/model.ts';
import type { Resource } from '../resources/types.ts';
import { type Group, subresourcesOf } from './legacy.ts';

/** Media type of aggregated discovery. */
export const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

/** All that is served in these groups, in one body. */
export const groupDiscoveryList = (served: Group[], resources: readonly Resource[]): Fields => ({
  kind: 'APIGroupDiscoveryList',
  apiVersion: 'apidiscovery.k8s.io/v2',
  metadata: {},
  items: served.map(({ name, versions }) => ({
    metadata: { ...(name && { name }), creationTimestamp: null },
    versions: versions.map((version) => ({
      version,
      resources: resources.filter((one) => one.group === name && one.version === version).map(discovered),
      freshness: 'Current',
    })),
  })),
});

function discovered(resource: Resource): Fields {
  const { group, version, kind, plural, singular, namespaced, verbs, shortNames, categories } = resource;
  const responseKind = { group, version, kind };
  const subresources = subresourcesOf(resource);
  return {
    resource: plural,
    responseKind,
    scope: namespaced ? 'Namespaced' : 'Cluster',
    singularResource: singular,
    verbs,
    ...(shortNames && { shortNames }),
    ...(categories && { categories }),
    ...(subresources.length > 0 && {
      subresources: subresources.map(({ name, of, kind, verbs }) => ({
        subresource: name,
        responseKind: { group, version, ...of, kind },
        verbs,
      })),
    }),
  };
}
