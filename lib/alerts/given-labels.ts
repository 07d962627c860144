import type { Labels } from './alert-facts.ts';
import { type LabelProblem, labelProblem } from './labels.ts';

/** Labels that a user gives as `NAME=VALUE`, and the first that not every Alertmanager takes. */
export interface GivenLabels {
  labels: Labels;
  problem: LabelProblem | undefined;
}

/** Reads them. The value may contain `=`. */
export function givenLabels(texts: readonly string[]): GivenLabels {
  const labels = new Map<string, string>();
  const problems: LabelProblem[] = [];
  for (const text of texts) {
    const [, name = '', value] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    const problem: LabelProblem | undefined =
      value === undefined
        ? { kind: 'invalid', message: `${JSON.stringify(text)} is not a label: it needs a name and a value` }
        : labels.has(name)
          ? { kind: 'invalid', message: `the label ${JSON.stringify(name)} is given twice` }
          : labelProblem(name, value);
    if (problem) problems.push(problem);
    labels.set(name, value ?? '');
  }
  return {
    labels: Object.fromEntries(labels),
    problem: problems.find(({ kind }) => kind === 'invalid') ?? problems[0],
  };
}
