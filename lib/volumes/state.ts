import { isDeepStrictEqual } from 'node:util';
import { owners } from '../objects/gitops.ts';
import { MONITORING_MANAGER } from '../objects/names.ts';
import { compareQuantities, sameQuantity } from '../objects/quantity.ts';
import { retentionSizeFor } from '../objects/retention.ts';
import { asksForLess, type Claim, isGrown, isPastController, takingOwners } from './claim.ts';
import type { Aim } from './guards/guard.ts';
import { DEFAULT_REPLICAS, type LiveSet, type Policy, takesClaims } from './instance.ts';
import type { Observed } from './observed.ts';
import type { ResizeRecord } from './record.ts';

/** How far a resize to `size` is, read from what is observed alone. */

/** The record where it can be read. */
export const recordOf = ({ record }: Observed): ResizeRecord | undefined =>
  typeof record === 'object' ? record : undefined;

/** How things are before a run changes them: what its record keeps. */
export const originalsOf = (
  observed: Observed,
  { retentionSize }: Pick<Aim, 'retentionSize'> = {},
): ResizeRecord['original'] => {
  const { instance, pods, given } = observed;
  return {
    replicas: instance.replicas === 0 ? (given ?? 0) : (instance.replicas ?? null),
    paused: instance.paused ?? null,
    size: instance.size ?? null,
    policy: instance.policy ?? null,
    ...(retentionSize !== undefined && { retentionSize: instance.retentionSize ?? null }),
    claims: Object.fromEntries(allClaims(observed).map(({ name, size }) => [name, size])),
    pods: Object.fromEntries(pods.map(({ name, uid }) => [name, uid])),
  };
};

/** Every claim of the instance, those of replicas that were scaled away with them. */
export const allClaims = ({ claims, leftovers }: Observed): Claim[] => [...claims, ...leftovers];

/** The claims that a run is to grow: those of the replicas and, where asked, the leftovers; bigger ones stay as they are. */
export const claimsToGrow = (observed: Observed, includeLeftovers: boolean): Claim[] =>
  includeLeftovers ? allClaims(observed) : observed.claims;

/** Whether a claim needs nothing more of its storage: it has the size, or a bigger one. */
export const isServed = (claim: Claim, size: string): boolean =>
  isPastController(claim, size) || compareQuantities(claim.size, size) > 0;

/** Whether a claim has arrived, file system and all. */
export const hasArrived = (claim: Claim, size: string): boolean =>
  isGrown(claim, compareQuantities(claim.size, size) > 0 ? claim.size : size);

/** StatefulSets that still have another size in their claim template. */
export const outdatedSets = ({ sets }: Observed, size: string): LiveSet[] =>
  sets.filter((set) => !sameQuantity(set.size, size));

/** Whether the resource or a live StatefulSet is still to get the size into its claim template. */
export const isTemplateDue = (observed: Observed, size: string): boolean =>
  !sameQuantity(observed.instance.size, size) || outdatedSets(observed, size).length > 0;

/** Whether anything is left to be done while the instance is stopped or held. */
export const isUnfinished = (
  observed: Observed,
  { size, includeLeftovers }: Pick<Aim, 'size' | 'includeLeftovers'>,
): boolean =>
  isTemplateDue(observed, size) ||
  !claimsToGrow(observed, includeLeftovers).every((claim) => isServed(claim, size));

/**
 * Whether retentionSize is still to be set, or by an undo to be put back: never where another writer has set a third value in
 * the middle of a run. A resize knows the former value behind its end too: there again, it was undone.
 */
export function isRetentionSizeDue(
  observed: Observed,
  { goal, retentionSize }: Pick<Aim, 'goal' | 'retentionSize'>,
): boolean {
  if (retentionSize === undefined) return false;
  const live = observed.instance.retentionSize;
  const record = goal === 'undo' ? recordOf(observed) : observed.held;
  const former = record?.original.retentionSize;
  if (goal === 'undo')
    return live === retentionSize && former !== undefined && live !== (former ?? undefined);
  return live !== retentionSize && (former === undefined || live === (former ?? undefined));
}

/**
 * The retentionSize that goes with volumes of `size`, where the live one would keep the data down to what it was before;
 * undefined where it leaves them room, or there is none.
 */
export function fittingRetentionSize(observed: Observed, size: string): string | undefined {
  const { retentionSize, size: present } = observed.instance;
  const from = recordOf(observed)?.original.size ?? present;
  if (retentionSize === undefined || from === undefined) return undefined;
  const fitting = retentionSizeFor({ retentionSize, from, to: size });
  return fitting === retentionSize ? undefined : fitting;
}

/**
 * §4.C step 1 is done: not only does the resource say so, but each live StatefulSet has the new template and no
 * replicas, its pods are gone, and no volume of theirs is attached to a node any more.
 */
