import { isDeepStrictEqual } from 'node:util';
import { sameQuantity } from '../objects/quantity.ts';
import { asksForLess } from './claim.ts';
import { DEFAULT_REPLICAS, deletesClaims } from './instance.ts';
import type { Observed } from './observed.ts';
import {
  claimsToGrow,
  hasGrown,
  hasPolicyArrived,
  isBack,
  isHeld,
  isPausedByUs,
  isRecordLost,
  isRetained,
  isSeen,
  isStopped,
  isStorageDone,
  isTemplateDue,
  isUnfinished,
  outdatedSets,
  RETAIN,
  recordOf,
} from './state.ts';
import {
  deleteSet,
  growVolumes,
  observeGeneration,
  patchClaim,
  patchInstance,
  type ResizePlan,
  type ResizeStep,
  reconcileAll,
  releaseClaims,
  removeDeleted,
  type StepChecks,
  setRetentionSize,
  templateSize,
  wait,
} from './steps.ts';

/** §4.C: stop the instance with the new template, grow every claim, wait for the storage, restore the replicas. */
export function offlineSteps(plan: ResizePlan, checks: StepChecks): ResizeStep[] {
  const { size } = plan;
  const isDue = (observed: Observed): boolean => isUnfinished(observed, plan);
  return [
    ...retainVolumes(plan, checks),
    {
      title: 'Set replicas to 0 and the template to the new size',
      due: (observed) =>
        isDue(observed) && !(observed.instance.replicas === 0 && sameQuantity(observed.instance.size, size)),
      refusals: checks.growing,
      next: (observed) => patchInstance(observed, { replicas: 0, ...templateSize(size) }),
    },
    wait(
      'Wait for the pods to stop',
      (observed) => isDue(observed) && !isStopped(observed, size),
      reconcileAll,
      checks.deletion,
    ),
    ...growClaims(plan, checks),
    ...setRetentionSize(plan, checks),
    {
      title: 'Restore the replicas',
      due: (observed) =>
        isStoppedByUs(observed) ||
        isStoppedByHand(observed) ||
        (isRecordLost(observed) && observed.instance.replicas === 0),
      refusals: checks.any,
      next: (observed) =>
        patchInstance(observed, { replicas: recordOf(observed)?.original.replicas ?? null }),
    },
    ...waitUntilBack(plan, checks, size),
  ];
}

/** §4.C steps 2 and 3: every claim, then the storage. Growing claims first is safe: they may be larger than the template. */
const growClaims = ({ claims, size, includeOrphaned }: ResizePlan, checks: StepChecks): ResizeStep[] => [
  ...claims.map(
    (name): ResizeStep => ({
      title: `Grow claim ${name}`,
      due: (observed) =>
        claimsToGrow(observed, includeOrphaned).some(
          (claim) => claim.name === name && asksForLess(claim, size),
        ),
      refusals: checks.deletion,
      next: (observed) => patchClaim(observed, name, size),
    }),
  ),
  wait(
    'Wait for the storage to resize the volumes',
    (observed) => claimsToGrow(observed, includeOrphaned).some((claim) => !isStorageDone(claim, size)),
    growVolumes,
    checks.growing,
  ),
];

/** The undo of offline mode: restores the replicas and, if no claim has grown, the template. */
export const undoOfflineSteps = (plan: ResizePlan, checks: StepChecks): ResizeStep[] => [
  ...setRetentionSize(plan, checks),
  {
    title: 'Restore the replicas',
    due: (observed) => isStoppedByUs(observed) || isTemplateToRestore(observed),
    refusals: checks.any,
    next: (observed) => {
      const { original } = recordOf(observed) ?? {};
      return patchInstance(observed, {
        ...(isStoppedByUs(observed) && { replicas: original?.replicas ?? null }),
        ...(isTemplateToRestore(observed) && templateSize(original?.size ?? null)),
      });
    },
  },
  ...waitUntilBack(plan, checks),
];

/**
 * The last waits, and between them the retention policy, if the run set it to Retain. They end when the operator has seen
 * everything: a run that starts right away would otherwise find the resource not reconciled.
 *
 * @param size in the template; that of the resource if absent.
 */
const waitUntilBack = ({ goal, retain }: ResizePlan, checks: StepChecks, size?: string): ResizeStep[] => [
  wait(
    'Wait for the StatefulSet to come back',
    (observed) =>
      observed.record !== undefined &&
      // An undo first makes a resize that is still running stop: until then, nothing is restored for good.
      (recordOf(observed)?.goal !== goal ||
        !isBack(observed, size ?? observed.instance.size) ||
        !(retain || isSeen(observed))),
    (observed) => observeGeneration(reconcileAll(observed)),
    checks.back,
  ),
  ...(retain ? restorePolicy(checks) : []),
];

/** Whether it was stopped by hand, without a record, and the user gave the replicas to restore. */
const isStoppedByHand = ({ record, instance, given = 0 }: Observed): boolean =>
  record === undefined && instance.replicas === 0 && given > 0;

/** Whether it has 0 replicas because of the run in the record. */
function isStoppedByUs(observed: Observed): boolean {
  const record = recordOf(observed);
  return (
    record?.mode === 'offline' &&
    observed.instance.replicas === 0 &&
    (record.original.replicas ?? DEFAULT_REPLICAS) !== 0
  );
}

