import { refusalsOf } from '../../procedure/guard.ts';
import type { Refusal } from '../../procedure/procedure.ts';
import type { Guard } from '../guards/guard.ts';
import type { Observed } from '../observed.ts';
import { REENROLL_GUARDS, type ReenrollGuards } from './guards.ts';
import { presentAim } from './procedure.ts';
import { detachmentOf, isDetached, reenrollmentOf } from './record.ts';

/** What to do about a host that is to be re-enrolled. */
export type ReenrollDecision =
  /** Nothing is wrong with it, and `--accept healthy` is not given. */
  | { kind: 'healthy' }
  /** It was just attached: the operator will enroll it, and the run only verifies that. */
  | { kind: 'attached' }
  | { kind: 'reenroll'; why: 'error' | 'accepted' | 'unfinished' }
  | { kind: 'refuse'; refusals: Refusal[] };

/** Decides what the next run does, by the host or by the record of an unfinished reenroll. */
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

  // An unfinished reenroll is checked step by step: a host that lost its detached annotation is detached first.
  const isStarted = reenrollmentOf(host) !== undefined;
  const found = refusals(untouchable, claims, ...(isStarted ? [] : [attach, currentState]));
  if (found.length > 0) return refuse(found);
  if (isStarted) return { kind: 'reenroll', why: 'unfinished' };
  if (isDetached(host) && detachmentOf(observed) === 'none') return { kind: 'attached' };
  const first = refusals(entry);
  if (first.length > 0) return first.every(isHealthy) ? { kind: 'healthy' } : refuse(first);
  return { kind: 'reenroll', why: host.errorType === undefined ? 'accepted' : 'error' };
}

/** Whether a host is refused only because nothing is wrong with it. */
export const isHealthy = ({ guard }: Refusal): boolean => guard === 'healthy';
