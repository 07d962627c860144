import type { KubeObject } from '../kube/api/types.ts';
import { claimName } from '../objects/components.ts';
import { fieldsOf } from '../objects/fields.ts';
import { sourceOf } from '../objects/gitops.ts';
import { isFinished, type PodObject } from '../objects/pod.ts';
import { type Install, imageReference, installsIn, itemsOf } from '../versions/install.ts';
import { PARTS, type Part, PROMETHEUS_OPERATOR } from '../versions/monitoring.ts';
import type { PodTrouble, Workload } from './block.ts';
import { troubleOf } from './pod.ts';

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

/** The namespaces whose instances an operator looks after. */
interface OperatorScope {
  /** Undefined: all of them. */
  only: string[] | undefined;
  /** Those of all that it leaves alone. */
  denied: string[];
}

/** The scope that the operator in this workload was started with. */
export function scopeOf(workload: KubeObject): OperatorScope {
  const args = argsOf(workload);
  const general = listed(args, 'namespaces');
  const kinds = INSTANCES.map((flag) => listed(args, flag)).map((only) => (only.length > 0 ? only : general));
  return {
    only: kinds.some((only) => only.length === 0) ? undefined : [...new Set(kinds.flat())].toSorted(),
    denied: listed(args, 'deny-namespaces'),
  };
}

/** Whether an operator looks after the instances of a namespace. */
export const covers = ({ only, denied }: OperatorScope, namespace: string): boolean =>
  !denied.includes(namespace) && (only === undefined || only.includes(namespace));

function argsOf(workload: KubeObject): string[] {
  const containers = itemsOf(podSpecOf(workload)?.containers);
  const operator =
    containers.find(({ image }) => PROMETHEUS_OPERATOR.image.test(imageReference(String(image)).name)) ??
    containers[0];
  return [operator?.command, operator?.args].flatMap((words) =>
    (Array.isArray(words) ? words : []).map((word) => String(word)),
  );
}

/** Flags by which an operator is told where it is to look for instances of one kind, instead of `--namespaces`. */
const INSTANCES = [
  'prometheus-instance-namespaces',
  'alertmanager-instance-namespaces',
  'thanos-ruler-instance-namespaces',
];

/** The values of a flag that takes a list: `--flag=a,b`, `--flag a`, and so on, with one dash or two. */
function listed(args: readonly string[], flag: string): string[] {
  const values = args.flatMap((arg, index) => {
    const [, name, value] = /^--?([^=]+)(?:=(.*))?$/.exec(arg) ?? [];
    return name === flag ? [value ?? args[index + 1] ?? ''] : [];
  });
  return values.flatMap((value) => value.split(',')).filter((value) => value !== '');
}

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
  const [claim] = part === 'ui' ? mountedBy(object) : [];
  const source = sourceOf({
    object,
    identity: `apps/${kind}:${namespace}/${name}`,
    fields: { selector: ['f:spec', 'f:selector'] },
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
    ...(part === 'ui' && templatesOf(kind, object).length > 0 && { ownClaims: true }),
    ...(part === 'cluster-state' && isSharded(object) && { sharded: true }),
  };
}

/** A claim that a workload keeps data on. */
interface KeptOn<T extends KubeObject> {
  claim: T;
  /** The size in the template that it comes from; undefined where it comes from none. */
  templateSize: string | undefined;
  /** Whether it is of a replica that was scaled away. */
  leftover: boolean;
}

/** The claims of this namespace that a dashboard UI keeps its data on: those that its pods name, and those of every replica. */
export function claimsOf<T extends KubeObject>(
  { part, kind, object }: FoundWorkload,
  claims: readonly T[],
): KeptOn<T>[] {
  if (part !== 'ui') return [];
  const names = mountedBy(object);
  const first = count(fieldsOf(specOf(object).ordinals)?.start);
  const { wanted } = countsOf(kind, object);
  return claims.flatMap((claim) => {
    const { name } = claim.metadata;
    if (names.includes(name)) return [{ claim, templateSize: undefined, leftover: false }];
    const ordinal = Number(/\d+$/.exec(name)?.[0] ?? Number.NaN);
    return templatesOf(kind, object).flatMap(({ metadata, spec }) => {
      if (name !== claimName(String(fieldsOf(metadata)?.name), object.metadata.name, ordinal)) return [];
      const requests = fieldsOf(fieldsOf(fieldsOf(spec)?.resources)?.requests);
      const templateSize = typeof requests?.storage === 'string' ? requests.storage : undefined;
      // A StatefulSet that is stopped has its claims still.
      const isUsed = wanted === 0 || (ordinal >= first && ordinal < first + wanted);
      return [{ claim, templateSize, leftover: !isUsed }];
    });
  });
}

const templatesOf = (kind: Workload['kind'], object: KubeObject): Record<string, unknown>[] =>
  kind === 'StatefulSet' ? itemsOf(specOf(object).volumeClaimTemplates) : [];

const mountedBy = (object: KubeObject): string[] =>
  itemsOf(podSpecOf(object)?.volumes)
    .map(({ persistentVolumeClaim }) => fieldsOf(persistentVolumeClaim)?.claimName)
    .filter((claim) => typeof claim === 'string');

/** How many replicas a workload is asked for, and how many are ready. */
export function countsOf(kind: Workload['kind'], object: KubeObject): Pick<Workload, 'wanted' | 'ready'> {
  const status = fieldsOf(fieldsOf(object)?.status) ?? {};
  return kind === 'DaemonSet'
    ? { wanted: count(status.desiredNumberScheduled), ready: count(status.numberReady) }
    : { wanted: count(specOf(object).replicas, 1), ready: count(status.readyReplicas) };
}

const count = (value: unknown, absent = 0): number => (typeof value === 'number' ? value : absent);

/** Pods that have run to their end are none of its replicas any more. */
export const troublesOf = (workload: WorkloadObject, pods: readonly PodObject[]): PodTrouble[] =>
  pods
    .filter((pod) => makes(workload, pod) && !isFinished(pod))
    .map(troubleOf)
    .filter((trouble) => trouble !== undefined);

/** Whether a pod is one of a workload's, by who controls it: a test's pod may have the same labels. */
export function makes({ kind, object }: WorkloadObject, { metadata }: PodObject): boolean {
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
  itemsOf(podSpecOf(object)?.containers)
    .flatMap(({ args }) => (Array.isArray(args) ? args : []))
    .filter((arg) => typeof arg === 'string')
    .some((arg) => /^--pod(=|$)/.test(arg) || Number(/^--total-shards=(\d+)$/.exec(arg)?.[1]) > 1);

const specOf = (object: KubeObject): Record<string, unknown> => fieldsOf(fieldsOf(object)?.spec) ?? {};

const podSpecOf = (object: KubeObject): Record<string, unknown> | undefined =>
  fieldsOf(fieldsOf(specOf(object).template)?.spec);
