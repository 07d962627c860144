import type { Command } from './command.ts';
import type { Runner } from './run.ts';
import type { Scenario } from './scenarios.ts';
import type { State } from './state.ts';
import { type System, systemOf, WIPED_BY_US } from './system.ts';

/** What happened, and the state after it. */
export interface Event {
  who: string;
  what: string;
  state: State;
}

/** A promise that is broken, and the shortest way to where it is. */
export interface Violation {
  promise: string;
  path: readonly Event[];
}

/** What an exploration has found. */
export interface Exploration {
  system: System;
  states: readonly State[];
  transitions: number;
  /** Wipes in the documented order's window, and those between others. */
  window: number;
  others: number;
  /** How often a promise is broken, and of each one that is, the shortest way to where. */
  violations: number;
  shortest: readonly Violation[];
  /** The shortest way to a state that was reached. */
  pathTo(state: State): Event[];
}

/** Walks every state that can be reached, the nearest first, as far as to the first one where the promise `until` is broken. */
export function explore(
  scenario: Scenario,
  runnerOf: (command: Command) => Runner,
  until = WIPED_BY_US,
): Exploration {
  const system = systemOf(scenario, runnerOf);
  const states = [...system.initial];
  const parents = new Map<State, State | undefined>(states.map((state) => [state, undefined]));
  const shortest = new Map<string, Violation>();
  const pathTo = (state: State): Event[] => {
    const parent = parents.get(state);
    if (parent === undefined) return [{ who: '', what: 'at first', state }];
    const step = system.steps(parent).find(({ to }) => to === state);
    return [...pathTo(parent), { who: step?.who ?? '', what: step?.what ?? '', state }];
  };
  const counts = { transitions: 0, window: 0, others: 0, violations: 0 };
  for (const state of states) {
    for (const { who, what, to, wipe, broken } of system.steps(state)) {
      counts.transitions += 1;
      if (wipe === 'window' || wipe === 'others') counts[wipe] += 1;
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
  return { system, states, ...counts, shortest: [...shortest.values()], pathTo };
}
