import { rulesIn } from '../../../lib/rules/recognize.ts';
import { chartVersion } from '../../../lib/upgrades/chart-version.ts';
import { expressionsIn } from '../../../lib/upgrades/expressions.ts';
import type { Dashboard, Program, RuleObject, UpgradeFacts } from '../../../lib/upgrades/facts.ts';
import { panelsIn } from '../../../lib/upgrades/panels.ts';
import { readAsHelm } from '../../../lib/values/helm-yaml.ts';
import { rootsOf } from '../../../lib/values/keys.ts';
import { valueAt } from '../../../lib/values/layers.ts';

/** What differs from a block of which nothing is known but the chart. */
export interface Given extends Partial<Omit<UpgradeFacts, 'from' | 'to' | 'values' | 'rules'>> {
  from?: string | undefined;
  to?: string;
  /** YAML. */
  values?: string;
  /** Expressions of alerts. */
  rules?: readonly string[] | readonly object[];
}

/** Facts for tests. */
export function factsOf({ from, to = '88.5.3', values, rules, ...rest }: Given): UpgradeFacts {
  return {
    ...{ source: undefined, kubernetes: undefined, programs: [], crds: undefined, dashboards: undefined },
    ...{ oldWrites: [], policies: [], scrapeIntervals: [] },
    from: from === undefined ? undefined : chartVersion(from),
    to: chartVersion(to),
    rules: rules?.map(ruleObject),
    values: values === undefined ? undefined : valuesOf(values),
    ...rest,
  };
}

function ruleObject(rule: string | object): RuleObject {
  const group = typeof rule === 'string' ? { rules: [{ alert: 'A', expr: rule }] } : rule;
  const rules = rulesIn({ kind: 'PrometheusRule', spec: { groups: [{ name: 'g', ...group }] } });
  if (!rules) throw new Error('these are no rules');
  return { object: 'PrometheusRule n/r', rules };
}

function valuesOf(text: string): NonNullable<UpgradeFacts['values']> {
  const values = readAsHelm(text).documents[0] as Record<string, unknown>;
  return {
    roots: rootsOf(values),
    at: (path) => valueAt(values, path),
    placeOf: (path) => `v.yaml: ${path.join('.')}`,
  };
}

/** A part that runs. */
export const runs = (part: Program['part'], version: string | null): Program => ({
  ...{ part, version, name: part },
  object: `Part n/${part}`,
});

/** A dashboard with these panels. */
export const dashboard = (...panels: object[]): Dashboard => ({
  object: 'ConfigMap n/d: d.json',
  panels: panelsIn({ panels }),
  expressions: expressionsIn({ panels }),
});

/** All CRDs of an operator. */
export const crdsOf = (operator: string | undefined, names = KINDS) =>
  names.map((name) => ({ name: `${name}.monitoring.coreos.com`, operator }));

export const KINDS = [
  ...['alertmanagerconfigs', 'alertmanagers', 'podmonitors', 'probes', 'prometheusagents'],
  ...['prometheuses', 'prometheusrules', 'scrapeconfigs', 'servicemonitors', 'thanosrulers'],
];
