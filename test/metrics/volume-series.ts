import { noise, tooth } from './noise.ts';
import type { RecordedSeries } from './series.ts';

export const MIB = 2 ** 20;
export const GIB = 2 ** 30;
export const DAY = 86_400;

/** A recorded volume. */
export interface RecordedVolume {
  claim: string;
  /** Default: the namespace of the recording. */
  namespace?: string;
  /** Bytes of its file system, a little less than the claim's. */
  capacity: number;
  /** Approximate bytes used at the end. */
  used: number;
  /** Bytes per day. */
  perDay: number;
  /** Bytes that a compaction frees every two hours. */
  tooth: number;
}

/** Bytes of ext4 file systems on claims of these sizes. */
export const EXT4 = { '10Gi': 10_501_771_264, '50Gi': 52_521_566_208 } as const;

/** Bytes that ext4 reserves. */
const RESERVED = 16 * MIB;

/** Seconds between two compactions of a head. */
const COMPACTION = 7_200;

/** Kubelet metrics of volumes, with the labels of the Prometheus chart. */
export function volumeSeries(
  volumes: readonly RecordedVolume[],
  namespace: string,
  to: number,
): RecordedSeries[] {
  return volumes.flatMap((volume, index) => {
    const node = nodeOf(index);
    const labels = {
      endpoint: 'https-metrics',
      instance: `${node.address}:10250`,
      job: 'kubelet',
      metrics_path: '/metrics',
      namespace: volume.namespace ?? namespace,
      node: node.name,
      persistentvolumeclaim: volume.claim,
      service: 'kubelet',
    };
    const used = usedOf(volume, to);
    return [
      { name: 'kubelet_volume_stats_capacity_bytes', labels, value: () => volume.capacity },
      { name: 'kubelet_volume_stats_used_bytes', labels, value: used },
      {
        name: 'kubelet_volume_stats_available_bytes',
        labels,
        value: (at) => Math.max(0, volume.capacity - used(at) - RESERVED),
      },
    ];
  });
}

/** The nodes of the recordings: replicas run on different ones. */
export const nodeOf = (index: number): { name: string; address: string } => ({
  name: `node-${index % 2}`,
  address: `10.0.0.${10 + (index % 2)}`,
});

/** Rounds to file system blocks of 4 KiB. */
function usedOf({ claim, capacity, used, perDay, tooth: height }: RecordedVolume, to: number) {
  return (at: number): number => {
    const jitter = noise(claim, at) * (height / 4 + 2 * MIB);
    const grown = used - (perDay * (to - at)) / DAY;
    const teeth = height * (tooth(at, COMPACTION) - tooth(to, COMPACTION));
    const drift = height * (wander(at) - wander(to));
    const bytes = Math.min(Math.max(grown + teeth + drift + jitter, 20 * MIB), capacity - RESERVED);
    return Math.round(bytes / 4096) * 4096;
  };
}

/** Growth varies by day. */
const wander = (at: number): number => Math.sin((2 * Math.PI * at) / (5.3 * DAY));
