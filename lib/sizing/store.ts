import { COMPONENTS, instanceLabels } from '../objects/components.ts';
import { fieldsOf } from '../objects/fields.ts';
import { retentionBytes, retentionDays, retentionOf } from '../objects/retention.ts';
import { type InstanceObject, readInstance } from '../volumes/instance.ts';
import { type Answers, byPod, type Measure } from './queries.ts';
import { type BlockPod, MIB, rounded } from './requests.ts';

/** How much disk a metrics server needs, with samples of one and of two bytes, and what decides that. */
export interface DiskNeed {
  lowMiB: number;
  highMiB: number;
  /** The retention size where it caps both; the WAL where it needs more than either. */
  by: 'samples' | 'retentionSize' | 'wal';
}

/** What the measured series of a metrics server say that it needs, for each of its pods alike. */
export interface StoreSizing {
  /** The Prometheus. */
  name: string;
  /** Its pods that there are. */
  pods: string[];
  /** As its resource has it, with what the operator takes where it says nothing; null where there is none. */
  retention: { time: string | null; size: string | null };
  /** Size in its claim template, as written; null where it keeps its data on no claim. */
  claim: string | null;
  /** What was measured, of the pod that has most of it. */
  measured: {
    samplesPerSecond: number | null;
    series: number | null;
    walMiB: number | null;
    memoryMiB: number | null;
  };
  /** The same for the number of nodes that is asked about, and what follows from it. */
  expected: {
    samplesPerSecond: number | null;
    series: number | null;
    walMiB: number | null;
    disk: DiskNeed | null;
    memoryMiB: number | null;
  };
  bytesPerSeries: number | null;
}

/** What a metrics server is, before anything is measured of it. */
export type Store = Pick<StoreSizing, 'name' | 'pods' | 'retention' | 'claim'>;

/** A metrics server with its pods among those of the block. */
export function storeOf(server: InstanceObject, block: readonly BlockPod[]): Store {
  const { name, storage, size } = readInstance(server, COMPONENTS.metrics);
  const { time = null, size: most = null } = retentionOf(fieldsOf(server.spec), COMPONENTS.metrics.retention);
  const instance = Object.entries(instanceLabels(COMPONENTS.metrics, name));
  return {
    name,
    pods: block
      .filter(
        ({ part, labels }) => part === 'metrics' && instance.every(([key, value]) => labels[key] === value),
      )
      .map((pod) => pod.name),
    retention: { time, size: most },
    claim: storage === 'template' ? (size ?? null) : null,
  };
}

/** Bytes that a sample takes on disk, at least and at most. */
const SAMPLE_BYTES = { low: 1, high: 2 };

/** Seconds of a day. */
const DAY = 86_400;

/** How full a disk is to become. */
const FULL = 0.8;

/**
 * The disk and the memory that a metrics server needs. Disk: retention × samples a second × 1–2 bytes ÷ 0.8, and the WAL; no more
 * than its retention size ÷ 0.8, but no less than the WAL ÷ 0.8, which counts for that size and is not deleted for it. Memory:
 * resident bytes ÷ series × expected series.
 *
 * @param growth by how much more there is expected to be of all series, samples and the WAL than is measured.
 */
export function storeSizing(store: Store, answers: Answers, growth: number): StoreSizing {
  const largest = (measure: Measure): number | null => most(store.pods, byPod(answers[measure]));
  const [samples, wal] = [largest('samples'), largest('wal')];
  const [series, resident] = [largest('series'), largest('resident')];
  const grown = (value: number | null): number | null => (value === null ? null : value * growth);
  const bytesPerSeries = series && resident !== null ? resident / series : null;
  const expectedSeries = grown(series);
  return {
    ...store,
    measured: {
      samplesPerSecond: shown(samples),
      series: shown(series),
      walMiB: inMiB(wal),
      memoryMiB: inMiB(resident),
    },
    expected: {
      samplesPerSecond: shown(grown(samples)),
      series: expectedSeries === null ? null : Math.ceil(expectedSeries),
      walMiB: inMiB(grown(wal)),
      disk: diskOf(store.retention, grown(samples), grown(wal) ?? 0),
      memoryMiB: bytesPerSeries === null ? null : inMiB(bytesPerSeries * (expectedSeries ?? 0)),
    },
    bytesPerSeries: shown(bytesPerSeries),
  };
}

function diskOf(
  { time, size }: StoreSizing['retention'],
  samples: number | null,
  wal: number,
): DiskNeed | null {
  const retention = { time: time ?? undefined, size: size ?? undefined };
  const [days, bytes] = [retentionDays(retention), retentionBytes(retention)];
  const most = bytes === undefined ? Number.POSITIVE_INFINITY : bytes / FULL;
  const least = wal / FULL;
  const needed = (perSample: number): number => {
    if (days === undefined || samples === null) return Math.max(least, most);
    return Math.max(least, Math.min(most, (days * DAY * samples * perSample) / FULL + wal));
  };
  const [low, high] = [needed(SAMPLE_BYTES.low), needed(SAMPLE_BYTES.high)];
  if (!Number.isFinite(high)) return null;
  const isWal = wal > 0 && high === least;
  return {
    lowMiB: rounded(low / MIB),
    highMiB: rounded(high / MIB),
    by: isWal ? 'wal' : low === most ? 'retentionSize' : 'samples',
  };
}

function most(pods: readonly string[], values: ReadonlyMap<string, number>): number | null {
  const found = pods.flatMap((pod) => values.get(pod) ?? []);
  return found.length > 0 ? Math.max(...found) : null;
}

const shown = (value: number | null): number | null => (value === null ? null : rounded(value));
const inMiB = (bytes: number | null): number | null => (bytes === null ? null : rounded(bytes / MIB));
