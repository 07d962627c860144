import { MONITORING_GROUP, VALUES_KEYS } from './names.ts';

/** Whose names: the platform document's neutral ones, or those of prometheus-operator and its chart. */
export type Naming = 'platform' | 'upstream';

/** The kind of rule objects (§2.2). */
export const ruleKind = (names: Naming): 'MetricsRule' | 'PrometheusRule' =>
  names === 'platform' ? 'MetricsRule' : 'PrometheusRule';

/** Whose name such a kind is. */
export const namingOf = (kind: string | undefined): Naming =>
  kind === 'MetricsRule' ? 'platform' : 'upstream';

/** The usual labels of rule objects, by which Prometheus finds them (§2.2). */
export const ruleLabels = (names: Naming): Record<string, string> => ({
  [names === 'platform' ? 'metrics' : 'prometheus']: 'k8s',
  role: 'alert-rules',
});

/** One thing that has a name in both. `section` is its place in the platform document, without the §. */
export interface MonitoringName extends Record<Naming, string> {
  /** What it names: a stable kebab-case word. */
  name: string;
  type: 'api' | 'label' | 'values' | 'component';
  section: string;
}

/** Stands for the platform's API group while no group is given (§2.2). */
const GROUP_PLACEHOLDER = '<monitoring_group>';

const [metricsSection, alertsSection] = [VALUES_KEYS.metrics.sections, VALUES_KEYS.alerts.sections];

/**
 * Every name of the building block that the platform and upstream spell differently, and those of §2.2–§2.4 that they share.
 * `group` is the platform's API group.
 */
export const monitoringNames = (group: string = GROUP_PLACEHOLDER): MonitoringName[] =>
  NAMES.map(({ platform, ...name }) => ({
    ...name,
    platform: platform.replace(GROUP_PLACEHOLDER, () => group),
  }));

const NAMES: readonly MonitoringName[] = [
  {
    name: 'api-group',
    type: 'api',
    section: '2.2',
    platform: GROUP_PLACEHOLDER,
    upstream: MONITORING_GROUP,
  },
  {
    name: 'rule-api-version',
    type: 'api',
    section: '2.2',
    platform: `${GROUP_PLACEHOLDER}/v1`,
    upstream: `${MONITORING_GROUP}/v1`,
  },
  { name: 'rule-kind', type: 'api', section: '2.2', platform: 'MetricsRule', upstream: 'PrometheusRule' },
  {
    name: 'rule-instance-label',
    type: 'label',
    section: '2.2',
    platform: 'metrics',
    upstream: 'prometheus',
  },
  {
    name: 'rule-role-label',
    type: 'label',
    section: '2.2',
    platform: 'role: alert-rules',
    upstream: 'role: alert-rules',
  },
  {
    name: 'dashboard-label',
    type: 'label',
    section: '2.3',
    platform: 'ui_dashboard',
    upstream: 'grafana_dashboard',
  },
  {
    name: 'metrics-values',
    type: 'values',
    section: '4.C',
    platform: metricsSection[1],
    upstream: metricsSection[0],
  },
  {
    name: 'receivers',
    type: 'values',
    section: '2.4',
    platform: `${alertsSection[1]}.config.receivers`,
    upstream: `${alertsSection[0]}.config.receivers`,
  },
  {
    name: 'admin-password',
    type: 'values',
    section: '2.4',
    platform: 'ui.adminPassword',
    upstream: 'grafana.adminPassword',
  },
  {
    name: 'ingress-enabled',
    type: 'values',
    section: '2.4',
    platform: 'ui.ingress.enabled',
    upstream: 'grafana.ingress.enabled',
  },
  {
    name: 'ingress-annotations',
    type: 'values',
    section: '2.4',
    platform: 'ui.ingress.annotations',
    upstream: 'grafana.ingress.annotations',
  },
  {
    name: 'ingress-hosts',
    type: 'values',
    section: '2.4',
    platform: 'ui.ingress.hosts',
    upstream: 'grafana.ingress.hosts',
  },
  {
    name: 'ingress-tls',
    type: 'values',
    section: '2.4',
    platform: 'ui.ingress.tls',
    upstream: 'grafana.ingress.tls',
  },
  {
    name: 'root-url',
    type: 'values',
    section: '2.4',
    platform: 'ui.ini.server.root_url',
    upstream: 'grafana."grafana.ini".server.root_url',
  },
  {
    name: 'metrics-server',
    type: 'component',
    section: '1',
    platform: 'metrics server',
    upstream: 'Prometheus',
  },
  {
    name: 'alert-manager',
    type: 'component',
    section: '1',
    platform: 'alert manager',
    upstream: 'Alertmanager',
  },
  { name: 'dashboard-ui', type: 'component', section: '1', platform: 'dashboard UI', upstream: 'Grafana' },
  {
    name: 'cluster-state-metrics',
    type: 'component',
    section: '8',
    platform: 'cluster-state metrics',
    upstream: 'kube-state-metrics',
  },
];
