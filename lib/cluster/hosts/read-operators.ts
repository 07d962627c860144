import type { Operators, Unread } from '../../hosts/diagnosis/evidence.ts';
import { ironicsIn, mapsOf, operatorsIn, type Workload } from '../../hosts/diagnosis/operators.ts';
import { resourceVersionOf } from '../../kube/api/discovery.ts';
import { unlessMissing } from '../../kube/api/errors.ts';
import { pathPart } from '../../kube/api/object-name.ts';
import type { KubeClient, KubeObject } from '../../kube/api/types.ts';
import { BARE_METAL_OPERATOR, installsIn } from '../../versions/install.ts';
import { partOf, readWherever } from './read-parts.ts';
import { readLeases } from './read-signals.ts';

/** The resource that the Ironic operator deploys an Ironic from. */
const IRONIC_RESOURCE = { group: 'ironic.metal3.io', resource: 'ironics' };

/**
 * Reads the bare-metal operators, Ironics (Deployments, or DaemonSets with several replicas) and leases.
 *
 * @param namespace where to look if not all namespaces can be read.
 */
export async function readOperators(
  client: KubeClient,
  { namespace, now, signal }: { namespace: string; now: Date; signal: AbortSignal },
): Promise<Operators> {
  const unread: Unread[] = [];
  const [deployments, daemonSets, resources, leases] = await Promise.all([
    readWherever<KubeObject>(client, { api: '/apis/apps/v1', resource: 'deployments', namespace }, unread),
    readWherever<KubeObject>(client, { api: '/apis/apps/v1', resource: 'daemonsets', namespace }, unread),
    readIronics(client, namespace, unread),
    partOf('leases', unread, () => readLeases(client, signal)),
  ]);
  if (!leases && !unread.some(({ what }) => what === 'leases'))
    unread.push({
      what: 'leases',
      reason: 'they cannot be listed, so it is less certain whether the operator is running',
    });
  const workloads: Workload[] = [
    ...deployments.map((object) => ({ object, kind: 'Deployment' })),
    ...daemonSets.map((object) => ({ object, kind: 'DaemonSet' })),
  ];
  const maps = await readMaps(client, workloads, unread);
  return {
    operators: operatorsIn(workloads, maps, resources),
    ironics: ironicsIn(workloads),
    leases,
    readAt: now,
    unread,
  };
}

async function readIronics(client: KubeClient, namespace: string, unread: Unread[]): Promise<KubeObject[]> {
  const { group, resource } = IRONIC_RESOURCE;
  const version = await partOf(resource, unread, () => resourceVersionOf(client, group, resource));
  if (version === undefined) return [];
  return readWherever<KubeObject>(client, { api: `/apis/${group}/${version}`, resource, namespace }, unread);
}

/** The ConfigMaps that configure the operators among these workloads, read by name: no other is read. */
async function readMaps(
  client: KubeClient,
  workloads: readonly Workload[],
  unread: Unread[],
): Promise<Map<string, Record<string, string>>> {
  const wanted = workloads.flatMap(({ object, kind }) =>
    installsIn(object, kind, [BARE_METAL_OPERATOR]).flatMap(({ namespace }) =>
      mapsOf(object).map((name) => ({ namespace, name })),
    ),
  );
  const maps = new Map<string, Record<string, string>>();
  await Promise.all(
    wanted.map(async ({ namespace, name }) => {
      const path = `/api/v1/namespaces/${pathPart(namespace)}/configmaps/${pathPart(name)}`;
      const found = await partOf(`configmap ${namespace}/${name}`, unread, () =>
        unlessMissing(client.send<KubeObject & { data?: Record<string, string> }>({ method: 'GET', path })),
      );
      if (found?.data) maps.set(`${namespace}/${name}`, found.data);
    }),
  );
  return maps;
}
