import { MOST_VALUES } from '../capacity/history.ts';
import type { DaysToFull } from '../capacity/outlook.ts';
import { fieldsOf } from '../objects/fields.ts';
import { parseQuantity } from '../objects/quantity.ts';
import { DAY } from '../objects/retention.ts';
import { briefly, oneLine } from '../words/text.ts';
import { momentOf } from './times.ts';

/** When a report was made and how far ahead it looks: `run.ended` and `forDays`, as they are in the data. */
export interface ChartOptions {
  /** ISO 8601; without a valid time, the end of the measurements. */
  now?: unknown;
  /** Days; default: 30. */
  forDays?: unknown;
}

/** What a chart shows of a volume: amounts in bytes, times in seconds since the epoch. Every number is finite. */
export interface Charted {
  name: string;
  /** Measured use; bytes are undefined where nothing was measured. The last one is the present use, if it is known. */
  points: { at: number; bytes: number | undefined }[];
  /** The first measurement, the present, and where the chart ends. */
  from: number;
  now: number;
  to: number;
  used: number | undefined;
  /** Of the file system, or of the claim if that is unknown. */
  size: number | undefined;
  /** Bytes a day. Undefined if it is unknown, or nothing uses the volume. */
  growth: { likely: number; low: number; high: number } | undefined;
  /** Days from now on; undefined if the growth is unknown. */
  full: DaysToFull | undefined;
  retentionBytes: number | undefined;
  levelsOffAt: number | undefined;
}

/**
 * Reads a volume of a CapacityList or a MonitoringStatus that anyone may have written: what is not as expected is left out. Undefined
 * if it has no measurements.
 */
export function chartedOf(volume: Record<string, unknown>, options: ChartOptions = {}): Charted | undefined {
  const history = historyIn(volume.history);
  if (!history) return undefined;
  const { from, step, values } = history;
  const span = values.length * step;
  const now = nowOf(options, { end: from + span, step, span });
  const used = bytesIn(volume.usedBytes);
  const growth = volume.orphaned === true ? undefined : growthIn(volume.growthBytesPerDay);
  const full = growth && daysToFullIn(volume.daysToFull);
  const points = values.map((bytes, index) => ({ at: from + index * step, bytes }));
  const name = fieldsOf(volume.metadata)?.name;
  return {
    name: typeof name === 'string' ? briefly(oneLine(name)) : 'volume',
    points: used === undefined ? points : [...points, { at: now, bytes: used }],
    from,
    now,
    to: used !== undefined && growth ? now + aheadOf(full, (now - from) / DAY, options) * DAY : now,
    used,
    size: positive(bytesIn(volume.fileSystemBytes)) ?? quantityIn(volume.capacity) ?? quantityIn(volume.size),
    growth,
    full,
    retentionBytes: positive(bytesIn(fieldsOf(volume.retention)?.sizeBytes)),
    levelsOffAt: bytesIn(volume.levelsOffAtBytes),
  };
}

/** The report may be made within the last step of the measurements, or after them. */
function nowOf(
  { now }: ChartOptions,
  { end, step, span }: { end: number; step: number; span: number },
): number {
  const least = Math.max(end - step, end - span / 2);
  return Math.min(Math.max(secondsIn(now) ?? end, least), end + span);
}

/** Days that are shown ahead: until the volume is full and a little longer, or else those asked for. */
function aheadOf(full: DaysToFull | undefined, past: number, { forDays }: ChartOptions): number {
  const { likely = null, latest } = full ?? {};
  if (likely === null || likely > MOST_TO_FULL * past)
    return Math.min(numberWithin(forDays, { least: 0, most: MOST_DAYS }) || USUAL_DAYS, MOST_AHEAD * past);
  return Math.max(1.15 * likely, Math.min(latest ?? 0, 1.4 * likely), 0.1 * past);
}

const USUAL_DAYS = 30;

/** A hundred years. */
const MOST_DAYS = 36_500;

/** Times the measured days, ahead of them: the measurements keep a third of the chart, and less only to show when the volume is full. */
const MOST_AHEAD = 2;
const MOST_TO_FULL = 3;

/** The newest values, if there are more than a report has. */
function historyIn(
  value: unknown,
): { from: number; step: number; values: (number | undefined)[] } | undefined {
  const { start, stepSeconds, usedBytes } = fieldsOf(value) ?? {};
  const [first, step] = [secondsIn(start), numberWithin(stepSeconds, { least: 0, most: LATEST })];
  if (first === undefined || step === undefined || !Array.isArray(usedBytes)) return undefined;
  const values = usedBytes.slice(-MOST_VALUES).map(bytesIn);
  const from = first + (usedBytes.length - values.length) * step;
  const end = from + values.length * step;
  const isMeasured = values.some((bytes) => bytes !== undefined);
  return isMeasured && end - from >= 1 && end <= LATEST ? { from, step, values } : undefined;
}

function growthIn(value: unknown): Charted['growth'] {
  const fields = fieldsOf(value);
  const rate = (one: unknown): number | undefined =>
    numberWithin(one, { least: -MOST_BYTES, most: MOST_BYTES });
  const likely = rate(fields?.likely);
  if (likely === undefined) return undefined;
  const [low, high] = [rate(fields?.low) ?? likely, rate(fields?.high) ?? likely];
  return { likely, low: Math.min(low, likely), high: Math.max(high, likely) };
}

/** When a volume is full; null is never. Undefined if it is unknown. */
export function daysToFullIn(value: unknown): DaysToFull | undefined {
  const { likely, soonest, latest } = fieldsOf(value) ?? {};
  const days = (one: unknown): number | null =>
    typeof one === 'number' && one >= 0 ? Math.min(one, LATEST / DAY) : null;
  const known = { likely: days(likely), soonest: days(soonest), latest: days(latest) };
  return likely === null || known.likely !== null ? known : undefined;
}

const bytesIn = (value: unknown): number | undefined => numberWithin(value, { least: 0, most: MOST_BYTES });

const positive = (bytes: number | undefined): number | undefined => bytes || undefined;

/** Bytes of a claim's size, such as `50Gi`. */
function quantityIn(value: unknown): number | undefined {
  const billionths = typeof value === 'string' ? parseQuantity(value) : undefined;
  return billionths === undefined ? undefined : positive(bytesIn(Number(billionths) / 1e9));
}

/** 8Ei, the most that a claim can request. */
const MOST_BYTES = 2 ** 63;

function secondsIn(value: unknown): number | undefined {
  return numberWithin((momentOf(value) ?? Number.NaN) / 1000, { least: 0, most: LATEST });
}

/** The last second of the year 9999, after which dates have another form. */
export const LATEST = 253_402_300_799;

const numberWithin = (
  value: unknown,
  { least, most }: { least: number; most: number },
): number | undefined => (typeof value === 'number' && value >= least && value <= most ? value : undefined);
