import type { KubeObject } from '../kube/api/types.ts';
import type { Component, ComponentName } from '../objects/components.ts';
import { fieldsOf } from '../objects/fields.ts';
import { isReady, type PodObject } from '../objects/pod.ts';
import { type Retention, retentionOf } from '../objects/retention.ts';
import { itemsOf } from '../versions/install.ts';
import { instanceInstalls } from '../versions/monitoring.ts';
import { type Claim, type ClaimObject, readClaim } from '../volumes/claim.ts';
import { sourceOf } from '../volumes/gitops.ts';
import {
  DEFAULT_REPLICAS,
  type InstanceObject,
  isDaemon,
  readInstance,
  type SetObject,
} from '../volumes/instance.ts';
import { type Observed, observed } from '../volumes/observed.ts';
import type { RecordObject } from '../volumes/record.ts';
import type { InstanceState, PodTrouble, VolumeState } from './block.ts';
import { troubleOf } from './pod.ts';
import { claimsOf, countsOf, findWorkloads, makes, troublesOf, type WorkloadObject } from './workloads.ts';

/** The objects in an instance's namespace; undefined if they could not be read. */
export interface InstanceContext {
  sets: SetObject[] | undefined;
  /** Only an agent may run as a DaemonSet. */
  daemonSets?: KubeObject[] | undefined;
  claims: ClaimObject[] | undefined;
  pods: PodObject[] | undefined;
  /** The ConfigMap of an unfinished resize. */
  record: RecordObject | undefined;
}

/** The state of an instance, without the metrics of its volumes. */
export function instanceState(
  component: Component,
  object: InstanceObject,
  around: InstanceContext,
): { instance: InstanceState; volumes: VolumeState[] } {
  const { sets, claims, pods, record } = around;
  const seen = observed(
    {
      instance: object,
      sets: sets ?? [],
      claims: claims ?? [],
      pods: pods ?? [],
      attached: [],
      record,
    },
    {
      component,
      context: { classes: undefined, quotas: [], operators: undefined },
      given: undefined,
      held: undefined,
      tried: false,
    },
  );
  const { instance } = seen;
  const daemon = isDaemon(component, object.spec);
  return {
    instance: {
      component: component.name,
      kind: component.kind,
      namespace: instance.namespace,
      name: instance.name,
      versions: instanceInstalls(object, component, pods ?? []).flatMap(({ version }) => version ?? []),
      ...(daemon ? daemonState(seen, around) : replicaState(seen, around)),
      source: sourceOf(seen)?.text ?? null,
      paused: instance.paused === true,
      complaint: complaintOf(seen),
      retention: retentionOf(fieldsOf(object.spec), component.retention),
      size: instance.storage === 'template' ? instance.size : undefined,
      resize: resizeOf(seen),
    },
    volumes: volumesOf(seen, pods, daemon),
  };
}

function replicaState(
  seen: Observed,
  { sets, pods }: InstanceContext,
): Pick<InstanceState, 'wanted' | 'ready' | 'troubles'> {
  const expected = podsOf(seen);
  return {
    wanted: expected.length,
    ready: pods
      ? expected.filter((name) => pods.some((pod) => pod.metadata.name === name && isReady(pod))).length
      : readyOf(seen.objects.instance),
    troubles: pods
      ? expected
          .map((name) => troubleAt(name, seen, { pods, sets }))
          .filter((trouble) => trouble !== undefined)
      : [],
  };
}

/** The state of a DaemonSet's pods; if it could not be read, the existing pods count as the desired ones. */
function daemonState(
  { component, instance: { name }, objects }: Observed,
  { daemonSets, pods = [] }: InstanceContext,
): Pick<InstanceState, 'wanted' | 'ready' | 'troubles' | 'daemon'> {
  const named = { metadata: { name: `${component.prefix}-${name}` } };
  const object = daemonSets?.find(({ metadata }) => metadata.name === named.metadata.name);
  const workload = { kind: 'DaemonSet' as const, object: object ?? named };
  if (object) return { daemon: true, ...countsOf('DaemonSet', object), troubles: troublesOf(workload, pods) };
  const own = pods.filter((pod) => makes(workload, pod));
  const none = {
    pod: 'its pods',
    reason: `DaemonSet ${named.metadata.name} does not exist`,
    maker: { kind: component.kind, name },
  };
  return {
    daemon: true,
    wanted: own.length,
    ready: own.length > 0 ? own.filter(isReady).length : readyOf(objects.instance),
    troubles: daemonSets ? [none] : troublesOf(workload, own),
  };
}

/** Names of the desired pods. */
const podsOf = ({ instance: { replicas = DEFAULT_REPLICAS }, setNames }: Observed): string[] =>
  setNames.flatMap((set) =>
    Array.from({ length: Math.max(0, replicas) }, (_, ordinal) => `${set}-${ordinal}`),
  );

/** The operator's count, if pods could not be read. */
const readyOf = (object: InstanceObject): number | undefined => {
  const ready = fieldsOf(object.status)?.availableReplicas;
  return typeof ready === 'number' ? ready : undefined;
};

