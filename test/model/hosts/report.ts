import type { Violation } from '../explore.ts';
import { check, type Findings } from './check.ts';
import { pathText } from './path.ts';
import type { Rules } from './rules.ts';
import { runnersOf } from './run.ts';
import type { Scenario } from './scenarios.ts';
import { WIPED_BY_US } from './system.ts';

const WHO = `The concurrent runs are named. At any time there are also: the operator, with or without a reconcile in flight; GitOps, which
applies the old image; a user and CAPM3, who pause and unpause; a crash of any run; a server that refuses its request.
`;

/** Explores the scenarios and prints the findings, with the totals in the last line. Returns all findings. */
export function report(
  scenarios: readonly Scenario[],
  rules: Rules,
  write: (text: string) => void,
): Findings[] {
  const runnerOf = runnersOf(rules);
  write(WHO);
  const findings = scenarios.map((scenario) => {
    const found = check(scenario, runnerOf);
    const { states, transitions, requests } = found;
    const ending =
      requests === undefined
        ? 'ends in a wipe caused by a run'
        : `an undisturbed run ends within ${requests} requests`;
    write(`${scenario.name}: states ${states}, transitions ${transitions}; ${ending}\n`);
    return found;
  });
  const sum = (count: (found: Findings) => number, among = findings): number =>
    among.reduce((total, found) => total + count(found), 0);
  const free = findings.filter(({ scenario }) => isSafe(scenario));
  const documented = findings.filter((found) => !free.includes(found));
  write(
    `documented window: ${sum(({ losses }) => losses.window ?? 0, documented)} wipes, another user removed the pause in it\n`,
  );
  write(`documented window with --order safe: ${sum(({ losses }) => losses.window ?? 0, free)} wipes\n`);
  write(
    `by others: ${sum(({ losses }) => losses.others ?? 0)} wipes, GitOps restored the old image on an unpaused host, or another user unpaused it\n`,
  );
  const worst = findings.flatMap(violationsOf).sort(byWeight).at(0);
  if (worst) {
    const { scenario, violation } = worst;
    write(
      `\nbroken: ${violation.promise}\n${scenario.name}:\n${pathText(violation, scenario.commands.length)}\n`,
    );
  }
  write(
    `hosts: states ${sum(({ states }) => states)}, transitions ${sum(({ transitions }) => transitions)}, violations ${sum(({ violations }) => violations)}\n`,
  );
  return findings;
}

interface Found {
  scenario: Scenario;
  violation: Violation;
}

const violationsOf = ({ scenario, shortest }: Findings): Found[] =>
  shortest.map((violation) => ({ scenario, violation }));

/** Wipes first, then by length of the path. */
function byWeight({ violation: a }: Found, { violation: b }: Found): number {
  const isWipe = ({ promise }: Violation) => Number(promise === WIPED_BY_US);
  return isWipe(b) - isWipe(a) || a.path.length - b.path.length;
}

const isSafe = ({ commands }: Scenario): boolean => commands.every(({ options }) => options.order === 'safe');
