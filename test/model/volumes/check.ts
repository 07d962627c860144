import { type Exploration, explore, type Violation } from '../explore.ts';
import { endless } from './liveness.ts';
import { pathText } from './path.ts';
import type { Rules } from './rules.ts';
import type { Scenario } from './scenarios.ts';
import { LOST_BY_US, systemOf } from './system.ts';

export const ENDLESS = 'an undisturbed command reaches its goal, or names what another actor has to do';

/** The findings of one scenario. */
export interface Findings extends Pick<Exploration, 'transitions' | 'losses' | 'violations' | 'shortest'> {
  scenario: Scenario;
  states: number;
  /** A violation as text. */
  textOf(violation: Violation): string;
}

/** Explores a scenario until the first loss; without one, runs every command in it to its end. */
export function check(scenario: Scenario, rules: Rules, until = LOST_BY_US): Findings {
  const system = systemOf(scenario, rules);
  const { states, violations, shortest, pathTo, ...rest } = explore(system, until);
  const isCut = shortest.some(({ promise }) => promise === until);
  const stuck = isCut ? undefined : endless(system, scenario.commands, states);
  const more: Violation[] = stuck === undefined ? [] : [{ promise: ENDLESS, path: pathTo(stuck) }];
  return {
    scenario,
    ...rest,
    states: states.length,
    violations: violations + more.length,
    shortest: [...shortest, ...more],
    textOf: (violation) => pathText(violation, system),
  };
}
