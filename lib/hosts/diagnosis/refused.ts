import type { Refusal } from '../../procedure/procedure.ts';
import type { Decision, UndoDecision } from '../decide.ts';
import type { Host } from '../host.ts';
import type { ReenrollDecision } from '../reenroll/decide.ts';
import { type Next, ours } from './evidence.ts';

/** Why a run is refused; empty if it is not. */
export const refusalsOf = (decision: Decision | UndoDecision | ReenrollDecision): Refusal[] =>
  decision.kind === 'refuse' ? decision.refusals : [];

/**
 * What to do when guards refuse a run: first their hints, then the run. The command is left out if no fix lets it run.
 *
 * @param words the verb and flags of the run; undefined if it is not a command of this plugin.
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

/** Once its source has the new address, a host still looks managed by a source: the run must be told. */
const accepting = (refusals: readonly Refusal[]): string[] =>
  refusals.some(({ guard }) => guard === 'gitops') ? ['--accept', 'gitops'] : [];

/** Guards that refuse for good: their findings cannot be fixed for a run. */
const FINAL = new Set(['deleting', 'externally-provisioned', 'not-provisioned', 'no-checksum-image']);
