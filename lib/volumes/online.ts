import { gone, seen } from './afterwards.ts';
import { growClaims, waitUntilBack } from './documented.ts';
import type { Observed } from './observed.ts';
import { retainVolumes } from './retention.ts';
import {
  isBereft,
  isHeld,
  isPausedByUs,
  isSeen,
  isTemplateDue,
  isUnfinished,
  outdatedSets,
  recordOf,
} from './state.ts';
import {
  deleteSet,
  type Judges,
  patchInstance,
  type ResizePlan,
  type ResizeStep,
  setRetentionSize,
  templateSize,
  wait,
} from './steps.ts';

/**
 * The order without an outage: claims first; then the operator is paused with the new template, the StatefulSets are
 * deleted without their pods, and the operator makes them again around the same pods.
 */
export function onlineSteps(plan: ResizePlan, judges: Judges): ResizeStep[] {
  const { size, retain } = plan;
  const isDue = (observed: Observed): boolean => isUnfinished(observed, plan);
  return [
    ...(retain ? retainVolumes(isDue, judges) : []),
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

/** What is undone of it: the pause. Once it holds, its claims have grown, and the way out is the way on. */
export const undoOnlineSteps = (plan: ResizePlan, judges: Judges): ResizeStep[] => remakeSets(plan, judges);

const remakeSets = (plan: ResizePlan, judges: Judges): ResizeStep[] => {
  const { goal, sets, size, retain } = plan;
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
    ...waitUntilBack(goal, undefined, { retain, judges }),
  ];
};
