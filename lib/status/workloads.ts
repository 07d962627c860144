import type { KubeObject } from '../kube/api/types.ts';
import { claimName } from '../objects/components.ts';
import { fieldsOf, textOf } from '../objects/fields.ts';
import { sourceOf } from '../objects/gitops.ts';
import { isFinished, type PodObject } from '../objects/pod.ts';
import { type Install, imageReference, installsIn, itemsOf } from '../versions/install.ts';
import { PARTS, type Part, PROMETHEUS_OPERATOR } from '../versions/monitoring.ts';
import type { PodTrouble, Workload } from './block.ts';
import { troubleOf } from './pod.ts';

export interface WorkloadObject {
  kind: Workload['kind'];
  object: KubeObject;
}

/** A workload that is a part of the block, and its version. */
export interface FoundWorkload extends WorkloadObject {
  part: Part;
  install: Install;
}

/** The parts of the block among these workloads (§8). */
export const findWorkloads = (all: readonly WorkloadObject[]): FoundWorkload[] =>
  PARTS.flatMap(([part, software]) =>
    all.flatMap(({ kind, object }) =>
      installsIn(object, kind, [software]).map((install) => ({ part, kind, object, install })),
    ),
  );

/**
 * Whether a workload belongs to a block in these namespaces. An operator does if it manages instances there, or runs there with
 * limited scope; any other part belongs to the block where it was found.
 *
 * @param namespaces empty: all.
 */
export const belongs = ({ part, object }: FoundWorkload, namespaces: readonly string[]): boolean => {
  if (part !== 'operator' || namespaces.length === 0) return true;
  const scope = scopeOf(object);
  return (
    namespaces.some((namespace) => covers(scope, namespace)) ||
    (scope.only !== undefined && namespaces.includes(object.metadata.namespace ?? ''))
  );
};

interface OperatorScope {
  /** Undefined: all namespaces. */
  only: string[] | undefined;
  /** Namespaces that it excludes. */
  denied: string[];
}

/** The scope of an operator, from its arguments. */
export function scopeOf(workload: KubeObject): OperatorScope {
  const args = argsOf(workload);
  const general = listed(args, 'namespaces');
  const kinds = INSTANCES.map((flag) => listed(args, flag)).map((only) => (only.length > 0 ? only : general));
  return {
    only: kinds.some((only) => only.length === 0) ? undefined : [...new Set(kinds.flat())].toSorted(),
    denied: listed(args, 'deny-namespaces'),
  };
}

/** Whether an operator manages the instances in a namespace. */
export const covers = ({ only, denied }: OperatorScope, namespace: string): boolean =>
  !denied.includes(namespace) && (only === undefined || only.includes(namespace));

function argsOf(workload: KubeObject): string[] {
  const containers = itemsOf(podSpecOf(workload)?.containers);
  const operator =
    containers.find(({ image }) => PROMETHEUS_OPERATOR.image.test(imageReference(textOf(image)).name)) ??
    containers[0];
  return [operator?.command, operator?.args].flatMap((words) =>
    (Array.isArray(words) ? words : []).map((word) => textOf(word)),
  );
}

/** Flags that override `--namespaces` for instances of one kind. */
const INSTANCES = [
  'prometheus-instance-namespaces',
  'alertmanager-instance-namespaces',
  'thanos-ruler-instance-namespaces',
];

/** The values of a list flag: `--flag=a,b` or `--flag a`, with one dash or two. */
function listed(args: readonly string[], flag: string): string[] {
  const values = args.flatMap((arg, index) => {
    const [, name, value] = /^--?([^=]+)(?:=(.*))?$/.exec(arg) ?? [];
    return name === flag ? [value ?? args[index + 1] ?? ''] : [];
  });
  return values.flatMap((value) => value.split(',')).filter((value) => value !== '');
}

/**
 * The state of a part of the block.
 *
 * @param pods of its namespace; undefined if they could not be read.
 * @param namespaces of the block: an operator that excludes namespaces manages the rest of these.
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

interface KeptOn<T extends KubeObject> {
  claim: T;
  /** The size in its claim template; undefined without one. */
  templateSize: string | undefined;
  /** Whether its replica was scaled down. */
  orphaned: boolean;
}

