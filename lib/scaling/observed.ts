import type { KubeObject } from '../kube/api/types.ts';
import { claimName, setNames } from '../objects/components.ts';
import { fieldsOf, textOf } from '../objects/fields.ts';
import type { Denied } from '../procedure/guard.ts';
import { itemsOf } from '../versions/install.ts';
import { type Claim, type ClaimObject, readClaim } from '../volumes/claim.ts';
import {
  DEFAULT_REPLICAS,
  type Instance,
  type InstanceObject,
  type Policy,
  readInstance,
} from '../volumes/instance.ts';
import { parseRecord, type RecordObject, type ResizeRecord } from '../volumes/record.ts';
import { CommandError } from '../words/errors.ts';
import type { Scaled } from './scaled.ts';

/** The objects that decide how something is scaled, from the API. */
export interface Objects {
  target: KubeObject;
  /** The StatefulSets of the namespace; empty for a Deployment. */
  sets: KubeObject[];
  /** The claims of the namespace; empty for a Deployment. */
  claims: ClaimObject[];
  /** The record of an unfinished resize. */
  record: RecordObject | undefined;
}

/** What is read once, before anything is changed. */
export interface ScalingContext {
  /** Number of ready pods of the operator in all namespaces; undefined if they may not be read or do not matter. */
  operators: number | undefined;
  /** Autoscalers of the namespace, by what they scale; undefined if they may not be read. */
  autoscalers: Autoscaler[] | undefined;
  /** Of the dashboard UI: what its pods keep data in. */
  persistence?: 'shared-claim' | 'own-claims';
  /** Of the cluster-state metrics: whether the replicas split the objects among themselves. */
  sharded?: boolean;
  denied?: Denied;
  /** The connection flags that a printed command needs to reach the same cluster, quoted for a shell. */
  flags?: readonly string[] | undefined;
}

export interface Autoscaler {
  name: string;
  kind: string;
  target: string;
}

/** A StatefulSet or a Deployment, by how far it has come. */
export interface Rollout {
  name: string;
  kind: string;
  /** Whether its controller has seen its latest change. */
  seen: boolean;
  wanted: number;
  /** Pods that exist, pods with the latest template, and ready ones. */
  pods: number;
  updated: number;
  ready: number;
  /** What happens to the claims of a StatefulSet. */
  policy: Policy | undefined;
}

/** The claim of a replica; these count from 0, so that of number 2 goes unused if there are 2 replicas. */
export interface ReplicaClaim {
  claim: Claim;
  ordinal: number;
}

/** Everything that decides how something is scaled. */
export interface Observed {
  scaled: Scaled;
  objects: Objects;
  name: string;
  namespace: string;
  deleting: boolean;
  /** As the resource has it. */
  replicas: number;
  /** Each has that many replicas. */
  shards: number;
  /** Only of a resource of the operator. */
  instance: Instance | undefined;
  /** What runs the replicas, and the names of those that should exist and do not. */
  rollouts: Rollout[];
  missing: string[];
  claims: ReplicaClaim[];
  record: ResizeRecord | 'unreadable' | undefined;
  context: ScalingContext;
  /** Whether the dry run of this run's write succeeded. */
  tried: boolean;
  /** Whether this run has written the number. */
  written: boolean;
  /** Whether this run has waited until the replicas were ready. */
  awaited: boolean;
}

/** More than any cluster runs, and each is named in memory. */
const MOST_SHARDS = 10_000;

type Known = Pick<Observed, 'scaled' | 'context' | 'tried' | 'written' | 'awaited'>;

/** @throws {CommandError} if the resource has more than `MOST_SHARDS` shards. */
export function observed(objects: Objects, known: Known): Observed {
  const { scaled } = known;
  const { target } = objects;
  const { name, namespace = '', deletionTimestamp } = target.metadata;
  const instance = scaled.instance && readInstance(target as InstanceObject, scaled.instance);
  const shards = instance?.shards ?? 1;
  if (shards > MOST_SHARDS)
    throw new CommandError(
      'refusal',
      `error: ${scaled.kind} ${namespace}/${name} has too many shards: ${shards}`,
      { hint: 'Correct its spec.shards.' },
    );
  const expected = scaled.instance ? setNames(scaled.instance, name, shards) : [name];
  const running = scaled.instance
    ? objects.sets.filter(({ metadata }) => expected.includes(metadata.name))
    : [target];
  const rollouts = running.map((object) => rolloutOf(object, scaled.instance ? 'StatefulSet' : scaled.kind));
  return {
    ...known,
    objects,
    name,
    namespace,
    deleting: deletionTimestamp !== undefined,
    replicas: replicasOf(target),
    shards,
    instance,
    rollouts,
    missing: expected.filter((one) => rollouts.every((rollout) => rollout.name !== one)),
    claims: replicaClaims(objects.claims, {
      sets: expected,
      templates: templatesOf(target, instance),
      first: count(fieldsOf(specOf(target).ordinals)?.start),
    }),
    record: parseRecord(objects.record),
  };
}

/** The same observation with newer objects. */
export const withObjects = (before: Observed, objects: Partial<Objects>): Observed =>
  observed({ ...before.objects, ...objects }, before);

const replicasOf = (object: KubeObject): number => count(specOf(object).replicas, DEFAULT_REPLICAS);

function rolloutOf(object: KubeObject, kind: string): Rollout {
  const spec = specOf(object);
  const { observedGeneration, replicas, updatedReplicas, readyReplicas } =
    fieldsOf(fieldsOf(object)?.status) ?? {};
  const pods = count(replicas);
  const isRolling = textOf(fieldsOf(spec.updateStrategy)?.type ?? 'RollingUpdate') === 'RollingUpdate';
  return {
    name: object.metadata.name,
    kind,
    seen: count(observedGeneration) >= (object.metadata.generation ?? 0),
    wanted: replicasOf(object),
    pods,
    // A user deletes the pods of a set with OnDelete, when it suits.
    updated: isRolling ? count(updatedReplicas) : pods,
    ready: count(readyReplicas),
    policy: fieldsOf(spec.persistentVolumeClaimRetentionPolicy) as Policy | undefined,
  };
}

/** The names of the claim templates of what is scaled. */
const templatesOf = (target: KubeObject, instance: Instance | undefined): string[] =>
  instance
    ? [instance.template]
    : itemsOf(specOf(target).volumeClaimTemplates).map(({ metadata }) => textOf(fieldsOf(metadata)?.name));

/**
 * The claims of the replicas there are, or were, in the order of these.
 *
 * @param first the number in the name of the first one, which a StatefulSet may choose.
 */
function replicaClaims(
  objects: readonly ClaimObject[],
  { sets, templates, first }: { sets: readonly string[]; templates: readonly string[]; first: number },
): ReplicaClaim[] {
  const leads = sets.flatMap((set) => templates.map((template) => claimName(template, set, 0).slice(0, -1)));
  return objects
    .flatMap((object) => {
      const [, lead = '', digits] = /^(.*-)(0|[1-9]\d{0,8})$/.exec(object.metadata.name) ?? [];
      return leads.includes(lead) ? [{ claim: readClaim(object), ordinal: Number(digits) - first }] : [];
    })
    .toSorted((one, other) => one.ordinal - other.ordinal);
}

const specOf = (object: KubeObject): Record<string, unknown> => fieldsOf(fieldsOf(object)?.spec) ?? {};

const count = (value: unknown, absent = 0): number => (typeof value === 'number' ? value : absent);
