import { nextMove, withdrawal } from '../../../lib/procedure/procedure.ts';
import { fold, type Write } from '../../../lib/volumes/action.ts';
import { decide, decideUndo, type ResizeOptions } from '../../../lib/volumes/decide.ts';
import type { Observed } from '../../../lib/volumes/observed.ts';
import { resizeProcedure } from '../../../lib/volumes/procedure.ts';
import type { Goal } from '../../../lib/volumes/record.ts';
import { claimsToGrow } from '../../../lib/volumes/state.ts';
import type { ResizePlan } from '../../../lib/volumes/steps.ts';
import type { Rules } from './rules.ts';

/** A command, which may be started again whenever it is not running. */
export interface Command {
  /** Unique within a scenario. */
  name: string;
  goal: Goal;
  options: ResizeOptions;
  /** It never ends by itself in its scenario, because what it waits for does not happen. */
  endless?: true;
}

const STAMP = { version: 'v0.0.0', started: '2026-01-01T00:00:00Z' };

/** What a command does on this observation, or how it ends at once. */
export function planOf(
  { name, goal, options }: Command,
  observed: Observed,
  { guards }: Rules,
): ResizePlan | 'done' | 'refused' {
  const decision = goal === 'resize' ? decide(observed, options, guards) : decideUndo(observed, guards);
  if (decision.kind === 'refuse') return 'refused';
  if (decision.kind === 'done' || decision.kind === 'nothing') return 'done';
  const { target } = decision;
  return {
    ...target,
    accepted: options.accepted,
    claims: claimsToGrow(observed, target.includeOrphaned).map(({ name }) => name),
    sets: observed.setNames,
    // A run that starts on a record is not the one that wrote it, even for the same command.
    run: { ...STAMP, run: observed.record === undefined ? name : `${name}, started later` },
  };
}

/** A run's next request that can change anything, or that it waits or ends. */
export type Coming = { title: string; write: Write } | 'wait' | 'done' | 'refused';

/**
 * The next request for an observation. Dry runs are skipped, because no other actor sees them.
 *
 * @param withdrawing whether a step was refused, so that the run only withdraws the record.
 */
export function coming(
  { plan, withdrawing }: { plan: ResizePlan; withdrawing: boolean },
  observed: Observed,
  rules: Rules,
): Coming {
  const procedure = resizeProcedure(plan, rules.guards);
  if (withdrawing) {
    const action = withdrawal(procedure, observed);
    if (!action || action.kind === 'try' || action.kind === 'wait') return 'refused';
    return { title: procedure.withdraw.title, write: action };
  }
  const move = nextMove(procedure, observed);
  if (move.kind === 'done') return 'done';
  if (move.kind === 'refuse') return 'refused';
  const { action, step } = move;
  if (action.kind === 'try') return coming({ plan, withdrawing }, fold(action, observed), rules);
  return action.kind === 'wait' ? 'wait' : { title: step.title, write: action };
}
