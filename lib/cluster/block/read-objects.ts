import type { KubeClient, KubeObject } from '../../kube/api/types.ts';
import { apiOf, COMPONENTS, type Component } from '../../objects/components.ts';
import { MONITORING_MANAGER } from '../../objects/names.ts';
import type { PodObject } from '../../objects/pod.ts';
import type { Unread } from '../../status/block.ts';
import { belongs, type FoundWorkload, findWorkloads, type WorkloadObject } from '../../status/workloads.ts';
import type { ClaimObject } from '../../volumes/claim.ts';
import type { InstanceObject, SetObject } from '../../volumes/instance.ts';
import type { RecordObject } from '../../volumes/record.ts';
import { type Collection, type Read, readCollection } from './collections.ts';

/** The objects of a block; undefined if they could not be read. */
export interface BlockObjects {
  workloads: FoundWorkload[];
  instances: { component: Component; object: InstanceObject }[];
  sets: SetObject[] | undefined;
  daemonSets: KubeObject[] | undefined;
  /** Records of unfinished resizes. */
  records: RecordObject[];
  /** By namespace, for namespaces with a part of the block. */
  pods: Map<string, PodObject[] | undefined>;
  claims: Map<string, ClaimObject[] | undefined>;
  /** The namespaces that the block is in. */
  namespaces: string[];
  /** Whether the server serves any of the operator's kinds. */
  served: boolean;
}

export interface Scope {
  /** Undefined: all namespaces. */
  namespace: string | undefined;
  /** The namespace to read if reading all is forbidden. */
  fallback: string;
}

/**
 * Reads the objects of a block: first workloads and instances, then the pods and claims in their namespaces.
 *
 * @param hasClaims whether claims are read, too.
 */
export async function readObjects(
  client: KubeClient,
  { namespace, fallback, hasClaims = true }: Scope & { hasClaims?: boolean },
  unread: Unread[],
): Promise<BlockObjects> {
  const list = <T extends KubeObject>(collection: Omit<Collection, 'namespace'>): Promise<Read<T>> =>
    readCollection<T>(client, { namespace, fallback, ...collection }, unread);
  const apps = { api: '/apis/apps/v1' };
  const [deployments, daemonSets, sets, records, ...kinds] = await Promise.all([
    // An operator may be anywhere.
    readCollection<KubeObject>(
      client,
      {
        ...apps,
        resource: 'deployments',
        namespace: undefined,
        fallback,
        hides: ['operator', 'cluster-state', 'ui'],
        ...(namespace !== undefined && { elsewhere: ['operator'] }),
      },
      unread,
    ),
    list<KubeObject>({ ...apps, resource: 'daemonsets', hides: ['node-exporter'] }),
    list<SetObject>({ ...apps, resource: 'statefulsets', hides: ['cluster-state', 'ui'] }),
    list<RecordObject>({
      api: '/api/v1',
      resource: 'configmaps',
      labelSelector: `app.kubernetes.io/managed-by=${MONITORING_MANAGER}`,
    }),
    ...Object.values(COMPONENTS).map((component) =>
      list<InstanceObject>({ api: apiOf(component), resource: component.plural, hides: [component.name] }),
    ),
  ]);
  const instances = Object.values(COMPONENTS).flatMap((component, index) =>
    (kinds[index]?.items ?? []).map((object) => ({ component, object })),
  );
  const namespaces =
    namespace === undefined ? namespacesOf(instances.map(({ object }) => object)) : [namespace];
  const isOwn = ({ object }: FoundWorkload): boolean => object.metadata.namespace === namespace;
  const workloads = findWorkloads([
    ...of('Deployment', deployments),
    ...of('DaemonSet', daemonSets),
    ...of('StatefulSet', sets),
  ])
    .filter((found) => belongs(found, namespaces))
    .filter((found) => namespace === undefined || found.part === 'operator' || isOwn(found))
    // Operators of other namespaces come last, so that findings name those.
    .toSorted((one, other) => Number(isOwn(other)) - Number(isOwn(one)));
  const found = {
    instances,
    sets: sets.items,
    daemonSets: daemonSets.items,
    records: records.items ?? [],
    workloads,
    namespaces,
  };
  return {
    ...found,
    ...(await readInNamespaces(client, { ...found, hasClaims }, unread)),
    served: kinds.some(({ served }) => served),
  };
}

const of = (kind: WorkloadObject['kind'], { items = [] }: Read<KubeObject>): WorkloadObject[] =>
  items.map((object) => ({ kind, object }));

const namespacesOf = (objects: readonly KubeObject[]): string[] =>
  [...new Set(objects.map(({ metadata }) => metadata.namespace ?? ''))].toSorted();

/** Pods of every namespace with a part of the block, and claims where parts keep data. */
async function readInNamespaces(
  client: KubeClient,
  { instances, workloads, hasClaims }: Pick<BlockObjects, 'instances' | 'workloads'> & { hasClaims: boolean },
  unread: Unread[],
): Promise<Pick<BlockObjects, 'pods' | 'claims'>> {
  const owners = instances.map(({ object }) => object);
  const uis = workloads.filter(({ part }) => part === 'ui').map(({ object }) => object);
  const all = workloads.map(({ object }) => object);
  const byNamespace = async <T extends KubeObject>(resource: string, objects: readonly KubeObject[]) =>
    new Map(
      await Promise.all(
        namespacesOf(objects).map(async (namespace) => {
          const { items } = await readCollection<T>(client, { api: '/api/v1', resource, namespace }, unread);
          return [namespace, items] as const;
        }),
      ),
    );
  const [pods, claims] = await Promise.all([
    byNamespace<PodObject>('pods', [...owners, ...all]),
    byNamespace<ClaimObject>('persistentvolumeclaims', hasClaims ? [...owners, ...uis] : []),
  ]);
  return { pods, claims };
}
