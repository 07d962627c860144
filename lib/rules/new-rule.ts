import { type Naming, ruleKind } from '../objects/monitoring-names.ts';
import { yamlScalar as scalar } from '../words/yaml-scalar.ts';

/** An alert rule to write. */
export interface NewAlert {
  alert: string;
  expr: string;
  for: string;
  message: string;
}

export interface NewRules {
  names: Naming;
  /** The API group of rule objects. */
  group: string;
  name: string;
  namespace: string | undefined;
  labels: Record<string, string>;
  alerts: readonly NewAlert[];
}

/** The rule object as YAML, in the form of §2.2. */
export function rulesYaml({ names, group, name, namespace, labels, alerts }: NewRules): string {
  const lines = [
    `apiVersion: ${group}/v1`,
    `kind: ${ruleKind(names)}`,
    'metadata:',
    `  name: ${scalar(name)}`,
    ...(namespace === undefined ? [] : [`  namespace: ${scalar(namespace)}`]),
    '  labels:',
    ...Object.entries(labels).map(([key, value]) => `    ${scalar(key)}: ${scalar(value)}`),
    'spec:',
    '  groups:',
    `    - name: ${name}.rules`,
    '      rules:',
    ...alerts.flatMap((alert) => [
      `        - alert: ${alert.alert}`,
      `          expr: ${scalar(alert.expr)}`,
      `          for: ${alert.for}`,
      '          annotations:',
      `            message: ${scalar(alert.message)}`,
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

/** §2.2: fires when no target of a job is up, or when the series is absent. */
export const podDown = (job: string): NewAlert => ({
  alert: 'PodDown',
  expr: `sum by (job) (up{job="${job}"}) < 1 or absent(up{job="${job}"})`,
  for: '1m',
  message: 'No pod of {{ $labels.job }} answers. It is down, or Prometheus does not find it.',
});

/**
 * Fire when a host reports the error that `kubectl bmh repair` repairs, and when the operator does not run. The metrics are those
 * of baremetal-operator and kube-state-metrics.
 */
export const HOST_ALERTS: readonly NewAlert[] = [
  {
    alert: 'BareMetalHostRegistrationError',
    expr: 'increase(metal3_host_error_total{error_type="provisioned registration error"}[15m]) > 0',
    for: '1m',
    message:
      'A provisioned host cannot be registered. Find it with kubectl bmh list -A; its result names the next command.',
  },
  {
    alert: 'BareMetalOperatorDown',
    expr: 'kube_deployment_status_replicas_available{deployment=~"(.+-)?baremetal-operator(-.+)?"} == 0 or absent(metal3_reconcile_error_total)',
    for: '5m',
    message: 'The baremetal-operator does not run, or Prometheus does not find it. No host is managed.',
  },
];
