import type { KubeObject } from '../../lib/kube/api/types.ts';
import type { MetricsOptions, MetricsServers } from '../metrics/options.ts';
import { startMetrics } from '../metrics/servers.ts';
import { follow, keyOf } from '../operators/follow.ts';
import { startFinder } from './found-managers.ts';
import { startPresent } from './present-metrics.ts';
import type { TestServer } from './server.ts';

export interface AttachedOptions extends MetricsOptions {
  /** Whether what Prometheus has seen ends now, not at the moment of the tests; it does not when absent. */
  present?: boolean;
}

interface Pod extends KubeObject {
  status?: { podIP?: string };
}

/** Where metrics servers and alert managers listen in their pods, by what these are labelled with. */
const PORTS: Record<string, { port: number; to: 'prometheus' | 'alertmanager' }> = {
  prometheus: { port: 9090, to: 'prometheus' },
  alertmanager: { port: 9093, to: 'alertmanager' },
};

/**
 * Starts a Prometheus and an Alertmanager, and has every pod of those of the namespace answer by them, whenever it comes, until
 * `stop`. Resolves when the pods that are there do.
 */
export async function attachMetrics(
  server: TestServer,
  { present = false, ...options }: AttachedOptions,
): Promise<{ stop(): Promise<void> }> {
  const metrics = await startMetrics(server.name, options);
  const started: { stop(): Promise<void> }[] = [metrics];
  const stop = async (): Promise<void> => {
    for (const one of started.reverse()) await one.stop();
  };
  try {
    const ports = { ...metrics };
    if (present) {
      const front = await startPresent(metrics.prometheus);
      started.push(front);
      ports.prometheus = front.port;
    }
    let managers = (): string[] => [];
    const finder = await startFinder(ports.prometheus, () => managers());
    started.push(finder);
    const attached = await attachPods(server, options.namespace, { ...ports, prometheus: finder.port });
    started.push(attached);
    managers = attached.managers;
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Has the pods of a namespace answer at these ports of loopback, until `stop`. Resolves when those that are there do. `managers` are
 * the addresses of the alert managers among them.
 */
export async function attachPods(
  { admin, pods }: Pick<TestServer, 'admin' | 'pods'>,
  namespace: string,
  metrics: Partial<Pick<MetricsServers, 'prometheus' | 'alertmanager'>>,
): Promise<{ managers(): string[]; stop(): Promise<void> }> {
  const stopping = new AbortController();
  const addresses = new Map<string, string>();
  const free = (key: string): void => {
    const address = addresses.get(key);
    addresses.delete(key);
    // Another pod may have got it meanwhile.
    if (address !== undefined && ![...addresses.values()].includes(address)) pods.delete(address);
  };
  const { ended } = await follow<Pod>(admin, `/api/v1/namespaces/${namespace}/pods`, {
    seen(pod) {
      const served = PORTS[pod.metadata.labels?.['app.kubernetes.io/name'] ?? ''];
      const ip = pod.status?.podIP;
      const port = served && metrics[served.to];
      if (!served || !ip || port === undefined) return;
      addresses.set(keyOf(pod), `${ip}:${served.port}`);
      pods.set(`${ip}:${served.port}`, port);
    },
    gone: free,
    signal: stopping.signal,
    pause: 100,
  });
  return {
    managers: () =>
      [...new Set(addresses.values())]
        .filter((one) => one.endsWith(`:${PORTS.alertmanager?.port}`))
        .toSorted(),
    async stop() {
      stopping.abort();
      await ended;
      for (const key of [...addresses.keys()]) free(key);
    },
  };
}
