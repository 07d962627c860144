import { dashboard, labelVariable, row, stat, table, timeseries } from '../write/parts.ts';

/** What is chosen of alerts. The alerts that always fire say nothing about the cluster. */
const CHOSEN = 'alertname!~"Watchdog|InfoInhibitor", severity=~"$severity", namespace=~"$namespace"';
const FIRING = `alertstate="firing", ${CHOSEN}`;

/** "Alerts": an overview of firing alerts, and whether they are delivered (§2.5). */
export const alertsDashboard = (): Record<string, unknown> =>
  dashboard({
    uid: 'monitoring-alerts',
    title: 'Alerts',
    description: 'Overview of firing alerts, and whether they reach their receivers.',
    tags: ['monitoring', 'alerts'],
    time: { from: 'now-6h', to: 'now' },
    variables: [
      labelVariable({ name: 'severity', label: 'Severity', of: 'ALERTS' }),
      labelVariable({ name: 'namespace', label: 'Namespace', of: 'ALERTS{severity=~"$severity"}' }),
    ],
    panels: [...numbers(), ...lists(), ...delivery()],
  });

const numbers = () => [
  stat({
    title: 'Firing alerts',
    description: 'Alerts that fire now, without those that always fire.',
    at: [0, 0, 5, 4],
    unit: 'none',
    steps: ['green', [1, 'orange']],
    queries: { Firing: `count(ALERTS{${FIRING}}) or vector(0)` },
  }),
  stat({
    title: 'Critical',
    description: 'Firing alerts with the severity critical.',
    at: [5, 0, 5, 4],
    unit: 'none',
    steps: ['green', [1, 'red']],
    queries: { Critical: `count(ALERTS{${FIRING}, severity="critical"}) or vector(0)` },
  }),
  stat({
    title: 'Warnings',
    description: 'Firing alerts with the severity warning.',
    at: [10, 0, 5, 4],
    unit: 'none',
    steps: ['green', [1, 'orange']],
    queries: { Warnings: `count(ALERTS{${FIRING}, severity="warning"}) or vector(0)` },
  }),
  stat({
    title: 'Pending',
    description: 'Alerts whose condition holds, but not yet for long enough to fire.',
    at: [15, 0, 4, 4],
    unit: 'none',
    steps: ['green', [1, 'yellow']],
    queries: { Pending: `count(ALERTS{alertstate="pending", ${CHOSEN}}) or vector(0)` },
  }),
  stat({
    title: 'Watchdog',
    description: 'The alert that always fires. If it does not, no alert can be relied on.',
    at: [19, 0, 5, 4],
    unit: 'none',
    steps: ['red', [1, 'green']],
    mappings: [{ type: 'value', options: { 0: { text: 'Not firing' }, 1: { text: 'Firing' } } }],
    queries: { Watchdog: 'max(ALERTS{alertname="Watchdog", alertstate="firing"}) or vector(0)' },
  }),
];

const lists = () => [
  table({
    title: 'Firing alerts by name',
    description: 'How many alerts of each name fire now.',
    at: [0, 4, 12, 9],
    unit: 'none',
    columns: { alertname: 'Alert', severity: 'Severity', namespace: 'Namespace', Value: 'Alerts' },
    queries: { Alerts: `sort_desc(count by (alertname, severity, namespace) (ALERTS{${FIRING}}))` },
  }),
  table({
    title: 'Longest active',
    description: 'How long the condition of an alert has held without a break, firing or pending.',
    at: [12, 4, 12, 9],
    unit: 's',
    columns: { alertname: 'Alert', severity: 'Severity', namespace: 'Namespace', Value: 'Active for' },
    queries: {
      Active: `topk(20, max by (alertname, severity, namespace) (time() - ALERTS_FOR_STATE{${CHOSEN}}))`,
    },
  }),
  timeseries({
    title: 'Firing alerts by severity',
    description: 'Number of firing alerts over time, one on top of the other.',
    at: [0, 13, 12, 8],
    unit: 'none',
    isStacked: true,
    queries: { '{{severity}}': `count by (severity) (ALERTS{${FIRING}})` },
  }),
  timeseries({
    title: 'Firing alerts by namespace',
    description: 'The ten namespaces with the most firing alerts.',
    at: [12, 13, 12, 8],
    unit: 'none',
    queries: { '{{namespace}}': `topk(10, count by (namespace) (ALERTS{${FIRING}}))` },
  }),
];

const delivery = () => [
  row('Delivery', 21),
  timeseries({
    title: 'Notifications',
    description: 'Notifications that the alert manager sent, by the kind of receiver.',
    at: [0, 22, 8, 8],
    unit: 'ops',
    queries: {
      '{{integration}}': 'sum by (integration) (rate(alertmanager_notifications_total[$__rate_interval]))',
    },
  }),
  timeseries({
    title: 'Failed notifications',
    description: 'Notifications that a receiver did not accept, by the kind of receiver.',
    at: [8, 22, 8, 8],
    unit: 'ops',
    queries: {
      '{{integration}}':
        'sum by (integration) (rate(alertmanager_notifications_failed_total[$__rate_interval]))',
    },
  }),
  timeseries({
    title: 'Alerts lost on the way',
    description:
      'Alerts that a metrics server could not hand over to an alert manager, and rules that could not be evaluated.',
    at: [16, 22, 8, 8],
    unit: 'ops',
    queries: {
      'dropped by {{pod}}': 'sum by (pod) (rate(prometheus_notifications_dropped_total[$__rate_interval]))',
      'failed rules of {{pod}}':
        'sum by (pod) (rate(prometheus_rule_evaluation_failures_total[$__rate_interval]))',
    },
  }),
];
