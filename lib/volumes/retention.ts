import { isDeepStrictEqual } from 'node:util';
import { caughtUp, released, seen } from './afterwards.ts';
import { takesClaims } from './instance.ts';
import type { Observed } from './observed.ts';
import { hasPolicyArrived, isRetained, isSeen, RETAIN, recordOf } from './state.ts';
import { type Judges, patchInstance, type ResizeStep, wait } from './steps.ts';

/**
 * `--retain-volumes`: the retention policy is Retain before any StatefulSet goes away. What takes claims is not the
 * policy but their owners, and the StatefulSet controller sets and removes these for existing pods only, so that both
 * have to be seen; and the operator has to say that it has seen the policy, or it might still act on a former one.
 */
export const retainVolumes = (isDue: (observed: Observed) => boolean, judges: Judges): ResizeStep[] => [
  {
    title: 'Set the retention policy to Retain',
    due: (observed) => isDue(observed) && takesClaims(observed.instance.policy),
    refusals: (observed) => (isForeign(observed) ? judges.taking : judges.retaining)(observed),
    next: (observed) => patchInstance(observed, { persistentVolumeClaimRetentionPolicy: RETAIN }),
  },
  wait(
    'Wait until nothing takes the volumes',
    (observed) => isDue(observed) && !(isRetained(observed) && (isSeen(observed) || isUnderWay(observed))),
    released,
    judges.retaining,
  ),
];

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
export const restorePolicy = (judges: Judges): ResizeStep[] => [
  restoration(judges),
  wait(
    'Wait until the retention policy is back',
    (observed) => observed.record !== undefined && !(hasPolicyArrived(observed) && isSeen(observed)),
    (observed) => seen(caughtUp(observed)),
    judges.any,
  ),
];

const restoration = ({ any }: Judges): ResizeStep => ({
  title: 'Restore the retention policy',
  due: (observed) => {
    const record = recordOf(observed);
    return (
      record?.retain === true &&
      takesClaims(record.original.policy ?? undefined) &&
      isDeepStrictEqual(observed.instance.policy, RETAIN)
    );
  },
  refusals: any,
  next: (observed) => {
    const { policy = null } = recordOf(observed)?.original ?? {};
    return patchInstance(observed, {
      persistentVolumeClaimRetentionPolicy: policy && {
        whenDeleted: policy.whenDeleted ?? null,
        whenScaled: policy.whenScaled ?? null,
      },
    });
  },
});
