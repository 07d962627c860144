import { blocksOf } from './blocks.ts';
import type { MetricsOptions } from './options.ts';
import { type RunningServer, startServer } from './running-server.ts';

/**
 * Starts a real Prometheus on loopback with the recording, without scrapes, that sends alerts to the Alertmanager at that port.
 * Resolves when it is ready, has discovered the Alertmanager and, if requested, fires the watchdog.
 */
export const startPrometheus = async (
  { namespace, recording, watchdog }: Required<MetricsOptions>,
  alertmanager: number,
): Promise<RunningServer> =>
  startServer('prometheus', {
    flags: [
      '--config.file=prometheus.yaml',
      '--storage.tsdb.path=data',
      '--storage.tsdb.retention.time=100y',
      // An Alertmanager is found some seconds late, and the first alert is lost then. One is taken for over four times as long after.
      '--rules.alert.resend-delay=10s',
    ],
    files: {
      'prometheus.yaml': configuration(namespace, alertmanager),
      ...(watchdog === 'fires' && { 'rules/watchdog.yaml': WATCHDOG }),
      ...Object.fromEntries(
        [...(await blocksOf(recording, namespace))].map(([path, content]) => [`data/${path}`, content]),
      ),
    },
    async isReady(port) {
      const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
      if (!(await ask('/-/ready')).ok) return false;
      const found = await (await ask('/api/v1/alertmanagers')).text();
      if (!found.includes('"activeAlertmanagers":[{')) return false;
      return (
        watchdog === 'silent' || (await (await ask('/api/v1/alerts')).text()).includes('"state":"firing"')
      );
    },
  });

const WATCHDOG = `groups:
  - name: general.rules
    rules:
      - alert: Watchdog
        expr: vector(1)
        labels:
          severity: none
        annotations:
          summary: Always fires, so that its absence shows that alerts do not arrive.
`;

const configuration = (namespace: string, alertmanager: number): string => `global:
  evaluation_interval: 1s
  external_labels:
    prometheus: ${namespace}/k8s
rule_files:
  - rules/*.yaml
alerting:
  alertmanagers:
    - static_configs:
        - targets: ['127.0.0.1:${alertmanager}']
`;
