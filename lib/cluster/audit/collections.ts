import { CLUSTER_API } from '../../hosts/remediation.ts';
import { findHostGroup, resourceVersionOf } from '../../kube/api/discovery.ts';
import { pathPart } from '../../kube/api/object-name.ts';
import type { KubeClient } from '../../kube/api/types.ts';

/** Where objects of one kind are read. */
export interface Collection {
  kind: string;
  apiVersion: string;
  /** With its group, as in `baremetalhosts.metal3.io`. */
  resource: string;
  /** Undefined: all namespaces. */
  namespace: string | undefined;
  path: string;
}

/** The kinds that hold addresses, by the group that serves them beside that of hosts. */
const RESOURCES: { kind: string; resource: string; group?: string }[] = [
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
 * The collections of a namespace, or of all, that this cluster serves, each in the version that the server prefers.
 *
 * @throws {CommandError} where no group, or several, serve hosts.
 */
export async function collectionsOf(
  client: KubeClient,
  namespace: string | undefined,
): Promise<Collection[]> {
  const hostGroup = await findHostGroup(client);
  const scope = namespace === undefined ? '' : `/namespaces/${pathPart(namespace)}`;
  const served = RESOURCES.map(async ({ kind, resource, group = hostGroup }): Promise<Collection[]> => {
    const version = await resourceVersionOf(client, group, resource);
    if (version === undefined) return [];
    const apiVersion = `${group}/${version}`;
    return [
      {
        kind,
        apiVersion,
        resource: `${resource}.${group}`,
        namespace,
        path: `/apis/${apiVersion}${scope}/${resource}`,
      },
    ];
  });
  return (await Promise.all(served)).flat();
}