/** The claims of a dashboard UI: those that its pods name, and those of its replicas. */
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
    if (names.includes(name)) return [{ claim, templateSize: undefined, orphaned: false }];
    const ordinal = Number(/\d+$/.exec(name)?.[0] ?? Number.NaN);
    return templatesOf(kind, object).flatMap(({ metadata, spec }) => {
      if (name !== claimName(textOf(fieldsOf(metadata)?.name), object.metadata.name, ordinal)) return [];
      const requests = fieldsOf(fieldsOf(fieldsOf(spec)?.resources)?.requests);
      const templateSize = typeof requests?.storage === 'string' ? requests.storage : undefined;
      // A StatefulSet scaled to 0 still owns its claims.
      const isUsed = wanted === 0 || (ordinal >= first && ordinal < first + wanted);
      return [{ claim, templateSize, orphaned: !isUsed }];
    });
  });
}

const templatesOf = (kind: Workload['kind'], object: KubeObject): Record<string, unknown>[] =>
  kind === 'StatefulSet' ? itemsOf(specOf(object).volumeClaimTemplates) : [];

const mountedBy = (object: KubeObject): string[] =>
  itemsOf(podSpecOf(object)?.volumes)
    .map(({ persistentVolumeClaim }) => fieldsOf(persistentVolumeClaim)?.claimName)
    .filter((claim) => typeof claim === 'string');

export function countsOf(kind: Workload['kind'], object: KubeObject): Pick<Workload, 'wanted' | 'ready'> {
  const status = fieldsOf(fieldsOf(object)?.status) ?? {};
  return kind === 'DaemonSet'
    ? { wanted: count(status.desiredNumberScheduled), ready: count(status.numberReady) }
    : { wanted: count(specOf(object).replicas, 1), ready: count(status.readyReplicas) };
}

const count = (value: unknown, absent = 0): number => (typeof value === 'number' ? value : absent);

/** Finished pods are not replicas. */
export const troublesOf = (workload: WorkloadObject, pods: readonly PodObject[]): PodTrouble[] =>
  pods
    .filter((pod) => makes(workload, pod) && !isFinished(pod))
    .map(troubleOf)
    .filter((trouble) => trouble !== undefined);

/** Whether a workload controls a pod; labels are not enough: a test pod may have the same. */
export function makes({ kind, object }: WorkloadObject, { metadata }: PodObject): boolean {
  const { name, uid } = object.metadata;
  const owner = itemsOf(metadata.ownerReferences).find(({ controller }) => controller === true);
  // A Deployment's pods are controlled by a ReplicaSet named after the Deployment and the hash of its template.
  if (kind === 'Deployment' && owner?.kind === 'ReplicaSet')
    return owner.name === `${name}-${fieldsOf(metadata.labels)?.['pod-template-hash']}`;
  return owner?.kind === kind && owner.name === name && (uid === undefined || owner.uid === uid);
}

const namespacesOf = (scope: OperatorScope, namespaces: readonly string[]): string[] =>
  scope.only?.filter((namespace) => covers(scope, namespace)) ??
  (scope.denied.length > 0 ? namespaces.filter((namespace) => covers(scope, namespace)) : []);

/** Whether its replicas split the objects among themselves. */
const isSharded = (object: KubeObject): boolean =>
  itemsOf(podSpecOf(object)?.containers)
    .flatMap(({ args }) => (Array.isArray(args) ? args : []))
    .filter((arg) => typeof arg === 'string')
    .some((arg) => /^--pod(=|$)/.test(arg) || Number(/^--total-shards=(\d+)$/.exec(arg)?.[1]) > 1);

const specOf = (object: KubeObject): Record<string, unknown> => fieldsOf(fieldsOf(object)?.spec) ?? {};

const podSpecOf = (object: KubeObject): Record<string, unknown> | undefined =>
  fieldsOf(fieldsOf(specOf(object).template)?.spec);
