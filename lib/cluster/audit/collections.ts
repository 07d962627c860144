import { CLUSTER_API } from '../../hosts/remediation.ts';
import { findHostGroup, resourceVersionOf } from '../../kube/api/discovery.ts';
import { collectionPath } from '../../kube/api/object-name.ts';
import type { KubeClient } from '../../kube/api/types.ts';

/** The collection of one kind. */
export interface Collection {
  kind: string;
  apiVersion: string;
  /** With its group: `baremetalhosts.metal3.io`. */
  resource: string;
  /** Undefined: all namespaces. */
  namespace: string | undefined;
  path: string;
}

/** The kinds that hold addresses, with their group if it is not that of hosts. */
export const AUDITED: { kind: string; resource: string; group?: string }[] = [
  { kind: 'BareMetalHost', resource: 'baremetalhosts' },
  { kind: 'HostClaim', resource: 'hostclaims' },
  {
    kind: 'Metal3MachineTemplate',
    resource: 'metal3machinetemplates',
    group: `infrastructure.${CLUSTER_API}`,
  },
  { kind: 'Metal3Machine', resource: 'metal3machines', group: `infrastructure.${CLUSTER_API}` },
  { kind: 'DataImage', resource: 'dataimages' },
  { kind: 'HostFirmwareComponents', resource: 'hostfirmwarecomponents' },
  { kind: 'PreprovisioningImage', resource: 'preprovisioningimages' },
  { kind: 'Ironic', resource: 'ironics', group: 'ironic.metal3.io' },
];

/**
 * The collections that this cluster serves, each in the version that the server prefers.
 *
 * @param namespace undefined for all.
 * @throws {CommandError} if no group, or several, serve hosts.
 */
export async function collectionsOf(
  client: KubeClient,
  namespace: string | undefined,
): Promise<Collection[]> {
  const hostGroup = await findHostGroup(client);
  const served = AUDITED.map(async ({ kind, resource, group = hostGroup }): Promise<Collection[]> => {
    const version = await resourceVersionOf(client, group, resource);
    if (version === undefined) return [];
    const apiVersion = `${group}/${version}`;
    const path = collectionPath(`/apis/${apiVersion}`, resource, namespace);
    return [{ kind, apiVersion, resource: `${resource}.${group}`, namespace, path }];
  });
  return (await Promise.all(served)).flat();
}
