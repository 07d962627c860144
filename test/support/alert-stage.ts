import { ALERTS, readAlerts } from '../../lib/alerts/answers.ts';
import { ask } from '../alerts/ask.ts';
import { startManagers } from '../alerts/manager.ts';
import type { ManagerKind, ManagerOptions, Managers } from '../alerts/options.ts';
import { openMonitoring } from './monitoring.ts';
import type { MonitoringStage } from './monitoring-stage.ts';
import { type PortSwitch, startSwitch } from './port-switch.ts';
import type { TestServer } from './server.ts';

/** Those that the tests of alerts run with on each kind of server. */
export const MANAGERS: Record<TestServer['name'], readonly ManagerKind[]> = {
  embedded: ['stand-in'],
  real: ['system', 'newest'],
};

/** An Alertmanager `main`, whose pods answer. */
export interface AlertStage {
  stage: MonitoringStage;
  managers: Managers;
  /** A kubeconfig of the administrator. */
  config: string;
  /** Has a pod answer by what listens at a port of loopback. */
  attach(at: number, port: number): Promise<void>;
  /** Sends alerts to a replica, and waits until it has routed what it has. */
  send(at: number, alerts: readonly object[]): Promise<void>;
  /** Stops all of it, and the server. */
  stop(): Promise<void>;
}

/** Opens one with as many pods as the managers have replicas. */
export async function openAlerts(
  server: TestServer,
  kind: ManagerKind,
  options: ManagerOptions,
): Promise<AlertStage> {
  const { replicas = 1 } = options;
  const [stage, managers] = await Promise.all([
    openMonitoring(server, { components: [{ kind: 'Alertmanager', name: 'main', replicas }] }),
    startManagers(kind, options),
  ]);
  const switches = new Map<number, PortSwitch>();
  const attach = async (at: number, port: number): Promise<void> => {
    const known = switches.get(at);
    if (known) return known.switchTo(port);
    const { status } = await stage.get(stage.path('pods', `alertmanager-main-${at}`));
    const address = `${status.podIP}:9093`;
    server.pods.set(address, port);
    if (server.name !== 'real') return;
    const started = await startSwitch(port);
    switches.set(at, started);
    server.pods.set(address, started.port);
  };
  for (const [at, port] of managers.ports.entries()) await attach(at, port);
  return {
    stage,
    managers,
    config: await stage.kubeconfig(),
    attach,
    send: (at, alerts) => sendAlerts(managers.ports[at] ?? 0, alerts),
    async stop() {
      await managers.stop();
      for (const one of switches.values()) await one.stop();
      await stage.stop();
      await server.stop();
    },
  };
}

/** Sends alerts to the Alertmanager at a port, and waits until it has routed what it has. */
export async function sendAlerts(port: number, alerts: readonly object[]): Promise<void> {
  const { status, text } = await ask(port, { path: ALERTS, body: alerts });
  if (status !== 200) throw new Error(text);
  for (;;) {
    const known = readAlerts((await ask(port, { path: ALERTS })).text);
    if (known.length >= alerts.length && known.every(({ state }) => state !== 'unprocessed')) return;
  }
}
