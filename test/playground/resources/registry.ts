import { reviewResources } from '../access/review-resources.ts';
import { inOrder, type Store } from '../objects/store.ts';
import { claim } from './claims.ts';
import { controllerRevision } from './controller-revisions.ts';
import { daemonSet } from './daemon-sets.ts';
import { configMap, secret } from './data.ts';
import { definedResources } from './defined.ts';
import { definitionResource } from './definitions.ts';
import { deployment } from './deployments.ts';
import { endpointSlice } from './endpoint-slices.ts';
import { endpoints } from './endpoints.ts';
import { event } from './events.ts';
import { lease } from './leases.ts';
import { isEstablished } from './names.ts';
import { namespace } from './namespaces.ts';
import { node } from './nodes.ts';
import { pod } from './pods.ts';
import { resourceQuota } from './quotas.ts';
import { rbacResources } from './rbac.ts';
import { service } from './services.ts';
import { statefulSet } from './stateful-sets.ts';
import { storageClass, volumeAttachment } from './storage.ts';
import { type Resource, storageKey } from './types.ts';
import { volume } from './volumes.ts';

/** Every resource that the server serves at the moment. */
export interface Registry {
  all(): readonly Resource[];
  find(group: string, version: string, plural: string): Resource | undefined;
}

const builtIn: readonly Resource[] = [
  configMap,
  endpoints,
  event,
  lease,
  namespace,
  node,
  claim,
  volume,
  pod,
  resourceQuota,
  secret,
  service,
  controllerRevision,
  daemonSet,
  deployment,
  statefulSet,
  endpointSlice,
  storageClass,
  volumeAttachment,
  ...reviewResources,
  ...rbacResources,
  definitionResource,
];

/** Serves the built-in resources, and what the stored definitions define as soon as they are established. */
export function createRegistry(store: Store): Registry {
  const definitions = storageKey(definitionResource);
  let resources: readonly Resource[] = builtIn;
  store.subscribe(({ resource }) => {
    if (resource !== definitions) return;
    const custom = inOrder(store.list(definitions).filter(isEstablished)).flatMap(definedResources);
    resources = [...builtIn, ...custom];
  });
  return {
    all: () => resources,
    find: (group, version, plural) =>
      resources.find((one) => one.plural === plural && one.group === group && one.version === version),
  };
}
