import { type Component, claimName, instanceLabels, setNames } from '../objects/components.ts';
import type { Denied } from '../procedure/guard.ts';
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

/** The objects that a resize decides on, as the API gave them. */
export interface Objects {
  instance: InstanceObject;
  /** StatefulSets, claims and pods of the namespace. */
  sets: SetObject[];
  claims: ClaimObject[];
  pods: PodObject[];
  /** Names of the volumes that are attached to a node. */
  attached: string[];
  /** The ConfigMap of the record; undefined where there is none. */
  record: RecordObject | undefined;
}

/** A StorageClass, as far as it says whether its volumes grow. */
export interface StorageClass {
  name: string;
  expandable: boolean;
}

/** A ResourceQuota: its limits and what is used of them, by the quota's own names. */
export interface Quota {
  name: string;
  hard: Record<string, string>;
  used: Record<string, string>;
}

/** What stands around an instance and decides with it; read once, before anything is changed. */
export interface VolumesContext {
  /** Undefined where they may not be read. */
  classes: StorageClass[] | undefined;
  quotas: Quota[];
  /** How many pods of the operator are ready, anywhere; undefined where they may not be read. */
  operators: number | undefined;
  /** The writes of a run that are not allowed, and the rule that would allow them; absent where all are. */
  denied?: Denied;
}

/** Everything that a run decides on. */
export interface Observed {
  component: Component;
  objects: Objects;
  instance: Instance;
  /** StatefulSets of this instance that exist, and the names of all that should. */
  sets: LiveSet[];
  setNames: string[];
  /** Claims of the replicas, by their computed names; `missing` are those that do not exist. */
  claims: Claim[];
  missing: string[];
  /** Claims with the labels of this instance that belong to no replica: of replicas that were scaled away. */
  leftovers: Claim[];
  pods: Pod[];
  record: ResizeRecord | 'unreadable' | undefined;
  context: VolumesContext;
  /** How many replicas a shard had, as a person says of an instance that stands at none. */
  given: number | undefined;
  /** The record as this run saw it last, behind its end too: what it knows of how things were. */
  held: ResizeRecord | undefined;
  /** Whether the writes of this run were tried and taken. */
  tried: boolean;
}

/** What a run knows beside the objects. */
export type Known = Pick<Observed, 'component' | 'context' | 'given' | 'held' | 'tried'>;

/** The observation of what the API gave. */
export function observed(objects: Objects, known: Known): Observed {
  const { component, context, given, held, tried } = known;
  const instance = readInstance(objects.instance, component);
  const record = parseRecord(objects.record);
  const names = setNames(component, instance.name, instance.shards);
  const expected = claimNames(instance, names, replicasOf(instance, record, given));
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
    leftovers: claims.filter((claim) => !expected.includes(claim.name) && labelled(claim)),
    pods: objects.pods.filter((pod) => labelled(pod.metadata) && isReplica(pod, names)).map(readPod),
    record,
    held: typeof record === 'object' ? record : held,
  };
}

/** Whether a pod is of one of these StatefulSets, or was left behind by one: a test's pod may have the same labels. */
function isReplica({ metadata: { name, ownerReferences } }: PodObject, sets: string[]): boolean {
  const controller = ownerReferences?.find((owner) => owner.controller);
  return controller
    ? controller.kind === 'StatefulSet' && sets.includes(controller.name)
    : sets.includes(name.replace(/-\d+$/, ''));
}

/** The same observation with newer objects. */
export const withObjects = (before: Observed, objects: Partial<Objects>): Observed =>
  observed({ ...before.objects, ...objects }, before);

/** How many replicas a shard has when it is not stopped. */
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
