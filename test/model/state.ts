import { BLAMES } from './blame.ts';
import type { HostId } from './host.ts';
import type { RunId } from './run.ts';

/** The number of a state of everything. */
export type State = number;

/** What a state is made of. */
export interface Parts {
  host: HostId;
  /** Who answers for the host, by the number in `BLAMES`. */
  blame: number;
  /** 1 while the operator has a reconcile in flight, which it decided on the host as it is. */
  reconciling: number;
  runs: readonly RunId[];
}

/** How many states a run may have: with three runs, the numbers of 2¹⁹ hosts are exact. */
const RUNS = 1024;

export function stateOf({ host, blame, reconciling, runs }: Parts): State {
  let state = (host * BLAMES.length + blame) * 2 + reconciling;
  for (const run of runs) {
    if (run >= RUNS) throw new RangeError(`a run has more than ${RUNS} states`);
    state = state * RUNS + run;
  }
  return state;
}

export function partsOf(state: State, runCount: number): Parts {
  const runs = new Array<RunId>(runCount);
  let rest = state;
  for (let index = runCount - 1; index >= 0; index -= 1) {
    runs[index] = rest % RUNS;
    rest = Math.floor(rest / RUNS);
  }
  const reconciling = rest % 2;
  const subject = Math.floor(rest / 2);
  const blame = subject % BLAMES.length;
  return { host: Math.floor(subject / BLAMES.length), blame, reconciling, runs };
}
