import { COMPONENTS, instanceLabels } from '../objects/components.ts';
import { fieldsOf } from '../objects/fields.ts';
import { DAY, retentionBytes, retentionDays, retentionOf } from '../objects/retention.ts';
import { type InstanceObject, readInstance } from '../volumes/instance.ts';
import { type Answers, byPod, type Measure } from './queries.ts';
import { type BlockPod, MIB, rounded } from './requests.ts';

/** Disk that a metrics server needs with samples of one and of two bytes, and the deciding factor. */
export interface DiskNeed {
  lowMiB: number;
  highMiB: number;
  /** `retentionSize` if it caps both; `wal` if the WAL alone needs more. */
  by: 'samples' | 'retentionSize' | 'wal';
}

/** What a metrics server needs by its measured series, per pod. */
export interface StoreSizing {
  name: string;
  /** Its existing pods. */
  pods: string[];
  /** As in its resource, with the operator's defaults; null if there is none. */
  retention: { time: string | null; size: string | null };
  /** Size in its claim template, as written; null without a claim. */
  claim: string | null;
  /** Maximum over its pods. */
  measured: {
    samplesPerSecond: number | null;
    series: number | null;
    walMiB: number | null;
    memoryMiB: number | null;
  };
  /** The same for the requested number of nodes, and the resulting need. */
  expected: {
    samplesPerSecond: number | null;
    series: number | null;
    walMiB: number | null;
    disk: DiskNeed | null;
    memoryMiB: number | null;
  };
  bytesPerSeries: number | null;
}

/** A metrics server without measurements. */
export type Store = Pick<StoreSizing, 'name' | 'pods' | 'retention' | 'claim'>;

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

/** Minimum and maximum bytes of a sample on disk. */
const SAMPLE_BYTES = { low: 1, high: 2 };

/** Maximum share of the disk in use. */
const FULL = 0.8;

/**
 * The disk and the memory that a metrics server needs. Disk: retention × samples per second × 1–2 bytes ÷ 0.8, plus the WAL; at
 * most its retention size ÷ 0.8, but at least the WAL ÷ 0.8, which counts toward that size but is not deleted for it. Memory:
 * resident bytes ÷ series × expected series.
 *
 * @param growth expected factor of series, samples and WAL over the measured ones.
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
      samplesPerSecond: roundedOrNull(samples),
      series: roundedOrNull(series),
      walMiB: inMiB(wal),
      memoryMiB: inMiB(resident),
    },
    expected: {
      samplesPerSecond: roundedOrNull(grown(samples)),
      series: expectedSeries === null ? null : Math.ceil(expectedSeries),
      walMiB: inMiB(grown(wal)),
      disk: diskOf(store.retention, grown(samples), grown(wal) ?? 0),
      memoryMiB: bytesPerSeries === null ? null : inMiB(bytesPerSeries * (expectedSeries ?? 0)),
    },
    bytesPerSeries: roundedOrNull(bytesPerSeries),
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

const roundedOrNull = (value: number | null): number | null => (value === null ? null : rounded(value));
const inMiB = (bytes: number | null): number | null => (bytes === null ? null : rounded(bytes / MIB));