function troubleAt(
  name: string,
  { component, instance }: Observed,
  { pods, sets }: { pods: readonly PodObject[]; sets: readonly SetObject[] | undefined },
): PodTrouble | undefined {
  const pod = pods.find(({ metadata }) => metadata.name === name);
  if (pod) return troubleOf(pod);
  const set = name.replace(/-\d+$/, '');
  return sets === undefined || sets.some(({ metadata }) => metadata.name === set)
    ? { pod: name, reason: 'the pod does not exist', maker: { kind: 'StatefulSet', name: set } }
    : {
        pod: name,
        reason: `StatefulSet ${set} does not exist`,
        maker: { kind: component.kind, name: instance.name },
      };
}

const complaintOf = ({ instance: { reconciled } }: Observed): string | undefined =>
  reconciled === undefined || reconciled.ok ? undefined : reconciled.message || 'no reason is given';

function resizeOf({ record }: Observed): InstanceState['resize'] {
  if (typeof record !== 'object') return record;
  const { goal, size, mode, started, retain } = record;
  return { goal, size, mode, started, retain };
}

/**
 * The claims of an instance. Scaled to 0, it will need all of them again; a claim that a pod mounts is in use. A DaemonSet's pods
 * use none, but claims may be left from before.
 */
function volumesOf(
  { component, instance, claims, orphaned }: Observed,
  pods: readonly PodObject[] = [],
  daemon: boolean,
): VolumeState[] {
  const { namespace, name, size } = instance;
  const owner = { component: component.name, kind: component.kind, name };
  const podOf = (claim: Claim): PodObject | undefined =>
    pods.find(({ metadata }) => claim.name === `${instance.template}-${metadata.name}`);
  const volume = (claim: Claim, orphaned: boolean): VolumeState => ({
    namespace,
    claim,
    owner,
    templateSize: size,
    orphaned,
    retentionSize: retentionSizeIn(podOf(claim), component.container),
    metrics: undefined,
  });
  const isInUse = (claim: Claim): boolean => instance.replicas === 0 || podOf(claim) !== undefined;
  return [
    ...claims.map((claim) => volume(claim, daemon)),
    ...orphaned.map((claim) => volume(claim, daemon || !isInUse(claim))),
  ];
}

/** The retentionSize argument of a container; null: none; undefined: unknown. */
function retentionSizeIn(pod: PodObject | undefined, container: string): string | null | undefined {
  const args = itemsOf(pod?.spec?.containers).find(({ name }) => name === container)?.args;
  // The API server guarantees a list of strings; ignore anything else.
  if (!Array.isArray(args) || !args.every((arg) => typeof arg === 'string')) return undefined;
  const limit = args.find((arg) => arg.startsWith(RETENTION_SIZE));
  return limit?.slice(RETENTION_SIZE.length) ?? null;
}

const RETENTION_SIZE = '--storage.tsdb.retention.size=';

/** An owner of volumes: an instance, or the workload of the dashboard UI. */
export interface Owner {
  component: ComponentName | 'ui';
  kind: string;
  namespace: string;
  name: string;
  retention: Retention;
  /** Where its data is, if not on claims: `emptyDir`, `none`; undefined with a claim template. */
  elsewhere?: string;
}

export interface Volume {
  owner: Owner;
  claim: Claim;
  /** Whether its replica was scaled down. */
  orphaned: boolean;
}

export interface Owned {
  owner: Owner;
  volumes: Volume[];
}

/** An instance and its claims, those of its replicas first. */
export function ofInstance(
  object: InstanceObject,
  component: Component,
  claims: readonly ClaimObject[],
): Owned {
  const { namespace, name, replicas, storage } = readInstance(object, component);
  const { instance, volumes } = instanceState(component, object, {
    claims: claims.filter(({ metadata }) => metadata.namespace === namespace),
    sets: undefined,
    pods: undefined,
    record: undefined,
  });
  const owner: Owner = {
    component: component.name,
    kind: component.kind,
    namespace,
    name,
    retention: instance.retention,
    ...(storage !== 'template' && { elsewhere: storage }),
  };
  return {
    owner,
    // An instance scaled to 0 still owns its volumes.
    volumes: volumes.map(({ claim, orphaned }) => ({ owner, claim, orphaned: orphaned && replicas !== 0 })),
  };
}

/** A dashboard UI and its claims; empty for other workloads, or without claims. */
export function ofUi(workload: WorkloadObject, claims: readonly ClaimObject[]): Owned[] {
  return findWorkloads([workload]).flatMap((found) => {
    const { name, namespace = '' } = found.object.metadata;
    const owner: Owner = { component: 'ui', kind: found.kind, namespace, name, retention: {} };
    const volumes = claimsOf(
      found,
      claims.filter(({ metadata }) => metadata.namespace === namespace),
    ).map(({ claim, orphaned }) => ({ owner, claim: readClaim(claim), orphaned }));
    return volumes.length > 0 ? [{ owner, volumes }] : [];
  });
}
