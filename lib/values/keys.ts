import { fieldsOf } from '../objects/fields.ts';
import { VALUES_KEYS } from '../objects/names.ts';
import type { Values } from './helm-yaml.ts';
import { type Path, valueAt } from './layers.ts';

/** The components that values configure, by the names of `scale` (§8). */
export type ValuesComponent =
  | 'metrics'
  | 'alerts'
  | 'ruler'
  | 'ui'
  | 'operator'
  | 'cluster-state'
  | 'node-exporter';

/**
 * How values call a component: upstream first, then the platform, where it has a name of its own (§2.4). `specs` are the keys, in
 * the section, of what the operator gets as the spec of a resource; a component without them has its fields in the section itself.
 */
export const SECTIONS: Record<ValuesComponent, { sections: readonly string[]; specs?: readonly string[] }> = {
  metrics: VALUES_KEYS.metrics,
  alerts: VALUES_KEYS.alerts,
  ruler: VALUES_KEYS.ruler,
  ui: { sections: ['grafana', 'ui'] },
  operator: { sections: ['prometheusOperator'] },
  'cluster-state': { sections: ['kube-state-metrics'] },
  'node-exporter': { sections: ['prometheus-node-exporter'] },
};

/** What the UI's configuration file is called in its section. */
export const INI_KEYS = ['grafana.ini', 'ini'] as const;

/** Keys that only values of this chart have, at the root of its values. */
const OWN_SECTIONS = new Set(Object.values(SECTIONS).flatMap(({ sections }) => sections));

/**
 * Where the values of the monitoring chart begin: at the root, or below the key of a dependency in an umbrella chart. Several, if
 * an umbrella has the chart twice; none if nothing looks like it.
 */
export function rootsOf(values: Values): Path[] {
  const isRoot = (some: unknown): boolean =>
    Object.keys(fieldsOf(some) ?? {}).some((key) => OWN_SECTIONS.has(key));
  const below = Object.keys(values).filter((key) => !OWN_SECTIONS.has(key) && isChartKey(values[key]));
  return [...(isRoot(values) ? [[]] : []), ...below.map((key) => [key])];
}

/** Below a key, one section alone may be a coincidence, such as `metrics` of an application. */
const isChartKey = (value: unknown): boolean => {
  const keys = Object.keys(fieldsOf(value) ?? {}).filter((key) => OWN_SECTIONS.has(key));
  return keys.length > 1 || keys.some((key) => !AMBIGUOUS.has(key));
};

/** Sections whose names other charts use as well. */
const AMBIGUOUS = new Set(['metrics', 'alerts', 'ruler', 'ui']);

/** The sections of a component below a root, as they are spelled there. */
export const sectionsOf = (values: Values, root: Path, component: ValuesComponent): Path[] =>
  SECTIONS[component].sections
    .map((section) => [...root, section])
    .filter((path) => fieldsOf(valueAt(values, path)) !== undefined);

/** Where a section has the fields of its resource: its spec, as it is spelled there or would be, or the section itself. */
export function specOf(values: Values, section: Path, component: ValuesComponent): Path {
  const { sections, specs } = SECTIONS[component];
  if (!specs) return section;
  const spelled = specs.find((spec) => valueAt(values, [...section, spec]) !== undefined);
  return [...section, spelled ?? specs[sections.indexOf(section.at(-1) ?? '')] ?? specs[0] ?? ''];
}

/** Where a claim template has its size. */
export const CLAIM_SIZE = ['volumeClaimTemplate', 'spec', 'resources', 'requests', 'storage'] as const;
