import type { State } from './state.ts';

/** A transition from a state. */
export interface Step {
  who: string;
  what: string;
  to: State;
  /** The promises that it breaks. */
  broken: readonly string[];
  /** Who is to blame, if data on a disk is lost. */
  loss?: string;
}

/** All transitions. */
export interface System {
  initial: readonly State[];
  steps(state: State): Step[];
}

/** What happened, and the state after it. */
export interface Event {
  who: string;
  what: string;
  state: State;
}

/** A broken promise, and the shortest path to it. */
export interface Violation {
  promise: string;
  path: readonly Event[];
}

/** What an exploration has found. */
export interface Exploration {
  states: readonly State[];
  transitions: number;
  /** How often data on a disk was lost, by who is to blame. */
  losses: Readonly<Record<string, number>>;
  /** How often promises were broken, and the shortest path for each. */
  violations: number;
  shortest: readonly Violation[];
  /** The shortest path to a reached state. */
  pathTo(state: State): Event[];
}

/** Walks every reachable state, the nearest first, until the promise `until` is broken. */
export function explore(system: System, until: string): Exploration {
  const states = [...system.initial];
  const parents = new Map<State, State | undefined>(states.map((state) => [state, undefined]));
  const shortest = new Map<string, Violation>();
  const losses: Record<string, number> = {};
  const pathTo = (state: State): Event[] => {
    const parent = parents.get(state);
    if (parent === undefined) return [{ who: '', what: 'at first', state }];
    const step = system.steps(parent).find(({ to }) => to === state);
    return [...pathTo(parent), { who: step?.who ?? '', what: step?.what ?? '', state }];
  };
  const counts = { transitions: 0, violations: 0 };
  for (const state of states) {
    for (const { who, what, to, loss, broken } of system.steps(state)) {
      counts.transitions += 1;
      if (loss !== undefined) losses[loss] = (losses[loss] ?? 0) + 1;
      for (const promise of broken) {
        counts.violations += 1;
        if (shortest.has(promise)) continue;
        shortest.set(promise, { promise, path: [...pathTo(state), { who, what, state: to }] });
      }
      if (parents.has(to)) continue;
      parents.set(to, state);
      states.push(to);
    }
    if (shortest.has(until)) break;
  }
  return { states, ...counts, losses, shortest: [...shortest.values()], pathTo };
}
