import { refusalsOf } from '../procedure/guard.ts';
import type { Procedure, Refusal, Step } from '../procedure/procedure.ts';
import type { Action } from './action.ts';
import { GUARDS, type Guards } from './guards/all.ts';
import type { Observed, Rollout } from './observed.ts';
import { isPassedOn, isReady, isSet, type Target } from './state.ts';

/** What a run is given besides the observation. */
export interface ScalingPlan extends Target {
  accepted: ReadonlySet<string>;
  /** Whether to wait for the replicas. */
  waits: boolean;
}

/**
 * A change of the replicas as a bracket: the number is tried, then set; the rest is up to the operator and the controllers. Each
 * step follows from what is observed, so an interrupted run is resumed by the same command.
 */
export function scalingProcedure(plan: ScalingPlan, guards: Guards = GUARDS): Procedure<Observed, Action> {
  const { replicas, waits } = plan;
  const check =
    (...lists: (keyof Guards)[]) =>
    (observed: Observed): Refusal[] =>
      refusalsOf(
        lists.flatMap((list) => guards[list]),
        observed,
        plan,
      );
  const isDue = (observed: Observed): boolean => !isSet(observed, plan);
  const inside = check('untouchable', 'during');
  const set: Step<Observed, Action> = {
    title: `Set replicas to ${replicas}`,
    due: isDue,
    refusals: check('untouchable', 'during', 'entry', 'deletion'),
    next: () => ({ kind: 'set', replicas }),
  };
  return {
    tryOut: {
      ...set,
      title: 'Try the change',
      due: (observed) => isDue(observed) && !observed.tried,
      next: () => ({ kind: 'try', replicas }),
    },
    open: set,
    steps: [
      {
        title: 'Wait for the controllers to see the change',
        due: (observed) => isDue(observed) || (waits && !isPassedOn(observed, plan)),
        refusals: inside,
        next: (observed) => ({ kind: 'wait', afterwards: ended(observed, { wanted: replicas, seen: true }) }),
      },
    ],
    close: {
      title: `Wait until ${replicas === 1 ? '1 replica is' : `${replicas} replicas are`} ready`,
      // Also if they are ready at once: the run ends with a look of its own.
      due: (observed) => waits && (!observed.awaited || !isReady(observed, plan)),
      refusals: inside,
      next: (observed) => ({
        kind: 'await',
        afterwards: {
          ...ended(observed, { pods: replicas, updated: replicas, ready: replicas }),
          awaited: true,
        },
      }),
    },
    // The one write cannot be left half done.
    withdraw: { ...set, due: () => false },
  };
}

/** The observation once the controllers have done their part. */
const ended = (observed: Observed, by: Partial<Rollout>): Observed => ({
  ...observed,
  rollouts: observed.rollouts.map((rollout) => ({ ...rollout, ...by })),
  missing: [],
});
