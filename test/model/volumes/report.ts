import type { Violation } from '../explore.ts';
import { check, type Findings } from './check.ts';
import type { Rules } from './rules.ts';
import type { Scenario } from './scenarios.ts';
import { LOST_BY_US } from './system.ts';

const WHO = `Volumes: the concurrent runs are named. At any time there are also: the operator, which acts on the last spec that it saw; the
StatefulSet controller, the garbage collector and the storage; a crash of any run; a server that refuses its request; and
with meddling, once: GitOps, which applies its manifest, or a user, who scales, pauses, or sets a
retention policy or retentionSize.
`;

/** Explores the scenarios and prints the findings, with the totals in the last line. Returns all findings. */
export function report(
  scenarios: readonly Scenario[],
  rules: Rules,
  write: (text: string) => void,
): Findings[] {
  write(WHO);
  const findings = scenarios.map((scenario) => {
    const found = check(scenario, rules);
    write(`${scenario.name}: states ${found.states}, transitions ${found.transitions}\n`);
    return found;
  });
  const sum = (count: (found: Findings) => number): number =>
    findings.reduce((total, found) => total + count(found), 0);
  const lost = (by: string): number => sum(({ losses }) => losses[by] ?? 0);
  write(
    `by others: ${lost('others')} losses, GitOps restored the old template and the retention policy Delete\n`,
  );
  write(`by a policy that another user changed after a run had read it: ${lost('late')} losses\n`);
  write(
    `crossed: ${lost('stray')} requests in flight when another run removed the record: nothing is lost, the run reports it and stops\n`,
  );
  const worst = findings.flatMap((found) => found.shortest.map((violation) => ({ found, violation })));
  const [first] = worst.sort(
    (a, b) => Number(isLoss(b.violation)) - Number(isLoss(a.violation)) || lengthOf(a) - lengthOf(b),
  );
  if (first)
    write(
      `\nbroken: ${first.violation.promise}\n${first.found.scenario.name}:\n${first.found.textOf(first.violation)}\n`,
    );
  write(
    `volumes: states ${sum(({ states }) => states)}, transitions ${sum(({ transitions }) => transitions)}, violations ${sum(({ violations }) => violations)}\n`,
  );
  return findings;
}

const isLoss = ({ promise }: Violation): boolean => promise === LOST_BY_US;
const lengthOf = ({ violation }: { violation: Violation }): number => violation.path.length;
