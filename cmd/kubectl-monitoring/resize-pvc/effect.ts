import { nextMove, type Procedure } from '../../../lib/procedure/procedure.ts';
import { type Action, fold } from '../../../lib/volumes/action.ts';
import { DEFAULT_REPLICAS } from '../../../lib/volumes/instance.ts';
import type { Observed } from '../../../lib/volumes/observed.ts';

/** More actions than a run has: where a rehearsal does not end, nothing is known of its effect. */
const MOST = 1_000;

/** What a run does to the replicas, by a rehearsal on the observation alone: `2 replicas will be started`. */
export function effectOf(procedure: Procedure<Observed, Action>, start: Observed): string {
  let observed = start;
  const effects = { stops: false, restarts: false };
  for (let count = 0; count < MOST; count += 1) {
    const move = nextMove(procedure, observed);
    if (move.kind !== 'act') break;
    const after = fold(move.action, observed);
    if (isRunning(observed) && !isRunning(after)) effects.stops = true;
    if (isRunning(observed) && isRunning(after) && renews(observed, after)) effects.restarts = true;
    observed = after;
  }
  const replicas = countText(start, effects.stops ? start : observed);
  if (effects.stops) return `${replicas} will be stopped until the volumes have grown`;
  if (!isRunning(start) && isRunning(observed)) return `${replicas} will be started`;
  return effects.restarts ? 'its pods will restart, one after the other' : 'nothing will be stopped';
}

const isRunning = ({ instance }: Observed): boolean => instance.replicas !== 0;

/** Whether the operator then renews the pods; a paused one does nothing for a template. */
const renews = ({ instance: before }: Observed, { instance: after }: Observed): boolean =>
  before.retentionSize !== after.retentionSize || (before.size !== after.size && after.paused !== true);

function countText({ setNames }: Observed, { instance }: Observed): string {
  const count = (instance.replicas ?? DEFAULT_REPLICAS) * setNames.length;
  return `${count} ${count === 1 ? 'replica' : 'replicas'}`;
}
