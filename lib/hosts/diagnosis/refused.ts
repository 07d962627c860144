import type { Refusal } from '../../procedure/procedure.ts';
import type { Decision, UndoDecision } from '../decide.ts';
import type { Host } from '../host.ts';
import type { ReenrollDecision } from '../reenroll/decide.ts';
import { type Next, ours } from './evidence.ts';

/** What stands against a run, where it is refused. */
export const refusalsOf = (decision: Decision | UndoDecision | ReenrollDecision): Refusal[] =>
  decision.kind === 'refuse' ? decision.refusals : [];

/**
 * What to do where guards stand against a run: first what mends them, then the run. It is left out where no mend makes it
 * right, so that nobody is sent to a command that will never go.
 *
 * @param words the run's command and its flags; undefined where it is none of ours.
 */
export function afterRefusals(
  host: Host,
  refusals: readonly Refusal[],
  words: [verb: string, ...flags: string[]] | undefined,
): Next {
  const goes = words !== undefined && !refusals.some(({ guard }) => FINAL.has(guard));
  return {
    ...(goes && { command: ours(host, ...words, ...accepting(refusals)) }),
    ...(refusals.length > 0 && {
      advice: refusals.map(({ guard, hint }) => `${guard}: ${hint}`).join('; '),
    }),
  };
}

/** Once its source has the new address, a host still looks like one that a source manages: the run has to be told. */
const accepting = (refusals: readonly Refusal[]): string[] =>
  refusals.some(({ guard }) => guard === 'gitops') ? ['--accept', 'gitops'] : [];

/** Guards that stand for good: what they find is not to be mended for a run. */
const FINAL = new Set(['deleting', 'externally-provisioned', 'not-provisioned', 'no-checksum-image']);
