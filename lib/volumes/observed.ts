import { type Component, claimName, instanceLabels, setNames } from '../objects/components.ts';
import type { Denied } from '../procedure/guard.ts';
import { CommandError } from '../words/errors.ts';
import { type Claim, type ClaimObject, readClaim } from './claim.ts';
import {
  DEFAULT_REPLICAS,
  type Instance,
  type InstanceObject,
  type LiveSet,
  type Pod,
  type PodObject,
  readInstance,
  readPod,
  readSet,
  type SetObject,
} from './instance.ts';
import { parseRecord, type RecordObject, type ResizeRecord } from './record.ts';

/** The objects that decide a resize, from the API. */
export interface Objects {
  instance: InstanceObject;
  /** StatefulSets, claims and pods of the namespace. */
  sets: SetObject[];
  claims: ClaimObject[];
  pods: PodObject[];
  /** Names of the volumes that are attached to a node. */
  attached: string[];
  /** The ConfigMap of the record; undefined if there is none. */
  record: RecordObject | undefined;
}

/** Whether volumes of a StorageClass can grow. */
export interface StorageClass {
  name: string;
  expandable: boolean;
}

/** The limits of a ResourceQuota and their usage, by resource name. */
export interface Quota {
  name: string;
  hard: Record<string, string>;
  used: Record<string, string>;
}

/** The context of an instance, read once, before anything is changed. */
export interface VolumesContext {
  /** Undefined if they may not be read. */
  classes: StorageClass[] | undefined;
  quotas: Quota[];
  /** Number of ready pods of the operator in all namespaces; undefined if they may not be read. */
  operators: number | undefined;
  /** The writes of a run that are not allowed, and the rule that would allow them; absent if all are allowed. */
  denied?: Denied;
  /** The connection flags that a printed command needs to reach the same cluster, quoted for a shell. */
  flags?: readonly string[] | undefined;
}

/** Everything that decides a run. */
export interface Observed {
  component: Component;
  objects: Objects;
  instance: Instance;
  /** Existing StatefulSets of this instance, and the names of all that should exist. */
  sets: LiveSet[];
  setNames: string[];
  /** Claims of the replicas, by their computed names; `missing` are those that do not exist. */
  claims: Claim[];
  missing: string[];
  /** Claims with the labels of this instance that belong to no replica: those of scaled-down replicas. */
  orphaned: Claim[];
  pods: Pod[];
  record: ResizeRecord | 'unreadable' | undefined;
  context: VolumesContext;
  /** `--replicas`: how many replicas a shard had, for an instance that has none. */
  given: number | undefined;
  /** The record as this run last saw it, also after its deletion: the original values. */
  held: ResizeRecord | undefined;
  /** Whether the dry run of this run's writes succeeded. */
  tried: boolean;
}

/** What a run knows besides the objects. */
export type Known = Pick<Observed, 'component' | 'context' | 'given' | 'held' | 'tried'>;

/** The most pods of an instance: more than any cluster runs, and each is named in memory. */
const MOST_PODS = 100_000;

/** @throws {CommandError} if the instance has more than `MOST_PODS` replicas. */
export function observed(objects: Objects, known: Known): Observed {
  const { component, context, given, held, tried } = known;
  const instance = readInstance(objects.instance, component);
  const record = parseRecord(objects.record);
  const replicas = replicasOf(instance, record, given);
  if (Math.max(1, replicas, instance.replicas ?? 0) * instance.shards > MOST_PODS)
    throw new CommandError(
      'refusal',
      `error: ${component.kind} ${instance.namespace}/${instance.name} has too many replicas: ${replicas} in each of ${instance.shards} ${instance.shards === 1 ? 'shard' : 'shards'}`,
      { hint: 'Correct its spec.replicas and spec.shards, or the number of replicas that was given.' },
    );
  const names = setNames(component, instance.name, instance.shards);
  const expected = claimNames(instance, names, replicas);
  const claims = objects.claims.map(readClaim);
  const labelled = ({ labels = {} }: { labels?: Record<string, string> }): boolean =>
    Object.entries(instanceLabels(component, instance.name)).every(([key, value]) => labels[key] === value);
  return {
    component,
    context,
    given,
    tried,
    objects,
    instance,
    setNames: names,
    sets: objects.sets
      .filter(({ metadata }) => names.includes(metadata.name))
      .map((set) => readSet(set, instance.template)),
    claims: expected.flatMap((name) => claims.filter((claim) => claim.name === name)),
    missing: expected.filter((name) => claims.every((claim) => claim.name !== name)),
    orphaned: claims.filter((claim) => !expected.includes(claim.name) && labelled(claim)),
    pods: objects.pods.filter((pod) => labelled(pod.metadata) && isReplica(pod, names)).map(readPod),
    record,
    held: typeof record === 'object' ? record : held,
  };
}

/** Whether a pod belongs, or belonged, to one of these StatefulSets: other pods may have the same labels. */
function isReplica({ metadata: { name, ownerReferences } }: PodObject, sets: string[]): boolean {
  const controller = ownerReferences?.find((owner) => owner.controller);
  return controller
    ? controller.kind === 'StatefulSet' && sets.includes(controller.name)
    : sets.includes(name.replace(/-\d+$/, ''));
}

/** The same observation with newer objects. */
export const withObjects = (before: Observed, objects: Partial<Objects>): Observed =>
  observed({ ...before.objects, ...objects }, before);

/** Replicas of a shard while it is not stopped. */
function replicasOf(
  { replicas = DEFAULT_REPLICAS }: Instance,
  record: Observed['record'],
  given: number | undefined,
): number {
  const recorded = typeof record === 'object' ? (record.original.replicas ?? DEFAULT_REPLICAS) : undefined;
  return recorded ?? (replicas === 0 ? (given ?? 0) : replicas);
}

const claimNames = ({ template }: Instance, sets: string[], replicas: number): string[] =>
  sets.flatMap((set) => Array.from({ length: replicas }, (_, ordinal) => claimName(template, set, ordinal)));