/** Restoring the template deletes the StatefulSet once more: only if its claims would survive that. */
function isTemplateToRestore(observed: Observed): boolean {
  const record = recordOf(observed);
  return (
    record !== undefined &&
    record.original.size !== null &&
    sameQuantity(observed.instance.size, record.size) &&
    !sameQuantity(record.original.size, record.size) &&
    !hasGrown(observed, record) &&
    isRetained(observed)
  );
}

/**
 * The order without an outage: claims first; then the operator is paused with the new template, the StatefulSets are
 * deleted without their pods, and the operator re-creates them around the same pods.
 */
export function onlineSteps(plan: ResizePlan, checks: StepChecks): ResizeStep[] {
  const { size } = plan;
  return [
    ...retainVolumes(plan, checks),
    ...growClaims(plan, checks),
    {
      title: 'Pause the operator and set the template to the new size',
      due: (observed) => isTemplateDue(observed, size) && !isHeld(observed, size),
      refusals: checks.deletion,
      next: (observed) => patchInstance(observed, { paused: true, ...templateSize(size) }),
    },
    ...recreateSets(plan, checks),
  ];
}

/**
 * The steps after the pause, which are also all of an undo: it only removes the pause. By then, the claims have grown, so
 * undoing and finishing are the same steps.
 */
export const recreateSets = (plan: ResizePlan, checks: StepChecks): ResizeStep[] => {
  const { goal, sets, size } = plan;
  return [
    wait(
      'Wait for the operator to see the pause',
      (observed) => isHeld(observed, size) && outdatedSets(observed, size).length > 0 && !isSeen(observed),
      observeGeneration,
      checks.deletion,
    ),
    ...sets.map(
      (name): ResizeStep => ({
        title: `Delete StatefulSet ${name} without its pods`,
        due: (observed) =>
          isHeld(observed, size) &&
          outdatedSets(observed, size).some((set) => set.name === name && !set.deleting),
        refusals: checks.deletion,
        next: (observed) => deleteSet(observed, name),
      }),
    ),
    wait(
      'Wait for the StatefulSet to be deleted',
      (observed) => isHeld(observed, size) && outdatedSets(observed, size).length > 0,
      removeDeleted,
      checks.deletion,
    ),
    ...setRetentionSize(plan, checks),
    {
      title: 'Restore the pause setting',
      due: (observed) =>
        isPausedByUs(observed, size) ||
        (goal === 'resize' && isRecordLost(observed) && observed.instance.paused === true),
      refusals: checks.any,
      next: (observed) => patchInstance(observed, { paused: recordOf(observed)?.original.paused ?? null }),
    },
    ...waitUntilBack(plan, checks),
  ];
};

/**
 * `--retain-volumes`: the retention policy is Retain before any StatefulSet is deleted. It is not the policy that deletes
 * claims but their owners, which the StatefulSet controller sets and removes for existing pods only, so both have to be
 * observed; and the operator has to have seen the policy, or it might still act on an earlier one.
 */
function retainVolumes(plan: ResizePlan, checks: StepChecks): ResizeStep[] {
  if (!plan.retain) return [];
  return [
    {
      title: 'Set the retention policy to Retain',
      due: (observed) => isUnfinished(observed, plan) && deletesClaims(observed.instance.policy),
      refusals: (observed) => (isForeign(observed) ? checks.deletion : checks.retaining)(observed),
      next: (observed) => patchInstance(observed, { persistentVolumeClaimRetentionPolicy: RETAIN }),
    },
    wait(
      'Wait until no volume would be deleted',
      (observed) =>
        isUnfinished(observed, plan) && !(isRetained(observed) && (isSeen(observed) || isUnderWay(observed))),
      releaseClaims,
      checks.retaining,
    ),
  ];
}

/** Whether another user changed the policy during the run: this run may not overwrite it. */
function isForeign(observed: Observed): boolean {
  const record = recordOf(observed);
  return record !== undefined && !isDeepStrictEqual(observed.instance.policy, record.original.policy);
}

/** Whether the instance is stopped or its operator paused: from then on, its StatefulSets are deleted in any case. */
const isUnderWay = ({ instance: { replicas, paused } }: Observed): boolean =>
  replicas === 0 || paused === true;

/**
 * The original retention policy, restored last, since with it the StatefulSet owns the claims again. The run ends only once
 * it has taken effect, or the next run would read an outdated policy.
 */
const restorePolicy = (checks: StepChecks): ResizeStep[] => [
  {
    title: 'Restore the retention policy',
    due: (observed) => {
      const record = recordOf(observed);
      return (
        record?.retain === true &&
        deletesClaims(record.original.policy ?? undefined) &&
        isDeepStrictEqual(observed.instance.policy, RETAIN)
      );
    },
    refusals: checks.any,
    next: (observed) => {
      const { policy = null } = recordOf(observed)?.original ?? {};
      return patchInstance(observed, {
        persistentVolumeClaimRetentionPolicy: policy && {
          whenDeleted: policy.whenDeleted ?? null,
          whenScaled: policy.whenScaled ?? null,
        },
      });
    },
  },
  wait(
    'Wait for the retention policy to take effect',
    (observed) => observed.record !== undefined && !(hasPolicyArrived(observed) && isSeen(observed)),
    (observed) => observeGeneration(reconcileAll(observed)),
    checks.any,
  ),
];
