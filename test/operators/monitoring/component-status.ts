import { isDeepStrictEqual } from 'node:util';
import { type ComponentResource, replicasOf, selectorOf, shardsOf } from './component.ts';
import { REVISION_LABEL } from './identity.ts';
import { type ComponentKind, statefulSetName } from './kinds.ts';
import { controllerOf, isDeleting, isReady, type Pod, type StatefulSet } from './objects.ts';

/** What came of reconciling a resource: nothing to say, or what stood against it. */
export type Outcome = { reason: string; message: string } | undefined;

/** What the operator finds of a resource's. */
export interface Findings {
  /** Every StatefulSet and every pod of the namespace. */
  all: readonly StatefulSet[];
  pods: readonly Pod[];
  outcome: Outcome;
  /** The time as a condition carries it. */
  now: string;
}

/**
 * The status that the operator writes: counts of pods and two conditions, for the generation that it has seen. A shard
 * whose set is being deleted doesn't count, and an Alertmanager or ThanosRuler keeps its status until that is over.
 */
export function componentStatus(
  kind: ComponentKind,
  resource: ComponentResource,
  { all, pods, outcome, now }: Findings,
): Record<string, unknown> | undefined {
  const found = findShards(kind, resource, { all, pods });
  const shards = found.filter(({ set }) => !(set && isDeleting(set)));
  if (kind !== 'Prometheus' && shards.length < found.length) return undefined;
  const observedGeneration = resource.metadata.generation;
  const at = { lastTransitionTime: now, observedGeneration };
  const reconciled = { type: 'Reconciled', status: outcome ? 'False' : 'True', ...outcome, ...at };
  const counts = shards.map(count);
  const sum = (key: keyof ReturnType<typeof count>) => counts.reduce((total, one) => total + one[key], 0);
  return {
    paused: resource.spec.paused ?? false,
    replicas: sum('replicas'),
    updatedReplicas: sum('updatedReplicas'),
    availableReplicas: sum('availableReplicas'),
    unavailableReplicas: sum('unavailableReplicas'),
    selector: Object.entries(selectorOf(kind, resource))
      .map(([key, value]) => `${key}=${value}`)
      .sort()
      .join(','),
    ...(kind === 'Prometheus' && {
      shards: shardsOf(kind, resource),
      shardStatuses: shards.map((shard) => ({ shardID: String(shard.id), ...count(shard) })),
    }),
    conditions: [{ type: 'Available', ...available(shards, replicasOf(kind, resource)), ...at }, reconciled],
  };
}

/** Whether two statuses differ in nothing but when their conditions came about. */
export function saysTheSame(one: unknown, other: unknown): boolean {
  const timeless = (value: unknown) =>
    JSON.parse(JSON.stringify(value ?? null), (key, inner) =>
      key === 'lastTransitionTime' ? undefined : inner,
    );
  return isDeepStrictEqual(timeless(one), timeless(other));
}

/** A shard as the operator finds it: no set where there is none. */
interface Shard {
  id: number;
  set: StatefulSet | undefined;
  pods: readonly Pod[];
}

function findShards(
  kind: ComponentKind,
  resource: ComponentResource,
  { all, pods }: Pick<Findings, 'all' | 'pods'>,
): Shard[] {
  return Array.from({ length: shardsOf(kind, resource) }, (_, id) => {
    const name = statefulSetName(kind, resource.metadata.name, id);
    return {
      id,
      set: all.find(({ metadata }) => metadata.name === name),
      pods: pods.filter((pod) => controllerOf(pod)?.name === name),
    };
  });
}

function available(shards: readonly Shard[], wanted: number): { status: string; reason?: string } {
  const ready = shards.map(({ pods }) => pods.filter(isReady).length);
  if (shards.some(({ set }) => set === undefined)) return { status: 'False', reason: 'StatefulSetNotFound' };
  if (ready.every((count) => count >= wanted)) return { status: 'True' };
  return ready.includes(0)
    ? { status: 'False', reason: 'NoPodReady' }
    : { status: 'Degraded', reason: 'SomePodsNotReady' };
}

function count({ set, pods }: Shard) {
  const ready = pods.filter(isReady).length;
  const revision = set?.status?.updateRevision;
  return {
    replicas: pods.length,
    updatedReplicas: pods.filter(({ metadata }) => metadata.labels?.[REVISION_LABEL] === revision).length,
    availableReplicas: ready,
    unavailableReplicas: pods.length - ready,
  };
}
