import { nextMove, type Procedure, type Step } from '../procedure/procedure.ts';
import { type Action, fold } from './action.ts';
import type { Observed } from './observed.ts';
import { hostProcedure } from './procedure.ts';
import type { RepairRecord } from './record.ts';

/** The unfinished run on a host, as its record and the host tell it. */
export interface UnfinishedRun {
  record: RepairRecord;
  procedure: Procedure<Observed, Action>;
  /** The next step that sends something; undefined if none is left. */
  step: Step<Observed, Action> | undefined;
}

/** What the run on a host, wherever it runs, does next: decided as by the run that would resume it. */
export function unfinishedRun(seen: Observed): UnfinishedRun | undefined {
  const { record } = seen;
  if (typeof record !== 'object') return undefined;
  const { goal, target, order = 'documented', run, version, started, foreignPause } = record;
  const procedure = hostProcedure({
    goal,
    target,
    order: goal === 'undo' ? 'safe' : order,
    // What its user accepted is not recorded.
    accepted: new Set(),
    isUnderForeignPause: foreignPause !== undefined,
    run: { run, version, started },
  });
  let observed = seen;
  // What it tries and writes to files leaves no trace on the host.
  for (;;) {
    const move = nextMove(procedure, observed);
    if (move.kind === 'done') return { record, procedure, step: undefined };
    if (move.kind === 'refuse' || !LOCAL.has(move.action.kind)) return { record, procedure, step: move.step };
    observed = fold(move.action, observed);
  }
}

const LOCAL: ReadonlySet<Action['kind']> = new Set(['try', 'write', 'validate']);
