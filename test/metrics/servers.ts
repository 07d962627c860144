import type { TestServer } from '../support/server.ts';
import type { MetricsOptions, MetricsServers } from './options.ts';

export type { RecordingName } from './recordings.ts';

/**
 * Starts Prometheus and Alertmanager: real ones for the real control plane, stand-ins with recorded responses for the embedded
 * server. Resolves when both are ready and the watchdog is in its state.
 *
 * @throws with the package to install, if the programs of real ones are missing.
 */
export async function startMetrics(
  kind: TestServer['name'],
  { namespace, recording = 'steady', watchdog = 'fires' }: MetricsOptions,
): Promise<MetricsServers> {
  const { start } =
    kind === 'real'
      ? { start: (await import('./real.ts')).startReal }
      : { start: (await import('./recorded.ts')).startRecorded };
  return start({ namespace, recording, watchdog });
}

/** Forwards `port` of each of these pods to the loopback port `to`, until released. */
export function attach(
  { pods: listening }: Pick<TestServer, 'pods'>,
  pods: readonly { ip: string }[],
  port: 9090 | 9093,
  to: number,
): { free(): void } {
  const addresses = pods.map(({ ip }) => `${ip}:${port}`);
  for (const address of addresses) listening.set(address, to);
  return {
    free() {
      for (const address of addresses) listening.delete(address);
    },
  };
}
