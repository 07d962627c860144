import type { Owners, Unread } from '../../hosts/diagnosis/evidence.ts';
import { appliedImage, sourceOf } from '../../hosts/gitops.ts';
import type { HostContext, Observed } from '../../hosts/observed.ts';
import { CLUSTER_API, METAL3_MACHINE, ownerMachine } from '../../hosts/remediation.ts';
import { resourceVersionOf } from '../../kube/api/discovery.ts';
import { pathPart } from '../../kube/api/object-name.ts';
import type { KubeClient, KubeObject } from '../../kube/api/types.ts';
import { partOf } from './read-parts.ts';

/** Reads the owners of a host: its consumer, Machine and Cluster, and the GitOps source of its record. */
export async function readOwners(
  client: KubeClient,
  seen: Observed,
  { cluster, unread }: { cluster: HostContext['cluster']; unread: Unread[] },
): Promise<Owners> {
  const { consumer } = seen.host;
  const applied = appliedImage(seen);
  const machine =
    consumer?.kind === METAL3_MACHINE
      ? await partOf('machine', unread, () => machineOf(client, consumer))
      : undefined;
  return {
    chain: [
      ...(consumer ? [`${consumer.kind} ${consumer.namespace}/${consumer.name}`] : []),
      ...(machine ? [`Machine ${consumer?.namespace}/${machine}`] : []),
      ...(cluster
        ? [`Cluster ${cluster.namespace}/${cluster.name}${cluster.paused ? ', which is paused' : ''}`]
        : []),
    ],
    source: sourceOf(seen),
    applied: applied && `${applied.from} holds ${applied.url}`,
  };
}

async function machineOf(
  client: KubeClient,
  { namespace, name }: { namespace: string; name: string },
): Promise<string | undefined> {
  const [group, resource] = [`infrastructure.${CLUSTER_API}`, 'metal3machines'];
  const version = await resourceVersionOf(client, group, resource);
  if (version === undefined) return undefined;
  const path = `/apis/${group}/${version}/namespaces/${pathPart(namespace)}/${resource}/${pathPart(name)}`;
  return ownerMachine(await client.send<KubeObject>({ method: 'GET', path }));
}
