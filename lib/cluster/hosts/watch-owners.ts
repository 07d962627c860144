import type { Owners } from '../../hosts/live.ts';
import { CLUSTER_API, CLUSTER_NAME_LABEL, ownerMachine } from '../../hosts/remediation.ts';
import { resourceVersionOf } from '../../kube/api/discovery.ts';
import { pathPart } from '../../kube/api/object-name.ts';
import type { KubeClient, KubeObject } from '../../kube/api/types.ts';
import { listWatch } from '../../kube/watch/list-watch.ts';

/**
 * The Machine and the Cluster of each Metal3Machine, again whenever one has changed; always the same map. Where the kind is not
 * installed, it ends at once. It throws as `listWatch` does.
 *
 * @param namespace undefined: of all namespaces.
 */
export async function* watchOwners(
  client: KubeClient,
  namespace: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<Owners> {
  const [group, resource] = [`infrastructure.${CLUSTER_API}`, 'metal3machines'];
  const version = await resourceVersionOf(client, group, resource);
  if (version === undefined) return;
  const within = namespace === undefined ? '' : `/namespaces/${pathPart(namespace)}`;
  const path = `/apis/${group}/${version}${within}/${resource}`;
  const owners = new Map<string, { machine: string | undefined; cluster: string | undefined }>();
  for await (const changes of listWatch(client, { path }, { signal, read: ownedBy, lost: () => {} })) {
    for (const { type, item } of changes)
      if (type === 'DELETED') owners.delete(item.key);
      else owners.set(item.key, item);
    yield owners;
  }
}

const ownedBy = ({ metadata }: KubeObject) => ({
  key: `${metadata.namespace ?? ''}/${metadata.name}`,
  machine: ownerMachine({ metadata }),
  cluster: metadata.labels?.[CLUSTER_NAME_LABEL],
});
