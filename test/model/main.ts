/**
 * npm run test:model [-- --without RULE]: explores every state into which runs, controllers and other writers can bring a
 * host, a fleet or an instance's volumes, with the decisions of lib. Without a rule, it prints the shortest path to the harm.
 */
import { parseArgs } from 'node:util';
import { report as reportFleets } from './fleets/report.ts';
import * as fleets from './fleets/rules.ts';
import { report as reportHosts } from './hosts/report.ts';
import * as hosts from './hosts/rules.ts';
import { SCENARIOS as HOSTS } from './hosts/scenarios.ts';
import { report as reportVolumes } from './volumes/report.ts';
import * as volumes from './volumes/rules.ts';
import { SCENARIOS as VOLUMES } from './volumes/scenarios.ts';

const { values } = parseArgs({ options: { without: { type: 'string' } } });
const name = values.without;
const write = (text: string): void => {
  process.stdout.write(text);
};

/** Each subject with its rules and its exploration, optionally without one of them. */
const SUBJECTS = [
  {
    names: fleets.RULE_NAMES,
    explore: () => reportFleets(name === undefined ? fleets.RULES : fleets.without(name), write),
  },
  {
    names: hosts.RULE_NAMES,
    explore: () => reportHosts(HOSTS, name === undefined ? hosts.RULES : hosts.without(name), write),
  },
  {
    names: volumes.RULE_NAMES,
    explore: () => reportVolumes(VOLUMES, name === undefined ? volumes.RULES : volumes.without(name), write),
  },
];

const subjects = SUBJECTS.filter(({ names }) => name === undefined || names.includes(name));
if (subjects.length === 0) {
  const names = [...new Set(SUBJECTS.flatMap(({ names }) => names))];
  process.stderr.write(`error: there is no rule "${name}"\nLeave out one of: ${names.join(', ')}.\n`);
  process.exitCode = 2;
}
const violations = subjects.flatMap(({ explore }) => explore().map(({ violations }) => violations));
if (violations.some((count) => count > 0)) process.exitCode = 1;
