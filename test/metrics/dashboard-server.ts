import { findControllerPrograms } from '../cluster/controller-programs.ts';
import { makeBlocks } from './blocks.ts';
import { clusterRecording, SCRAPED } from './dashboard-series.ts';
import { type RunningServer, startServer } from './running-server.ts';
import { openMetrics } from './series.ts';

/** Starts a real Prometheus on loopback that has the series of the shipped dashboards, and scrapes nothing. */
export async function startDashboardServer(kind: 'system' | 'newest'): Promise<RunningServer> {
  const program = kind === 'newest' && (await findControllerPrograms()).prometheus;
  const blocks = await makeBlocks(openMetrics(clusterRecording(), SCRAPED));
  return startServer('prometheus', {
    ...(program && { program }),
    flags: [
      '--config.file=prometheus.yaml',
      '--storage.tsdb.path=data',
      '--storage.tsdb.retention.time=100y',
    ],
    files: {
      'prometheus.yaml': 'global: {}\n',
      ...Object.fromEntries([...blocks].map(([path, content]) => [`data/${path}`, content])),
    },
    isReady: async (port) => (await fetch(`http://127.0.0.1:${port}/-/ready`)).ok,
  });
}
