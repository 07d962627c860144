import { hostOf } from '../../lib/alerts/watchdog/prometheus-answers.ts';
import { startManagers } from '../alerts/manager.ts';
import type { ManagerKind, Managers } from '../alerts/options.ts';
import { type RunningServer, startServer } from '../metrics/running-server.ts';
import { sendAlerts } from './alert-stage.ts';
import { startFinder } from './found-managers.ts';
import { listen } from './listen.ts';
import { openMonitoring } from './monitoring.ts';
import type { MonitoringStage } from './monitoring-stage.ts';
import type { TestServer } from './server.ts';

/** What a stand-in for a Prometheus says; a real one says it by itself. */
export interface Said {
  /** Of its rule; undefined if it has none. */
  state: string | undefined;
  /** Whether it has found the Alertmanagers: all, or only the first. */
  found: 'all' | 'first' | 'none';
}

/** A Prometheus `k8s` and an Alertmanager `main`, of two replicas each. */
export interface WatchdogStage {
  stage: MonitoringStage;
  managers: Managers;
  /** A kubeconfig of the administrator. */
  config: string;
  /** What the Prometheus says from now on. */
  say(said: Partial<Said>): void;
  /** Stops all of it, and the server. */
  stop(): Promise<void>;
}

/**
 * Opens one whose watchdog alert is at both Alertmanagers. Real ones get it from a real Prometheus, which scrapes them.
 *
 * @param config of the Alertmanagers.
 */
export async function openWatchdog(
  server: TestServer,
  kind: ManagerKind,
  config: string,
): Promise<WatchdogStage> {
  const stage = await openMonitoring(server, {
    components: [
      { name: 'k8s', replicas: 2 },
      { kind: 'Alertmanager', name: 'main', replicas: 2 },
    ],
  });
  const managers = await startManagers(kind, { config, replicas: 2 });
  const addressOf = async (pod: string): Promise<string> =>
    (await stage.get(stage.path('pods', pod))).status.podIP;
  const pods = {
    managers: await both('alertmanager-main', addressOf),
    servers: await both('prometheus-k8s', addressOf),
  };
  for (const [at, ip] of pods.managers.entries()) server.pods.set(`${ip}:9093`, managers.ports[at] ?? 0);
  const said: Said = { state: 'firing', found: 'all' };
  const found = (): string[] =>
    pods.managers.slice(0, { all: 2, first: 1, none: 0 }[said.found]).map((ip) => `${hostOf(ip)}:9093`);
  const prometheus = kind === 'stand-in' ? undefined : await startPrometheus(stage.namespace, managers);
  if (!prometheus)
    await Promise.all(managers.ports.map((port) => sendAlerts(port, [alertOf(stage.namespace)])));
  const front = prometheus ? await startFinder(prometheus.port, found) : await startStandIn(said, found);
  for (const ip of pods.servers) server.pods.set(`${ip}:9090`, front.port);
  return {
    stage,
    managers,
    config: await stage.kubeconfig(),
    say: (given) => void Object.assign(said, given),
    async stop() {
      await front.stop();
      await prometheus?.stop();
      await managers.stop();
      await stage.stop();
      await server.stop();
    },
  };
}

const both = (name: string, addressOf: (pod: string) => Promise<string>): Promise<string[]> =>
  Promise.all([0, 1].map((at) => addressOf(`${name}-${at}`)));

const alertOf = (namespace: string) => ({
  labels: { alertname: 'Watchdog', severity: 'none', prometheus: `${namespace}/k8s` },
});

const startStandIn = (said: Said, found: () => string[]) =>
  listen((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const rules = said.state === undefined ? [] : [{ type: 'alerting', name: 'Watchdog', state: said.state }];
    const answers: Record<string, object> = {
      '/api/v1/rules': { groups: [{ rules }] },
      '/api/v1/alertmanagers': {
        activeAlertmanagers: found().map((address) => ({ url: `http://${address}/api/v2/alerts` })),
      },
      '/api/v1/query': { resultType: 'vector', result: [] },
    };
    const data = answers[pathname];
    response.writeHead(data ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(data ? { status: 'success', data } : { status: 'error' }));
  });

/** Resolves when it scrapes the Alertmanagers. */
const startPrometheus = (namespace: string, { ports }: Managers): Promise<RunningServer> =>
  startServer('prometheus', {
    flags: ['--config.file=prometheus.yaml', '--storage.tsdb.path=data', '--rules.alert.resend-delay=5s'],
    files: { 'prometheus.yaml': configuration(namespace, ports), 'rules.yaml': RULES },
    async isReady(port) {
      const query = 'count(alertmanager_notification_requests_total)';
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/query?${new URLSearchParams({ query })}`);
      return (await answer.text()).includes('"value"');
    },
  });

const RULES = 'groups: [{ name: general, rules: [{ alert: Watchdog, expr: vector(1) }] }]\n';

/** JSON is YAML. */
const configuration = (namespace: string, ports: readonly number[]): string =>
  JSON.stringify({
    global: {
      evaluation_interval: '1s',
      scrape_interval: '1s',
      external_labels: { prometheus: `${namespace}/k8s` },
    },
    rule_files: ['rules.yaml'],
    alerting: {
      alertmanagers: [{ static_configs: [{ targets: ports.map((port) => `127.0.0.1:${port}`) }] }],
    },
    scrape_configs: [
      {
        job_name: 'alertmanager',
        static_configs: ports.map((port, at) => ({
          targets: [`127.0.0.1:${port}`],
          labels: { namespace, pod: `alertmanager-main-${at}` },
        })),
      },
    ],
  });