export function isStopped({ setNames, sets, pods, claims, objects }: Observed, size: string): boolean {
  const stopped = sets.filter(
    (set) => !set.deleting && set.replicas === 0 && set.pods === 0 && sameQuantity(set.size, size),
  );
  return (
    stopped.length === setNames.length &&
    pods.length === 0 &&
    !claims.some(({ volume }) => objects.attached.includes(volume))
  );
}

/** Whether every StatefulSet is there with the size, counted as the resource has it, and its pods are its own again. */
export function isBack({ instance, setNames, sets, pods }: Observed, size: string | undefined): boolean {
  const replicas = instance.replicas ?? DEFAULT_REPLICAS;
  const back = sets.filter(
    (set) =>
      !set.deleting && sameQuantity(set.size, size) && set.replicas === replicas && set.pods === replicas,
  );
  const uids = sets.map(({ uid }) => uid);
  return (
    back.length === setNames.length &&
    pods.every(({ controller }) => controller !== undefined && uids.includes(controller))
  );
}

/** Whether the operator has seen the resource as it is, by its own word; one that says nothing is not waited for. */
export const isSeen = ({ instance: { reconciled, generation } }: Observed): boolean =>
  reconciled === undefined || reconciled.generation >= generation;

/** Whether the live StatefulSets have the retention policy of the resource. */
export const hasPolicyArrived = ({ instance, sets }: Observed): boolean =>
  sets.every(({ policy }) => isDeepStrictEqual(whole(policy), whole(instance.policy)));

const whole = (policy: Policy | undefined): Policy => ({ ...RETAIN, ...policy });

/** The retention policy while a run holds it. */
export const RETAIN: Policy = { whenDeleted: 'Retain', whenScaled: 'Retain' };

/** Claims that deletion would take: those with a StatefulSet or a pod as their owner. */
export const ownedClaims = (observed: Observed): Claim[] =>
  allClaims(observed).filter((claim) => takingOwners(claim).length > 0);

/** Whether neither a live policy nor an owner would take a claim with its StatefulSet or pod. */
export const isRetained = (observed: Observed): boolean =>
  !takesClaims(observed.instance.policy) &&
  !observed.sets.some(({ policy }) => takesClaims(policy)) &&
  ownedClaims(observed).length === 0;

/** Whether one of the claims has grown, or was told to, since the record was written: it can't be made smaller again. */
export const hasGrown = (observed: Observed, { original }: ResizeRecord): boolean =>
  allClaims(observed).some(({ name, size }) => {
    const before = original.claims[name];
    return before !== undefined && compareQuantities(size, before) > 0;
  });

/** The claims that are still to be told to grow. */
export const claimsDue = (observed: Observed, size: string, includeLeftovers: boolean): Claim[] =>
  claimsToGrow(observed, includeLeftovers).filter((claim) => asksForLess(claim, size));

/** Whether somebody took the record away from this run, which can't tell any more how things were. */
export const isBereft = ({ held, record }: Observed): boolean => held !== undefined && record === undefined;

/** Whether the operator is held with the new template by the run that the record is of: one patch writes both. */
export const isHeld = (observed: Observed, size: string): boolean =>
  isPausedOnline(observed) && sameQuantity(observed.instance.size, size);

/** Whether the pause is ours: it holds with the new template, or, where somebody has put that back, by who wrote it. */
export const isPausedByUs = (observed: Observed, size: string): boolean =>
  isHeld(observed, size) ||
  (isPausedOnline(observed) &&
    owners(observed.objects.instance, ['f:spec', 'f:paused']).includes(MONITORING_MANAGER));

function isPausedOnline(observed: Observed): boolean {
  const record = recordOf(observed);
  return record?.mode === 'online' && record.original.paused !== true && observed.instance.paused === true;
}

/** How an instance stands after a run that did not finish, for a person to read. */
export interface CurrentState {
  text: string;
  /** Whether something is left that the same command has to go on with. */
  unfinished: boolean;
}

export function currentStateOf(observed: Observed): CurrentState {
  const { component, instance, record, claims } = observed;
  const who = `${component.kind} ${instance.namespace}/${instance.name}`;
  const replicas = instance.replicas ?? DEFAULT_REPLICAS;
  if (record === undefined)
    return {
      text: `${who} ${replicas === 0 ? 'stands at 0 replicas' : 'runs'}, and nothing of this tool is half done`,
      unfinished: false,
    };
  const mine = recordOf(observed);
  if (!mine) return { text: `${who} has a record that can not be read`, unfinished: false };
  const what = `an unfinished ${mine.goal === 'undo' ? 'undo of a resize' : 'resize'} to ${mine.size}`;
  const grown = claims.filter((claim) => hasArrived(claim, mine.size)).length;
  const how = isPausedByUs(observed, mine.size)
    ? `runs, and its operator is paused by ${what}`
    : replicas === 0
      ? `is stopped (0 replicas) by ${what}: it collects nothing until that goes on`
      : `runs, with ${what}`;
  return { text: `${who} ${how}; ${grown} of ${claims.length} claims have grown`, unfinished: true };
}
