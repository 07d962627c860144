import type { FleetAction } from '../../../lib/hosts/fleet.ts';
import { type Exploration, explore } from '../explore.ts';
import { eventsText } from '../path.ts';
import type { Decide } from './rules.ts';
import { type Scenario, systemOf } from './system.ts';

const HOSTS: FleetAction[] = [
  'at risk',
  'at risk',
  'repair',
  'finish',
  'repair',
  'repair',
  'repair',
  'verify',
];
const usual: Scenario = {
  name: 'budget 1',
  hosts: HOSTS,
  growth: { size: 2, growth: 2 },
  limits: { concurrency: 2, maxFailures: 1, keepGoing: false },
  kills: 2,
};

export const SCENARIOS: Scenario[] = [
  usual,
  { ...usual, name: 'budget 3', limits: { ...usual.limits, maxFailures: 3 } },
  { ...usual, name: '--keep-going', limits: { ...usual.limits, keepGoing: true } },
  { ...usual, name: 'one host at a time', limits: { concurrency: 1, maxFailures: 2, keepGoing: false } },
  {
    ...usual,
    name: 'a wave of eight',
    growth: { size: 8, growth: 4 },
    hosts: [...HOSTS, ...HOSTS.slice(2)],
    kills: 1,
  },
];

/** Explores the scenarios, each until `until` is broken, and prints the findings with the totals in the last line. Returns them. */
export function report(
  decide: Decide,
  write: (text: string) => void,
  { scenarios = SCENARIOS, until = '' }: { scenarios?: readonly Scenario[]; until?: string } = {},
): Exploration[] {
  write(
    'Fleets: hosts of a wave are held, resumed, healthy or not in any order; Ctrl-C once, and kills at any point.\n',
  );
  const findings = scenarios.map((scenario) => {
    const system = systemOf(scenario, decide);
    const found = explore(system, until);
    write(`${scenario.name}: states ${found.states.length}, transitions ${found.transitions}\n`);
    for (const violation of found.shortest)
      write(`\nbroken: ${violation.promise}\n${eventsText(violation, system.textOf)}\n`);
    return found;
  });
  const total = (count: (found: Exploration) => number): number =>
    findings.reduce((sum, found) => sum + count(found), 0);
  write(
    `fleets: states ${total(({ states }) => states.length)}, transitions ${total(({ transitions }) => transitions)}, violations ${total(({ violations }) => violations)}\n`,
  );
  return findings;
}
