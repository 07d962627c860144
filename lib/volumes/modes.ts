import { isDeepStrictEqual } from 'node:util';
import { sameQuantity } from '../objects/quantity.ts';
import { asksForLess } from './claim.ts';
import { DEFAULT_REPLICAS, takesClaims } from './instance.ts';
import type { Observed } from './observed.ts';
import {
  claimsToGrow,
  hasGrown,
  hasPolicyArrived,
  isBack,
  isBereft,
  isHeld,
  isPausedByUs,
  isRetained,
  isSeen,
  isServed,
  isStopped,
  isTemplateDue,
  isUnfinished,
  outdatedSets,
  RETAIN,
  recordOf,
} from './state.ts';
import {
  caughtUp,
  deleteSet,
  gone,
  grown,
  type Judges,
  patchClaim,
  patchInstance,
  type ResizePlan,
  type ResizeStep,
  released,
  seen,
  setRetentionSize,
  templateSize,
  wait,
} from './steps.ts';

/** §4.C: stop the instance with the new template, grow every claim, see it pending or done, restore the replicas. */
export function documentedSteps(plan: ResizePlan, judges: Judges): ResizeStep[] {
  const { size } = plan;
  const isDue = (observed: Observed): boolean => isUnfinished(observed, plan);
  return [
    ...retainVolumes(plan, judges),
    {
      title: 'Set replicas to 0 and the template to the new size',
      due: (observed) =>
        isDue(observed) && !(observed.instance.replicas === 0 && sameQuantity(observed.instance.size, size)),
      refusals: judges.growing,
      next: (observed) => patchInstance(observed, { replicas: 0, ...templateSize(size) }),
    },
    wait(
      'Wait until it has stopped',
      (observed) => isDue(observed) && !isStopped(observed, size),
      caughtUp,
      judges.taking,
    ),
    ...growClaims(plan, judges),
    ...setRetentionSize(plan, judges),
    {
      title: 'Restore the replicas',
      due: (observed) =>
        isStoppedByUs(observed) ||
        isStoppedByHand(observed) ||
        (isBereft(observed) && observed.instance.replicas === 0),
      refusals: judges.any,
      next: (observed) =>
        patchInstance(observed, { replicas: recordOf(observed)?.original.replicas ?? null }),
    },
    ...waitUntilBack(plan, judges, size),
  ];
}

/** §4.C steps 2 and 3: every claim, then the storage. Claims first never harms: a template may be behind its claims. */
const growClaims = ({ claims, size, includeLeftovers }: ResizePlan, judges: Judges): ResizeStep[] => [
  ...claims.map(
    (name): ResizeStep => ({
      title: `Grow claim ${name}`,
      due: (observed) =>
        claimsToGrow(observed, includeLeftovers).some(
          (claim) => claim.name === name && asksForLess(claim, size),
        ),
      refusals: judges.taking,
      next: (observed) => patchClaim(observed, name, size),
    }),
  ),
  wait(
    'Wait until the storage has resized the volumes',
    (observed) => claimsToGrow(observed, includeLeftovers).some((claim) => !isServed(claim, size)),
    grown,
    judges.growing,
  ),
];

/** What is undone of the document's order: the replicas and, while no claim has grown, the template. */
export const undoDocumentedSteps = (plan: ResizePlan, judges: Judges): ResizeStep[] => [
  ...setRetentionSize(plan, judges),
  {
    title: 'Restore the replicas',
    due: (observed) => isStoppedByUs(observed) || isTemplateToRestore(observed),
    refusals: judges.any,
    next: (observed) => {
      const { original } = recordOf(observed) ?? {};
      return patchInstance(observed, {
        ...(isStoppedByUs(observed) && { replicas: original?.replicas ?? null }),
        ...(isTemplateToRestore(observed) && templateSize(original?.size ?? null)),
      });
    },
  },
  ...waitUntilBack(plan, judges),
];

/**
 * The last waits, with the retention policy restored between them where a run retained the volumes. The operator has to have
 * seen everything at the end: a run that begins at once would find the resource not reconciled.
 *
 * @param size that the template has then; what the resource says, when absent.
 */
const waitUntilBack = ({ goal, retain }: ResizePlan, judges: Judges, size?: string): ResizeStep[] => [
  wait(
    'Wait until its StatefulSet is back',
    (observed) =>
      observed.record !== undefined &&
      // An undo has a resize that is still running stop first: until then nothing is back for good.
      (recordOf(observed)?.goal !== goal ||
        !isBack(observed, size ?? observed.instance.size) ||
        !(retain || isSeen(observed))),
    (observed) => seen(caughtUp(observed)),
    judges.back,
  ),
  ...(retain ? restorePolicy(judges) : []),
];

/** Whether somebody stopped it without a record, and a person says with how many replicas it is to run. */
const isStoppedByHand = ({ record, instance, given = 0 }: Observed): boolean =>
  record === undefined && instance.replicas === 0 && given > 0;

