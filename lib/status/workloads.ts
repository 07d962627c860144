import { fieldsOf } from '../fields.ts';
import { sourceOf } from '../gitops.ts';
import type { KubeObject } from '../kube/types.ts';
import { type Install, installsIn, itemsOf } from '../versions/install.ts';
import { PARTS, type Part } from '../versions/monitoring.ts';
import { claimName } from '../volumes/component.ts';
import type { PodTrouble, Workload } from './block.ts';
import { covers, type OperatorScope, scopeOf } from './operator-scope.ts';
import { type PodObject, troubleOf } from './pod.ts';

/** Something with a pod template that is in the cluster. */
export interface WorkloadObject {
  kind: Workload['kind'];
  object: KubeObject;
}

/** A part of the block among those: which, and what its image says. */
export interface FoundWorkload extends WorkloadObject {
  part: Part;
  install: Install;
}

/** The parts of the block that run from these workloads (§8). */
export const findWorkloads = (all: readonly WorkloadObject[]): FoundWorkload[] =>
  PARTS.flatMap(([part, software]) =>
    all.flatMap(({ kind, object }) =>
      installsIn(object, kind, [software]).map((install) => ({ part, kind, object, install })),
    ),
  );

/**
 * Of operators those that belong to a block in these namespaces: that look after the instances there, or that are there
 * themselves. Any other part belongs to the block where it was found.
 *
 * @param namespaces empty: wherever anything is.
 */
export const belongs = ({ part, object }: FoundWorkload, namespaces: readonly string[]): boolean => {
  if (part !== 'operator' || namespaces.length === 0) return true;
  const scope = scopeOf(object);
  return (
    namespaces.some((namespace) => covers(scope, namespace)) ||
    (scope.only !== undefined && namespaces.includes(object.metadata.namespace ?? ''))
  );
};

/**
 * How a part of the block stands.
 *
 * @param pods of its namespace; undefined where they could not be read.
 * @param namespaces of the block: an operator that leaves some alone looks after the others of these.
 */
export function workloadState(
  found: FoundWorkload,
  { pods, namespaces }: { pods: readonly PodObject[] | undefined; namespaces: readonly string[] },
): Workload {
  const { part, kind, object, install } = found;
  const { name, namespace = '' } = object.metadata;
  const claim = claimOf(found);
  const source = sourceOf({
    object,
    identity: `apps/${kind}:${namespace}/${name}`,
    field: ['f:metadata', 'f:labels'],
  });
  return {
    part,
    kind,
    namespace,
    name,
    version: install.version,
    ...countsOf(kind, object),
    troubles: troublesOf({ kind, object }, pods ?? []),
    source: source?.text ?? null,
    scope: part === 'operator' ? namespacesOf(scopeOf(object), namespaces) : [],
    ...(claim !== undefined && { claim }),
    ...(part === 'cluster-state' && isSharded(object) && { sharded: true }),
  };
}

/**
 * The claim that a dashboard UI keeps its data on: one that its pods name, or the first one's of a StatefulSet; undefined where
 * it has none.
 */
export function claimOf({ part, kind, object }: FoundWorkload): string | undefined {
  if (part !== 'ui') return undefined;
  const spec = specOf(object);
  const mounted = itemsOf(fieldsOf(fieldsOf(spec.template)?.spec)?.volumes)
    .map(({ persistentVolumeClaim }) => fieldsOf(persistentVolumeClaim)?.claimName)
    .find((claim) => typeof claim === 'string');
  if (mounted !== undefined) return mounted;
  const [template] = kind === 'StatefulSet' ? itemsOf(spec.volumeClaimTemplates) : [];
  const name = fieldsOf(template?.metadata)?.name;
  return typeof name === 'string' ? claimName(name, object.metadata.name, 0) : undefined;
}

/** The size in the claim template of a dashboard UI that has one. */
export const templateSizeOf = ({ object }: WorkloadObject): string | undefined => {
  const [template] = itemsOf(specOf(object).volumeClaimTemplates);
  const requests = fieldsOf(fieldsOf(fieldsOf(template?.spec)?.resources)?.requests);
  return typeof requests?.storage === 'string' ? requests.storage : undefined;
};

function countsOf(kind: Workload['kind'], object: KubeObject): Pick<Workload, 'wanted' | 'ready'> {
  const status = fieldsOf(fieldsOf(object)?.status) ?? {};
  return kind === 'DaemonSet'
    ? { wanted: count(status.desiredNumberScheduled), ready: count(status.numberReady) }
    : { wanted: count(specOf(object).replicas, 1), ready: count(status.readyReplicas) };
}

const count = (value: unknown, absent = 0): number => (typeof value === 'number' ? value : absent);

/** Pods that have run to their end are none of its replicas any more: an eviction leaves such. */
const troublesOf = (workload: WorkloadObject, pods: readonly PodObject[]): PodTrouble[] =>
  pods
    .filter((pod) => makes(workload, pod) && !['Succeeded', 'Failed'].includes(pod.status?.phase ?? ''))
    .map(troubleOf)
    .filter((trouble) => trouble !== undefined);

/** Whether a pod is one of a workload's, by who controls it: a test's pod may have the same labels. */
function makes({ kind, object }: WorkloadObject, { metadata }: PodObject): boolean {
  const { name, uid } = object.metadata;
  const owner = itemsOf(metadata.ownerReferences).find(({ controller }) => controller === true);
  // Between a Deployment and its pods stands a ReplicaSet, which has its name and the hash of its template.
  if (kind === 'Deployment' && owner?.kind === 'ReplicaSet')
    return owner.name === `${name}-${fieldsOf(metadata.labels)?.['pod-template-hash']}`;
  return owner?.kind === kind && owner.name === name && (uid === undefined || owner.uid === uid);
}

const namespacesOf = (scope: OperatorScope, namespaces: readonly string[]): string[] =>
  scope.only?.filter((namespace) => covers(scope, namespace)) ??
  (scope.denied.length > 0 ? namespaces.filter((namespace) => covers(scope, namespace)) : []);

/** Whether each of its replicas has objects of its own: it is told of more than one shard, or which pod it is. */
const isSharded = (object: KubeObject): boolean =>
  itemsOf(fieldsOf(fieldsOf(specOf(object).template)?.spec)?.containers)
    .flatMap(({ args }) => (Array.isArray(args) ? args : []))
    .some(
      (arg) => /^--pod(=|$)/.test(String(arg)) || Number(/^--total-shards=(\d+)$/.exec(String(arg))?.[1]) > 1,
    );

const specOf = (object: KubeObject): Record<string, unknown> => fieldsOf(fieldsOf(object)?.spec) ?? {};
