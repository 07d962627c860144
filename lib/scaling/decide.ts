import { refusalsOf } from '../procedure/guard.ts';
import type { Refusal } from '../procedure/procedure.ts';
import { GUARDS, type Guards } from './guards/all.ts';
import type { Observed } from './observed.ts';
import type { ScalingPlan } from './procedure.ts';
import { isDone, isSet } from './state.ts';

export type Decision =
  /** The replicas are there and ready. */
  | { kind: 'done' }
  /** The number is set, and the replicas are not all ready. */
  | { kind: 'wait' }
  | { kind: 'scale' }
  | { kind: 'refuse'; refusals: Refusal[] };

/** Decides what the run does. A number that is already set needs no guard of the change itself. */
export function decide(observed: Observed, plan: ScalingPlan, guards: Guards = GUARDS): Decision {
  const set = isSet(observed, plan);
  if (isDone(observed, plan) || (set && !plan.waits)) return { kind: 'done' };
  const { untouchable, during, entry, deletion } = guards;
  const lists = set ? [untouchable, during] : [untouchable, during, entry, deletion];
  const refusals = refusalsOf(lists.flat(), observed, plan);
  if (refusals.length > 0) return { kind: 'refuse', refusals };
  return { kind: set ? 'wait' : 'scale' };
}