/** Whether it stands at no replicas because of the run that the record is of. */
function isStoppedByUs(observed: Observed): boolean {
  const record = recordOf(observed);
  return (
    record?.mode === 'documented' &&
    observed.instance.replicas === 0 &&
    (record.original.replicas ?? DEFAULT_REPLICAS) !== 0
  );
}

/** A template that goes back makes the StatefulSet go away once more: only where nothing would take its claims. */
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
 * deleted without their pods, and the operator makes them again around the same pods.
 */
export function onlineSteps(plan: ResizePlan, judges: Judges): ResizeStep[] {
  const { size } = plan;
  return [
    ...retainVolumes(plan, judges),
    ...growClaims(plan, judges),
    {
      title: 'Pause the operator and set the template to the new size',
      due: (observed) => isTemplateDue(observed, size) && !isHeld(observed, size),
      refusals: judges.taking,
      next: (observed) => patchInstance(observed, { paused: true, ...templateSize(size) }),
    },
    ...remakeSets(plan, judges),
  ];
}

/**
 * What comes after the pause, and all of an undo: only the pause is taken back. Once it holds, the claims have grown, and the
 * way out is the way on.
 */
export const remakeSets = (plan: ResizePlan, judges: Judges): ResizeStep[] => {
  const { goal, sets, size } = plan;
  return [
    wait(
      'Wait until the operator has seen the pause',
      (observed) => isHeld(observed, size) && outdatedSets(observed, size).length > 0 && !isSeen(observed),
      seen,
      judges.taking,
    ),
    ...sets.map(
      (name): ResizeStep => ({
        title: `Delete StatefulSet ${name}, without its pods`,
        due: (observed) =>
          isHeld(observed, size) &&
          outdatedSets(observed, size).some((set) => set.name === name && !set.deleting),
        refusals: judges.taking,
        next: (observed) => deleteSet(observed, name),
      }),
    ),
    wait(
      'Wait until it is gone',
      (observed) => isHeld(observed, size) && outdatedSets(observed, size).length > 0,
      gone,
      judges.taking,
    ),
    ...setRetentionSize(plan, judges),
    {
      title: 'Restore the pause as it was',
      due: (observed) =>
        isPausedByUs(observed, size) ||
        (goal === 'resize' && isBereft(observed) && observed.instance.paused === true),
      refusals: judges.any,
      next: (observed) => patchInstance(observed, { paused: recordOf(observed)?.original.paused ?? null }),
    },
    ...waitUntilBack(plan, judges),
  ];
};

/**
 * `--retain-volumes`: the retention policy is Retain before any StatefulSet goes away. What takes claims is not the
 * policy but their owners, and the StatefulSet controller sets and removes these for existing pods only, so that both
 * have to be seen; and the operator has to say that it has seen the policy, or it might still act on a former one.
 */
function retainVolumes(plan: ResizePlan, judges: Judges): ResizeStep[] {
  if (!plan.retain) return [];
  return [
    {
      title: 'Set the retention policy to Retain',
      due: (observed) => isUnfinished(observed, plan) && takesClaims(observed.instance.policy),
      refusals: (observed) => (isForeign(observed) ? judges.taking : judges.retaining)(observed),
      next: (observed) => patchInstance(observed, { persistentVolumeClaimRetentionPolicy: RETAIN }),
    },
    wait(
      'Wait until nothing takes the volumes',
      (observed) =>
        isUnfinished(observed, plan) && !(isRetained(observed) && (isSeen(observed) || isUnderWay(observed))),
      released,
      judges.retaining,
    ),
  ];
}

/** Whether somebody has set a policy that takes claims in the middle of a run: it is not this run's to take back. */
function isForeign(observed: Observed): boolean {
  const record = recordOf(observed);
  return record !== undefined && !isDeepStrictEqual(observed.instance.policy, record.original.policy);
}

/** Whether the instance is stopped, or its operator held: from there on its StatefulSets go, whoever sees what. */
const isUnderWay = ({ instance: { replicas, paused } }: Observed): boolean =>
  replicas === 0 || paused === true;

/**
 * The former retention policy again: last of all, for with it the StatefulSet owns the claims again. Only once it has
 * come through is the run over, or the next one would take what is still on its way for what there is.
 */
const restorePolicy = (judges: Judges): ResizeStep[] => [
  {
    title: 'Restore the retention policy',
    due: (observed) => {
      const record = recordOf(observed);
      return (
        record?.retain === true &&
        takesClaims(record.original.policy ?? undefined) &&
        isDeepStrictEqual(observed.instance.policy, RETAIN)
      );
    },
    refusals: judges.any,
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
    'Wait until the retention policy is back',
    (observed) => observed.record !== undefined && !(hasPolicyArrived(observed) && isSeen(observed)),
    (observed) => seen(caughtUp(observed)),
    judges.any,
  ),
];
