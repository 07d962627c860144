import type { ComponentName } from '../objects/components.ts';
import type { Part } from '../versions/monitoring.ts';

/** What the parts of the block are called, in the document's words (§8). */
export const PARTS: Record<Part | ComponentName, string> = {
  operator: 'operator',
  metrics: 'metrics server',
  agent: 'metrics agent',
  alerts: 'alert manager',
  ruler: 'ruler',
  ui: 'dashboard UI',
  'cluster-state': 'cluster-state metrics',
  'node-exporter': 'node exporter',
};

/** Those that the document's block consists of (§8): all but the ruler and agents. */
export const DOCUMENTED = ['operator', 'metrics', 'alerts', 'ui', 'cluster-state', 'node-exporter'] as const;

/** Where a chart's values have what is to be said of the dashboard UI (§8), in the chart's own names. */
export const UI_VALUES = {
  replicas: 'grafana.replicas',
  persistence: 'grafana.persistence.enabled',
  size: 'grafana.persistence.size',
} as const;
