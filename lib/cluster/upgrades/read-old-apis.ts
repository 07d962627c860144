import { resourceVersionOf } from '../../kube/api/discovery.ts';
import type { KubeClient, KubeObject } from '../../kube/api/types.ts';
import type { Unread } from '../../status/block.ts';
import { type OldWrite, oldWritesOf } from '../../upgrades/old-apis.ts';
import { readCollection, readOrNote } from '../block/collections.ts';
import type { BlockObjects } from '../block/read-objects.ts';
import { isOfChart } from './own.ts';

/** Kinds of which Kubernetes removed a version, and that a building block has. */
const KINDS = [
  { kind: 'Ingress', api: '/apis/networking.k8s.io/v1', resource: 'ingresses' },
  { kind: 'PodDisruptionBudget', api: '/apis/policy/v1', resource: 'poddisruptionbudgets' },
  { kind: 'HorizontalPodAutoscaler', api: '/apis/autoscaling/v1', resource: 'horizontalpodautoscalers' },
];

/** What was written by versions of APIs that Kubernetes removes, in the namespaces of the block. */
export async function readOldWrites(
  client: KubeClient,
  { workloads, namespaces }: Pick<BlockObjects, 'workloads' | 'namespaces'>,
  unread: Unread[],
): Promise<OldWrite[]> {
  const reads = namespaces.flatMap((namespace) =>
    KINDS.map(async ({ kind, api, resource }) => {
      const { items = [] } = await readCollection<KubeObject>(client, { api, resource, namespace }, unread);
      return items.flatMap((object) => oldWritesOf(object, kind));
    }),
  );
  const found = await Promise.all(reads);
  return [...workloads.flatMap(({ kind, object }) => oldWritesOf(object, kind)), ...found.flat()];
}

/** The names of the PodSecurityPolicies of the chart, on a server that still has that kind. */
export async function readPolicies(client: KubeClient, unread: Unread[]): Promise<string[]> {
  const what = 'podsecuritypolicies';
  const served = await readOrNote({ what: 'API groups' }, unread, async () => ({
    version: await resourceVersionOf(client, 'policy', what),
  }));
  if (served?.version === undefined) return [];
  const { items = [] } = await readCollection<KubeObject>(
    client,
    { api: `/apis/policy/${served.version}`, resource: what, namespace: undefined },
    unread,
  );
  return items.filter(isOfChart).map(({ metadata }) => `PodSecurityPolicy ${metadata.name}`);
}
