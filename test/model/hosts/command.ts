import { type Action, fold, type Patch } from '../../../lib/hosts/action.ts';
import { decide, decideUndo, type RepairOptions } from '../../../lib/hosts/decide.ts';
import type { Observed } from '../../../lib/hosts/observed.ts';
import { hostProcedure, type RunPlan } from '../../../lib/hosts/procedure.ts';
import type { Goal } from '../../../lib/hosts/record.ts';
import { nextMove, type Procedure, withdrawal } from '../../../lib/procedure/procedure.ts';
import type { Rules } from './rules.ts';

/** A command, which may be started again whenever it is not running. */
export interface Command {
  name: string;
  goal: Goal;
  options: RepairOptions;
}

/** The same for every run, because no decision depends on it. */
const STAMP = { run: 'run', version: 'v0.0.0', started: '2026-01-01T00:00:00Z' };

/** What a command does on this observation; undefined if it only explains why it does nothing. */
export function planOf(
  { goal, options }: Command,
  observed: Observed,
  { guards }: Rules,
): RunPlan | undefined {
  const { accepted } = options;
  if (goal === 'repair') {
    const decision = decide(observed, options, guards);
    if (decision.kind !== 'repair') return undefined;
    const { target, order } = decision;
    return { goal, target, order, accepted, run: STAMP };
  }
  const decision = decideUndo(observed, options, guards);
  if (decision.kind !== 'undo') return undefined;
  return { goal, target: decision.record.target, order: 'safe', accepted, run: STAMP };
}

/** A run's next request that can change the host, with its observation until then; or the end of the run. */
export interface Coming {
  observed: Observed;
  next: { title: string; patch: Patch } | 'done' | 'refused';
}

/**
 * The next request for an observation. Payload files and dry runs are skipped, because no other actor sees them.
 *
 * @param withdrawing whether a step was refused, so that the run only withdraws the pause.
 */
export function coming(
  { plan, withdrawing }: { plan: RunPlan; withdrawing: boolean },
  observed: Observed,
  rules: Rules,
): Coming {
  const procedure = procedureOf(plan, rules);
  if (withdrawing) {
    const action = withdrawal(procedure, observed);
    if (action === undefined) return { observed, next: 'refused' };
    if (action.kind !== 'patch') return coming({ plan, withdrawing }, fold(action, observed), rules);
    return { observed, next: { title: procedure.withdraw.title, patch: action } };
  }
  const move = nextMove(procedure, observed);
  if (move.kind === 'done') return { observed, next: 'done' };
  if (move.kind === 'refuse') return { observed, next: 'refused' };
  if (move.action.kind === 'patch') return { observed, next: { title: move.step.title, patch: move.action } };
  return coming({ plan, withdrawing }, fold(move.action, observed), rules);
}

function procedureOf(plan: RunPlan, { guards, pauseFirst }: Rules): Procedure<Observed, Action> {
  const procedure = hostProcedure(plan, guards);
  return pauseFirst ? procedure : { ...procedure, open: { ...procedure.open, due: () => false } };
}
