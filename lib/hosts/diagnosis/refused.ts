import type { Refusal } from '../../procedure/procedure.ts';
import { type Decision, decide, PLAIN_OPTIONS, type RepairOptions, type UndoDecision } from '../decide.ts';
import type { Host } from '../host.ts';
import type { Observed } from '../observed.ts';
import { decideReenroll, type ReenrollDecision } from '../reenroll/decide.ts';
import { type Found, ours } from './evidence.ts';

/** Why a run is refused; empty if it is not. */
const refusalsOf = (decision: Decision | UndoDecision | ReenrollDecision): Refusal[] =>
  decision.kind === 'refuse' ? decision.refusals : [];

/**
 * A run as the next step: its command or, if guards refuse it, what they ask for.
 *
 * @param words the verb and flags of the run.
 * @param plain what the run comes to without its flags, if they may fix what a guard refuses.
 */
export function nextRun(
  host: Host,
  words: [verb: string, ...flags: string[]],
  decision: Decision | UndoDecision | ReenrollDecision,
  plain = decision,
): Required<Pick<Found, 'next' | 'refusals'>> {
  const [verb] = words;
  const unfixed = refusalsOf(plain);
  const others = refusalsOf(decision).filter(({ guard }) => unfixed.every((one) => one.guard !== guard));
  const refusals = [...unfixed, ...others].map((one) => ({ ...one, hint: named(one.hint, verb) }));
  const advice = refusals.map(({ guard, hint }) => `${guard}: ${hint}`).join('; ');
  const isRefused = decision.kind === 'refuse';
  return {
    refusals,
    next: { ...(!isRefused && { command: ours(host, ...words) }), ...(advice && { advice }) },
  };
}

/** A repair as the next step. */
export const nextRepair = (
  observed: Observed,
  options: Partial<RepairOptions> = {},
  flags: string[] = [],
): ReturnType<typeof nextRun> =>
  nextRun(observed.host, ['repair', ...flags], decide(observed, { ...PLAIN_OPTIONS, ...options }));

/** A reenroll as the next step. */
export const nextReenroll = (observed: Observed): ReturnType<typeof nextRun> =>
  nextRun(observed.host, ['reenroll'], decideReenroll(observed, new Set()));

/** A guard's hint where the run that it would refuse is not the command that was run. */
const named = (hint: string, verb: string): string =>
  hint.replaceAll(/\b([Rr])un this\b/g, `$1un the ${verb}`);
