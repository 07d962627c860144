/**
 * npm run test:model [-- --without RULE]: every state that two or three runs, the operator and the others can bring a
 * host into, with the decisions of lib. Left out, a rule shows what it is for: the shortest way to what it prevents.
 */
import { parseArgs } from 'node:util';
import { report } from './report.ts';
import { RULE_NAMES, RULES, without } from './rules.ts';
import { SCENARIOS } from './scenarios.ts';

const { values } = parseArgs({ options: { without: { type: 'string' } } });
const name = values.without;

if (name !== undefined && !RULE_NAMES.includes(name)) {
  process.stderr.write(`error: there is no rule "${name}"\nLeave out one of: ${RULE_NAMES.join(', ')}.\n`);
  process.exitCode = 2;
} else {
  const findings = report(SCENARIOS, name === undefined ? RULES : without(name), (text) => {
    process.stdout.write(text);
  });
  if (findings.some(({ violations }) => violations > 0)) process.exitCode = 1;
}
