import { monitoringNames, type Naming } from '../objects/monitoring-names.ts';
import { VALUES_KEYS } from '../objects/names.ts';
import { type ChartSource, yamlWord } from './chart-words.ts';

/** The chart of the building block, and whose names its values and rules have. */
export interface BlockChart extends ChartSource {
  names: Naming;
  /** API group of rule objects, which the platform has one of its own for. */
  group: string;
}

/** The chart of prometheus-operator's community, at the version that the files are written for. */
export const UPSTREAM_CHART = {
  chart: 'kube-prometheus-stack',
  version: '88.5.3',
  repository: 'https://prometheus-community.github.io/helm-charts',
} as const;

/** A file of the building block for another chart, and in its names. */
export function inNames(text: string, { names, group, chart, version, repository }: BlockChart): string {
  const renamed = names === 'upstream' ? text : platformNames(text, group);
  const words: Record<string, string> = {
    [UPSTREAM_CHART.chart]: chart,
    [UPSTREAM_CHART.version]: version,
    [UPSTREAM_CHART.repository]: repository,
  };
  return renamed.replaceAll(CHART_WORDS, (word) => yamlWord(words[word] ?? word));
}

/** In one pass, so that no word is looked for in another. */
const CHART_WORDS = new RegExp(
  Object.values(UPSTREAM_CHART)
    .map((word) => word.replaceAll('.', '\\.'))
    .join('|'),
  'g',
);

/** Keys of values, and what rules and dashboards are found by. */
function platformNames(text: string, group: string): string {
  const named = new Map(
    monitoringNames(group).map(({ name, upstream, platform }) => [name, { upstream, platform }]),
  );
  const words = ['rule-api-version', 'rule-kind', 'dashboard-label'].flatMap((name) => named.get(name) ?? []);
  const label = named.get('rule-instance-label');
  const renamed = words.reduce(
    (all, { upstream, platform }) => all.replaceAll(upstream, () => platform),
    text,
  );
  return renamed.replaceAll(KEY, (line, indent: string, key: string) => {
    if (label?.upstream === key && indent.length === 4) return `${indent}${label.platform}:`;
    return key in PLATFORM_KEYS ? `${indent}${PLATFORM_KEYS[key]}:` : line;
  });
}

/** A key alone, or a label with its value. */
const KEY = /^( *)([\w.-]+):(?=$| k8s$)/gm;

const PLATFORM_KEYS: Record<string, string> = Object.fromEntries([
  ...Object.values(VALUES_KEYS).flatMap(({ sections, specs }) => [sections, specs]),
  ['grafana', 'ui'],
]);
