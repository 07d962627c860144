import type { OwnerReference } from '../../../lib/kube/api/types.ts';
import { awaitsDeletion, newOwners } from './claim-owners.ts';
import { claimsOf, newPod, placeOf, podName, REVISION_LABEL, revisionOf } from './identity.ts';
import { type Claim, isDeleting, isReady, type Pod, type StatefulSet } from './objects.ts';

/** One write of the StatefulSet controller to what a set has. */
export type Action =
  | { verb: 'create-claim'; claim: Claim }
  | { verb: 'own-claim'; claim: Claim; owners: OwnerReference[] }
  | { verb: 'create-pod'; pod: Pod }
  | { verb: 'delete-pod'; pod: Pod };

/** What there is of a set's: the pods that it controls, and every claim of the namespace, by name. */
export interface Members {
  pods: readonly Pod[];
  claims: ReadonlyMap<string, Claim>;
}

/**
 * Decides what the StatefulSet controller writes next. Pods of an `OrderedReady` set come and go one by one, those of
 * a `Parallel` set together; claims are made before their pods, and their owners set before a condemned pod goes.
 */
export function nextActions(set: StatefulSet, members: Members): Action[] {
  if (isDeleting(set)) return [];
  const isOrdered = set.spec.podManagementPolicy !== 'Parallel';
  const actions: Action[] = [];
  for (let ordinal = 0; ordinal < set.spec.replicas; ordinal += 1) {
    const pod = members.pods.find(({ metadata }) => metadata.name === podName(set, ordinal));
    actions.push(...(pod ? keep(set, pod, members) : make(set, ordinal, members)));
    if (isOrdered && !(pod && isSteady(pod))) return actions;
  }
  return [...actions, ...condemn(set, members, isOrdered), ...update(set, members)];
}

/** A pod that is there is replaced once it has ended; missing claims are made while it waits for them. */
function keep(set: StatefulSet, pod: Pod, members: Members): Action[] {
  const phase = pod.status?.phase ?? '';
  if (['Failed', 'Succeeded'].includes(phase)) return isDeleting(pod) ? [] : [{ verb: 'delete-pod', pod }];
  const missing = phase === 'Pending' ? missingClaims(set, ordinalOf(pod), members) : [];
  return [...missing, ...own(set, pod, members)];
}

function make(set: StatefulSet, ordinal: number, members: Members): Action[] {
  const pod = newPod(set, ordinal);
  const claims = claimsOf(set, ordinal).map(({ metadata }) => members.claims.get(metadata.name));
  if (claims.some((claim) => claim && awaitsDeletion(claim, set, pod))) return [];
  return [...missingClaims(set, ordinal, members), { verb: 'create-pod', pod }];
}

/** Pods above the wanted number go from the highest on, after their claims have the owners that the policy says. */
function condemn(set: StatefulSet, members: Members, isOrdered: boolean): Action[] {
  const condemned = members.pods
    .filter((pod) => ordinalOf(pod) >= set.spec.replicas)
    .sort((a, b) => ordinalOf(b) - ordinalOf(a));
  const owned = condemned.flatMap((pod) => own(set, pod, members));
  const going = isOrdered ? condemned.slice(0, 1) : condemned;
  return [
    ...owned,
    ...going.filter((pod) => !isDeleting(pod)).map((pod): Action => ({ verb: 'delete-pod', pod })),
  ];
}

/** A rolling update: the highest pod of another revision goes, once all above it are up again. */
function update(set: StatefulSet, { pods }: Members): Action[] {
  const { name } = revisionOf(set).metadata;
  for (let ordinal = set.spec.replicas - 1; ordinal >= 0; ordinal -= 1) {
    const pod = pods.find(({ metadata }) => metadata.name === podName(set, ordinal));
    if (!pod) return [];
    if (pod.metadata.labels?.[REVISION_LABEL] !== name && !isDeleting(pod))
      return [{ verb: 'delete-pod', pod }];
    if (!isSteady(pod)) return [];
  }
  return [];
}

const missingClaims = (set: StatefulSet, ordinal: number, { claims }: Members): Action[] =>
  claimsOf(set, ordinal)
    .filter(({ metadata }) => !claims.has(metadata.name))
    .map((claim) => ({ verb: 'create-claim', claim }));

function own(set: StatefulSet, pod: Pod, { claims }: Members): Action[] {
  return claimsOf(set, ordinalOf(pod)).flatMap(({ metadata }): Action[] => {
    const claim = claims.get(metadata.name);
    const owners = claim && newOwners(claim, set, pod);
    return claim && owners ? [{ verb: 'own-claim', claim, owners }] : [];
  });
}

const ordinalOf = ({ metadata }: Pod): number => placeOf(metadata.name)?.ordinal ?? -1;

const isSteady = (pod: Pod): boolean => isReady(pod) && !isDeleting(pod);
