import { type Exploration, explore, type Violation } from '../explore.ts';
import type { Command } from './command.ts';
import { endings } from './liveness.ts';
import type { Runner } from './run.ts';
import type { Scenario } from './scenarios.ts';
import { systemOf, WIPED_BY_US } from './system.ts';

const ENDLESS = 'an undisturbed command reaches its goal or a refusal';

/** The findings of one scenario. */
export interface Findings extends Pick<Exploration, 'transitions' | 'losses' | 'violations' | 'shortest'> {
  scenario: Scenario;
  states: number;
  /** The most requests of an undisturbed run; undefined if a wipe ended the exploration. */
  requests: number | undefined;
}

/** Explores a scenario and, unless it ends in a wipe, runs every command in it to its end. */
export function check(scenario: Scenario, runnerOf: (command: Command) => Runner): Findings {
  const system = systemOf(scenario, runnerOf);
  const { states, transitions, losses, violations, shortest, pathTo } = explore(system, WIPED_BY_US);
  const counts = { scenario, states: states.length, transitions, losses };
  if (shortest.some(({ promise }) => promise === WIPED_BY_US))
    return { ...counts, violations, shortest, requests: undefined };
  const { requests, endless } = endings(system, states);
  const stuck: Violation[] = endless === undefined ? [] : [{ promise: ENDLESS, path: pathTo(endless) }];
  return { ...counts, requests, violations: violations + stuck.length, shortest: [...shortest, ...stuck] };
}
