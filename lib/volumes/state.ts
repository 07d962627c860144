import { isDeepStrictEqual } from 'node:util';
import type { Component, ComponentName } from '../objects/components.ts';
import { owners } from '../objects/gitops.ts';
import { MONITORING_MANAGER } from '../objects/names.ts';
import { compareQuantities, sameQuantity } from '../objects/quantity.ts';
import { retentionSizeFor } from '../objects/retention.ts';
import { asksForLess, type Claim, cascadingOwners, isGrown, isPastController } from './claim.ts';
import type { Target } from './guards/guard.ts';
import { DEFAULT_REPLICAS, deletesClaims, type LiveSet, type Policy, undoArgs } from './instance.ts';
import type { Observed } from './observed.ts';
import type { ResizeRecord } from './record.ts';

/** The record, if it can be read. */
export const recordOf = ({ record }: Observed): ResizeRecord | undefined =>
  typeof record === 'object' ? record : undefined;

/** The command that undoes the unfinished run of an instance, for hints. */
export const undoText = ({
  component: { kind },
  instance: { name, namespace },
  context: { flags = [] },
}: Observed): string => [...undoArgs(kind, name), '-n', namespace, ...flags].join(' ');

/** The values before a run, for its record. */
export const originalsOf = (
  observed: Observed,
  { retentionSize }: Pick<Target, 'retentionSize'> = {},
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

/** Every claim of the instance, including those of scaled-down replicas. */
export const allClaims = ({ claims, orphaned }: Observed): Claim[] => [...claims, ...orphaned];

/** The claims of a run: those of the replicas and, if requested, of scaled-down ones. Bigger ones stay as they are. */
export const claimsToGrow = (observed: Observed, includeOrphaned: boolean): Claim[] =>
  includeOrphaned ? allClaims(observed) : observed.claims;

/** Whether the storage has nothing left to do for a claim: it has the size, or requests a bigger one. */
export const isStorageDone = (claim: Claim, size: string): boolean =>
  isPastController(claim, size) || compareQuantities(claim.size, size) > 0;

/** Whether a claim has its size, including the file system. */
export const isResized = (claim: Claim, size: string): boolean =>
  isGrown(claim, compareQuantities(claim.size, size) > 0 ? claim.size : size);

/** StatefulSets with another size in their claim template. */
export const outdatedSets = ({ sets }: Observed, size: string): LiveSet[] =>
  sets.filter((set) => !sameQuantity(set.size, size));

/** Whether the claim template of the resource or of a live StatefulSet has another size. */
export const isTemplateDue = (observed: Observed, size: string): boolean =>
  !sameQuantity(observed.instance.size, size) || outdatedSets(observed, size).length > 0;

/** Whether anything is left to do that needs the instance stopped or its operator paused. */
export const isUnfinished = (
  observed: Observed,
  { size, includeOrphaned }: Pick<Target, 'size' | 'includeOrphaned'>,
): boolean =>
  isTemplateDue(observed, size) ||
  !claimsToGrow(observed, includeOrphaned).every((claim) => isStorageDone(claim, size));

/**
 * Whether retentionSize still has to be set, or restored by an undo: not if another writer set a third value during the run.
 * A resize knows the old value even after its record is gone: finding that value again means that it was undone.
 */
export function isRetentionSizeDue(
  observed: Observed,
  { goal, retentionSize }: Pick<Target, 'goal' | 'retentionSize'>,
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
 * The retentionSize that fits volumes of `size`, if the current one would limit the data as before; undefined if it leaves
 * enough room, or if there is none.
 */
export function fittingRetentionSize(observed: Observed, size: string): string | undefined {
  const { retentionSize, size: present } = observed.instance;
  const from = recordOf(observed)?.original.size ?? present;
  if (retentionSize === undefined || from === undefined) return undefined;
  const fitting = retentionSizeFor({ retentionSize, from, to: size });
  return fitting === retentionSize ? undefined : fitting;
}

/**
 * Whether §4.C step 1 is done: not only in the resource, but each live StatefulSet has the new template and no replicas, its
 * pods are gone, and none of their volumes is attached to a node.
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

/** Whether every StatefulSet exists with the size and the replicas of the resource, and controls its pods. */
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

/** Whether the operator has observed the current generation; true if it reports none. */
export const isSeen = ({ instance: { reconciled, generation } }: Observed): boolean =>
  reconciled === undefined || reconciled.generation >= generation;

/** Whether the live StatefulSets have the retention policy of their resource. */
export const hasPolicyArrived = ({ instance, sets }: Observed): boolean =>
  sets.every(({ policy }) => isDeepStrictEqual(withDefaults(policy), withDefaults(instance.policy)));

const withDefaults = (policy: Policy | undefined): Policy => ({ ...RETAIN, ...policy });

/** The retention policy during a run with `--retain-volumes`. */
export const RETAIN: Policy = { whenDeleted: 'Retain', whenScaled: 'Retain' };

/** Claims owned by a StatefulSet or a pod, with which they would be deleted. */
export const ownedClaims = (observed: Observed): Claim[] =>
  allClaims(observed).filter((claim) => cascadingOwners(claim).length > 0);

/** Whether neither a policy nor an owner would delete a claim with its StatefulSet or pod. */
export const isRetained = (observed: Observed): boolean =>
  !deletesClaims(observed.instance.policy) &&
  !observed.sets.some(({ policy }) => deletesClaims(policy)) &&
  ownedClaims(observed).length === 0;

/** Whether the requested size of a claim has grown since the record was written: it cannot shrink back. */
export const hasGrown = (observed: Observed, { original }: ResizeRecord): boolean =>
  allClaims(observed).some(({ name, size }) => {
    const before = original.claims[name];
    return before !== undefined && compareQuantities(size, before) > 0;
  });

/** The claims that still have to be patched. */
export const claimsDue = (observed: Observed, size: string, includeOrphaned: boolean): Claim[] =>
  claimsToGrow(observed, includeOrphaned).filter((claim) => asksForLess(claim, size));

/** Whether the record of this run was deleted, by another run or user. */
export const isRecordLost = ({ held, record }: Observed): boolean =>
  held !== undefined && record === undefined;

/** Whether the run in the record has paused the operator with the new template: one patch writes both. */
export const isHeld = (observed: Observed, size: string): boolean =>
  isPausedOnline(observed) && sameQuantity(observed.instance.size, size);

/** Whether the pause is ours: it came with the new template or, if that was reverted, this tool is its field manager. */
export const isPausedByUs = (observed: Observed, size: string): boolean =>
  isHeld(observed, size) ||
  (isPausedOnline(observed) &&
    owners(observed.objects.instance, ['f:spec', 'f:paused']).includes(MONITORING_MANAGER));

function isPausedOnline(observed: Observed): boolean {
  const record = recordOf(observed);
  return record?.mode === 'online' && record.original.paused !== true && observed.instance.paused === true;
}

/** What an instance does not do while it is stopped. */
export const idleText = ({ name }: Component): string => IDLE[name];

const IDLE: Record<ComponentName, string> = {
  metrics: 'nothing is collected',
  alerts: 'no alerts are sent',
  ruler: 'no rules are evaluated',
  agent: 'nothing is collected',
};

/** The state of an instance, as text; `unfinished` if the same command has to be run again to finish. */
export function currentStateOf(observed: Observed) {
  const { component, instance, record, claims } = observed;
  const who = `${component.kind} ${instance.namespace}/${instance.name}`;
  const replicas = instance.replicas ?? DEFAULT_REPLICAS;
  if (record === undefined)
    return {
      text: `${who} ${replicas === 0 ? 'has 0 replicas' : 'is running'}, and no run of this tool is unfinished`,
      unfinished: false,
    };
  const readable = recordOf(observed);
  if (!readable) return { text: `${who} has a record that cannot be read`, unfinished: false };
  const what = `an unfinished ${readable.goal === 'undo' ? 'undo of a resize' : 'resize'} to ${readable.size}`;
  const { size } = readable;
  const grown = claims.filter((claim) => isStorageDone(claim, size));
  const waiting = grown.filter((claim) => !isResized(claim, size)).length;
  const how = isPausedByUs(observed, readable.size)
    ? `is running, with its operator paused by ${what}`
    : replicas === 0
      ? `is stopped (0 replicas) by ${what}: ${idleText(component)} until the run is resumed`
      : `is running, with ${what}`;
  const volumes = `the storage has grown ${grown.length} of ${claims.length} volumes`;
  const systems =
    waiting > 0
      ? `, ${waiting === 1 ? 'a file system grows' : `${waiting} file systems grow`} when the pods run`
      : '';
  return { text: `${who} ${how}; ${volumes}${systems}`, unfinished: true };
}
