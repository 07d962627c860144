import { refusalsOf } from '../../procedure/guard.ts';
import type { Refusal } from '../../procedure/procedure.ts';
import type { Guard } from '../guards/guard.ts';
import type { Observed } from '../observed.ts';
import { REENROLL_GUARDS, type ReenrollGuards } from './guards.ts';
import { presentAim } from './procedure.ts';
import { detachmentOf, isDetached, reenrollmentOf } from './record.ts';

/** What is to be done about a host that is to be enrolled anew. */
export type ReenrollDecision =
  /** Nothing is wrong with it, and nobody has asked for it all the same. */
  | { kind: 'healthy' }
  /** It was attached a moment ago: the operator is about to enrol it, and that is only verified. */
  | { kind: 'attached' }
  | { kind: 'reenroll'; why: 'error' | 'accepted' | 'unfinished' }
  | { kind: 'refuse'; refusals: Refusal[] };

/** Decides afresh, or on the record of an unfinished re-enrolment, what the next run does. */
export function decideReenroll(
  observed: Observed,
  accepted: ReadonlySet<string>,
  guards: ReenrollGuards = REENROLL_GUARDS,
): ReenrollDecision {
  const { host } = observed;
  const { untouchable, claims, attach, currentState, entry } = guards;
  const refusals = (...lists: Guard[][]) =>
    refusalsOf(lists.flat(), observed, { ...presentAim(host), accepted });
  const refuse = (found: Refusal[]): ReenrollDecision => ({ kind: 'refuse', refusals: found });

  // What is unfinished is judged step by step: one that lost its annotation is detached first.
  const isStarted = reenrollmentOf(host) !== undefined;
  const found = refusals(untouchable, claims, ...(isStarted ? [] : [attach, currentState]));
  if (found.length > 0) return refuse(found);
  if (isStarted) return { kind: 'reenroll', why: 'unfinished' };
  if (isDetached(host) && detachmentOf(observed) === 'none') return { kind: 'attached' };
  const first = refusals(entry);
  if (first.length > 0) return first.every(isHealthy) ? { kind: 'healthy' } : refuse(first);
  return { kind: 'reenroll', why: host.errorType === undefined ? 'accepted' : 'error' };
}

/** Whether a host is only spared because nothing is wrong with it. */
export const isHealthy = ({ guard }: Refusal): boolean => guard === 'healthy';
