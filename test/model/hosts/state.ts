import { packing, type RunId, type State, type States } from '../state.ts';
import { BLAMES } from './blame.ts';
import type { HostId } from './host.ts';

/** What a state is made of. */
export interface Parts {
  host: HostId;
  /** Who answers for the host, by the number in `BLAMES`. */
  blame: number;
  /** 1 while the operator has a reconcile in flight, which it decided on the host as it is. */
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
