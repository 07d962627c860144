import { sameQuantity } from '../objects/quantity.ts';
import { caughtUp, grown, seen } from './afterwards.ts';
import { asksForLess } from './claim.ts';
import { DEFAULT_REPLICAS } from './instance.ts';
import type { Observed } from './observed.ts';
import type { Goal } from './record.ts';
import { restorePolicy, retainVolumes } from './retention.ts';
import {
  claimsToGrow,
  hasGrown,
  isBack,
  isBereft,
  isRetained,
  isSeen,
  isServed,
  isStopped,
  isUnfinished,
  recordOf,
} from './state.ts';
import {
  type Judges,
  patchClaim,
  patchInstance,
  type ResizePlan,
  type ResizeStep,
  setRetentionSize,
  templateSize,
  wait,
} from './steps.ts';

/** §4.C: stop the instance with the new template, grow every claim, see it pending or done, restore the replicas. */
export function documentedSteps(plan: ResizePlan, judges: Judges): ResizeStep[] {
  const { size, retain } = plan;
  const isDue = (observed: Observed): boolean => isUnfinished(observed, plan);
  return [
    ...(retain ? retainVolumes(isDue, judges) : []),
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
    ...waitUntilBack(plan.goal, plan.size, { retain, judges }),
  ];
}

/** §4.C steps 2 and 3: every claim, then the storage. Claims first never harms: a template may be behind its claims. */
export const growClaims = ({ claims, size, includeLeftovers }: ResizePlan, judges: Judges): ResizeStep[] => [
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
  ...waitUntilBack('undo', undefined, { retain: plan.retain, judges }),
];

/**
 * The last waits, with the retention policy restored between them where a run retained the volumes. The operator has to have
 * seen everything at the end: a run that begins at once would find the resource not reconciled.
 *
 * @param size that the template has then; what the resource says, when absent.
 */
export const waitUntilBack = (
  goal: Goal,
  size: string | undefined,
  { retain, judges }: { retain: boolean; judges: Judges },
): ResizeStep[] => [
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
