import { counted, dayWave, noise, tooth } from './noise.ts';
import type { RecordedSeries } from './series.ts';
import { GIB, MIB } from './volume-series.ts';

/** A replica of Prometheus that measures itself. */
export interface RecordedServer {
  pod: string;
  address: string;
  /** Approximate number of series in its head. */
  series: number;
  /** Samples per second. */
  samples: number;
  /** Bytes of its blocks as a function of time. */
  blocks(at: number): number;
}

/** Bytes of memory per series in the head. */
export const SERIES_MEMORY = 8_400;

/** Prometheus' metrics of itself, with the labels of its ServiceMonitor. */
export function serverSeries(
  servers: readonly RecordedServer[],
  namespace: string,
  from: number,
): RecordedSeries[] {
  return servers.flatMap(({ pod, address, series, samples, blocks }) => {
    const labels = {
      container: 'prometheus',
      endpoint: 'web',
      instance: `${address}:9090`,
      job: 'prometheus-k8s',
      namespace,
      pod,
      service: 'prometheus-k8s',
    };
    const head = (at: number) =>
      Math.round(series * (1 + 0.01 * dayWave(at) + 0.02 * tooth(at, 7_200) + 0.002 * noise(pod, at)));
    return [
      { name: 'up', labels, value: () => 1 },
      { name: 'prometheus_tsdb_head_series', labels, value: head },
      {
        name: 'prometheus_tsdb_head_samples_appended_total',
        // Newer versions count floats and histograms separately.
        labels: { ...labels, type: 'float' },
        value: (at) => Math.round(counted({ perSecond: samples, from: from - 3_600, swing: 0.01 }, at)),
      },
      {
        name: 'process_resident_memory_bytes',
        labels,
        value: (at) => Math.round((head(at) * SERIES_MEMORY + 180 * MIB) / 4096) * 4096,
      },
      {
        name: 'prometheus_tsdb_wal_storage_size_bytes',
        labels,
        value: (at) => Math.round(samples * 10 * (1_800 + 7_200 * tooth(at, 7_200))),
      },
      { name: 'prometheus_tsdb_storage_blocks_bytes', labels, value: blocks },
    ];
  });
}

/** Blocks that grow by a daily amount, a block every two hours, to `now` bytes at the time `to`. */
export function blockBytes(now: number, perDay: number, to: number): RecordedServer['blocks'] {
  const cut = (at: number) => Math.floor(at / 7_200);
  return (at) => Math.max(Math.round(now - ((cut(to) - cut(at)) * perDay) / 12), Math.round(GIB / 8));
}
