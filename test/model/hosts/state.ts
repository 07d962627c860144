import { packing, type RunId, type State, type States } from '../state.ts';
import { BLAMES } from './blame.ts';
import type { HostId } from './host.ts';

/** The parts of a state. */
export interface Parts {
  host: HostId;
  /** Who is to blame for the host, as an index into `BLAMES`. */
  blame: number;
  /** 1 while the operator has a reconcile in flight that was decided on the current host. */
  reconciling: number;
  runs: readonly RunId[];
}

export const stateOf = ({ host, blame, reconciling, runs }: Parts): State =>
  statesOf(runs.length).stateOf((host * BLAMES.length + blame) * 2 + reconciling, runs);

export function partsOf(state: State, runCount: number): Parts {
  const { subject, runs } = statesOf(runCount).partsOf(state);
  const of = Math.floor(subject / 2);
  return { host: Math.floor(of / BLAMES.length), blame: of % BLAMES.length, reconciling: subject % 2, runs };
}

/** How many states a run may have: with three runs, the numbers of 2¹⁹ hosts are exact. */
const MOST = 1024;

const packings: States[] = [];

function statesOf(runCount: number): States {
  packings[runCount] ??= packing(runCount, MOST);
  return packings[runCount];
}
