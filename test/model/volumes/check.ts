import { type Exploration, explore, type Violation } from '../explore.ts';
import { endless } from './liveness.ts';
import { pathText } from './path.ts';
import type { Rules } from './rules.ts';
import type { Scenario } from './scenarios.ts';
import { LOST_BY_US, systemOf } from './system.ts';

export const ENDLESS = 'a command that is left alone reaches its goal, or says what somebody else has to do';

/** What was found of one scenario, whole. */
export interface Findings extends Pick<Exploration, 'transitions' | 'losses' | 'violations' | 'shortest'> {
  scenario: Scenario;
  states: number;
  /** A violation as text. */
  textOf(violation: Violation): string;
}

/** Explores a scenario as far as to the first loss; where there is none, follows every command in it to its end. */
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
