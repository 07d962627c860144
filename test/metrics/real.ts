import { untilReady } from '../cluster/ready.ts';
import { startAlertmanager } from './alertmanager.ts';
import type { MetricsOptions, MetricsServers } from './options.ts';
import { startPrometheus } from './prometheus.ts';

/** Starts a real Prometheus with a real Alertmanager; see `startMetrics`. */
export async function startReal(options: Required<MetricsOptions>): Promise<MetricsServers> {
  const alertmanager = await startAlertmanager();
  try {
    const prometheus = await startPrometheus(options, alertmanager.port);
    const stop = async () => {
      await Promise.all([prometheus.stop(), alertmanager.stop()]);
    };
    try {
      const both = [prometheus.running, alertmanager.running];
      if (options.watchdog === 'fires')
        await untilReady('The watchdog', both, () => isTold(alertmanager.port));
    } catch (error) {
      await stop();
      throw error;
    }
    return { prometheus: prometheus.port, alertmanager: alertmanager.port, stop };
  } catch (error) {
    await alertmanager.stop();
    throw error;
  }
}

async function isTold(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v2/alerts`);
  return (await answer.text()).includes('"alertname":"Watchdog"');
}
