/** The number of a run's state; `OFF` while it is not running. */
export type RunId = number;
export const OFF: RunId = 0;

/** The number of a whole state: of the subject and of each run. */
export type State = number;

/** Packs the numbers of a subject and of runs into one, and unpacks them. */
export interface States {
  stateOf(subject: number, runs: readonly RunId[]): State;
  partsOf(state: State): { subject: number; runs: readonly RunId[] };
}

/** @param most how many states a run may have. With n runs, the numbers of 2⁵³ / mostⁿ subjects are exact. */
export const packing = (runCount: number, most: number): States => ({
  stateOf(subject, runs) {
    let state = subject;
    for (const run of runs) {
      if (run >= most) throw new RangeError(`a run has more than ${most} states`);
      state = state * most + run;
    }
    if (!Number.isSafeInteger(state))
      throw new RangeError(`there are more subjects than numbers for them: ${subject}`);
    return state;
  },
  partsOf(state) {
    const runs = new Array<RunId>(runCount);
    let rest = state;
    for (let index = runCount - 1; index >= 0; index -= 1) {
      runs[index] = rest % most;
      rest = Math.floor(rest / most);
    }
    return { subject: rest, runs };
  },
});
