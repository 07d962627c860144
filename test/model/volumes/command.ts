import { nextMove, withdrawal } from '../../../lib/procedure/procedure.ts';
import { fold, type Write } from '../../../lib/volumes/action.ts';
import { decide, decideUndo, type ResizeOptions } from '../../../lib/volumes/decide.ts';
import type { Observed } from '../../../lib/volumes/observed.ts';
import { resizeProcedure } from '../../../lib/volumes/procedure.ts';
import type { Goal } from '../../../lib/volumes/record.ts';
import { claimsToGrow } from '../../../lib/volumes/state.ts';
import type { ResizePlan } from '../../../lib/volumes/steps.ts';
import type { Rules } from './rules.ts';

/** A command, which may be given again whenever it does not run. */
export interface Command {
  /** What tells it from the others that it meets. */
  name: string;
  goal: Goal;
  options: ResizeOptions;
  /** It never ends by itself in its scenario: what it waits for does not come. */
  endless?: true;
}

const STAMP = { version: 'v0.0.0', started: '2026-01-01T00:00:00Z' };

/** What a command that reads this sets out to do; else how it ends at once. */
export function planOf(
  { name, goal, options }: Command,
  observed: Observed,
  { guards }: Rules,
): ResizePlan | 'done' | 'refused' {
  const decision =
    goal === 'resize' ? decide(observed, options, guards) : decideUndo(observed, options, guards);
  if (decision.kind === 'refuse') return 'refused';
  if (decision.kind === 'done' || decision.kind === 'nothing') return 'done';
  const { target } = decision;
  return {
    ...target,
    accepted: options.accepted,
    claims: claimsToGrow(observed, target.includeLeftovers).map(({ name }) => name),
    sets: observed.setNames,
    // A run that begins on a record is not the one that wrote it, even if it is the same command.
    run: { ...STAMP, run: observed.record === undefined ? name : `${name}, begun later` },
  };
}

/** What a run does next that can change anything, or that it waits or ends. */
export type Coming = { title: string; write: Write } | 'wait' | 'done' | 'refused';

/**
 * What comes of an observation. What is tried out is tried in passing: nobody else sees anything of it.
 *
 * @param withdrawing whether something was refused, so that all that is left to do is to take the record back.
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
