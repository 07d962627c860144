import { DAY, type Retention, retentionBytes, retentionDays } from '../objects/retention.ts';

/** Use of a volume's file system, as its kubelet measures it. */
export interface Use {
  /** Bytes. */
  used: number;
  /** Bytes of the file system, a little less than the claim's. */
  capacity: number;
}

/** Measured growth: bytes per day, with the bounds of its 95% confidence interval. */
export interface Growth {
  perDay: number;
  low: number;
  high: number;
  /** Days from the first to the last measurement. */
  days: number;
}

/** Days until a volume is full; null: never at that growth. */
export interface DaysToFull {
  likely: number | null;
  soonest: number | null;
  latest: number | null;
}

/** Measurements of a claim's volume; undefined without metrics. */
export interface VolumeMetrics {
  namespace: string;
  claim: string;
  use: Use | undefined;
  growth: Growth | undefined;
  daysToFull: DaysToFull | undefined;
  /** Use over time, for a chart: seconds since the epoch, bytes. */
  points: Point[];
}

/**
 * Days until a volume is full at its measured growth: null if it does not grow, or if retention ends growth first: by size, or
 * by time (growth at a bound must fill the volume before the retention time is reached). So a young server that will level off
 * raises no alarm.
 */
export function daysToFull(use: Use, growth: Growth, retention: Retention = {}): DaysToFull {
  const left = Math.max(0, use.capacity - use.used);
  const reach = heldAt(use, retention) === undefined ? daysToRetention(use, growth, retention) : 0;
  const at = (perDay: number): number | null => {
    if (left === 0) return 0;
    return perDay > 0 && left / perDay <= reach ? left / perDay : null;
  };
  return { likely: at(growth.perDay), soonest: at(growth.high), latest: at(growth.low) };
}

/**
 * The bytes at which retention makes use level off, at most: its size, or the use once its time is reached (about g × T for
 * growth g and retention T), which may exceed the volume; undefined if retention does not limit growth.
 */
export function levelOf(use: Use, growth: Growth, retention: Retention): number | undefined {
  const held = heldAt(use, retention);
  if (held !== undefined) return held;
  const reach = daysToRetention(use, growth, retention);
  return reach === Number.POSITIVE_INFINITY ? undefined : use.used + growth.high * reach;
}

/**
 * Gi that a volume needs to be at most 80% full after `days` at the upper bound of its growth; undefined if its size is enough.
 *
 * @param present bytes that its claim requests.
 */
export function gibFor(
  { use, growth, retention = {} }: { use: Use; growth: Growth; retention?: Retention | undefined },
  { days, present }: { days: number; present: number },
): number | undefined {
  if (heldAt(use, retention) !== undefined) return undefined;
  const ahead = Math.min(days, daysToRetention(use, growth, retention));
  const needed = (use.used + Math.max(0, growth.high) * ahead) / FULL_SHARE;
  return needed <= present ? undefined : Math.ceil(needed / GI);
}

export const GI = 1024 ** 3;

/** Maximum share of a volume in use, and of its blocks alone: the WAL and compaction need space, too. */
export const FULL_SHARE = 0.8;
const MOST_SHARE = 0.85;

/**
 * Days until the retention time is reached, at the latest: from then on, as much is deleted as comes in. Infinity if it does not
 * limit growth: it is unknown, it is shorter than the measurements, or the volume already holds as much as comes in over that
 * time and still grows.
 */
export function daysToRetention({ used }: Use, growth: Growth, retention: Retention): number {
  const days = retentionDays(retention) ?? 0;
  return days > growth.days && growth.perDay * days > used ? days - growth.days : Number.POSITIVE_INFINITY;
}

/**
 * The bytes to which the retention size limits use; undefined if there is none, if the volume fills first, or if use is far above
 * it, so that it evidently has no effect.
 */
export function heldAt({ used, capacity }: Use, retention: Retention): number | undefined {
  const bytes = retentionBytes(retention);
  const most = MOST_SHARE * capacity;
  return bytes !== undefined && bytes <= most && used <= Math.min(most, OVERSHOOT * bytes)
    ? bytes
    : undefined;
}

/** Use may exceed its limit by this factor: the excess is only deleted at the next compaction. */
const OVERSHOOT = 1.1;

/** The bytes of a retention size that has no effect: use is far above it and still grows; otherwise undefined. */
export function brokenLimit({ used }: Use, growth: Growth, retention: Retention): number | undefined {
  const bytes = retentionBytes(retention);
  return bytes !== undefined && used > OVERSHOOT * bytes && growth.low > 0 ? bytes : undefined;
}

type Point = [at: number, used: number];

/** Growth needs at least this many measurements, over this many days. */
export const LEAST_POINTS = 10;
export const LEAST_DAYS = 0.25;

/**
 * The growth of a volume's use by linear regression, with its 95% confidence interval; undefined if there are too few
 * measurements since the volume was last emptied.
 *
 * Compaction makes use a sawtooth, so neighboring residuals are correlated and the usual standard error is far too small. The
 * sample size is therefore reduced by the lag-1 autocorrelation of the residuals (the effective sample size of Santer et al.
 * 2000, with Nychka's correction, because a short series underestimates autocorrelation), both in the variance and in the
 * degrees of freedom.
 */
export function growthOf(points: readonly Point[]): Growth | undefined {
  const stretch = sinceReset(points);
  const days = daysOf(stretch);
  if (stretch.length < LEAST_POINTS || days < LEAST_DAYS) return undefined;
  const [start] = stretch[0] ?? [0];
  const xs = stretch.map(([at]) => (at - start) / DAY);
  const ys = stretch.map(([, used]) => used);
  const [meanX, meanY] = [mean(xs), mean(ys)];
  const spread = sum(xs.map((x) => (x - meanX) ** 2));
  const perDay = sum(xs.map((x, index) => (x - meanX) * ((ys[index] ?? 0) - meanY))) / spread;
  const residuals = ys.map((y, index) => y - meanY - perDay * ((xs[index] ?? 0) - meanX));
  const freedom = effectiveSize(residuals) - 2;
  const error = Math.sqrt(sum(residuals.map((one) => one ** 2)) / freedom / spread);
  const margin = quantile(freedom) * error;
  return { perDay, low: perDay - margin, high: perDay + margin, days };
}

/**
 * The measurements after use last fell by more than half, as when a volume is emptied or replaced. Prometheus' own deletions are
 * smaller: a block covers at most a tenth of the retention time.
 */
export function sinceReset(points: readonly Point[]): Point[] {
  const reset = points.findLastIndex(([, used], index) => used < RESET * (points[index - 1]?.[1] ?? 0));
  return points.slice(Math.max(reset, 0));
}

export const daysOf = (points: readonly Point[]): number =>
  ((points.at(-1)?.[0] ?? 0) - (points[0]?.[0] ?? 0)) / DAY;

const RESET = 0.5;

/** The effective number of independent points; at least as many as an interval needs. */
function effectiveSize(residuals: number[]): number {
  const { length } = residuals;
  const variance = sum(residuals.map((one) => one ** 2));
  const shared = sum(residuals.slice(1).map((one, index) => one * (residuals[index] ?? 0)));
  const alike = Math.max(0, variance > 0 ? shared / variance : 0) + 0.68 / Math.sqrt(length);
  return Math.max(4, (length * (1 - alike)) / (1 + alike));
}

/** The 97.5% quantile of Student's distribution, expanded around the normal one (Abramowitz and Stegun 26.7.5). */
export function quantile(freedom: number): number {
  const z = 1.959964;
  return (
    z +
    (z ** 3 + z) / (4 * freedom) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * freedom ** 3) +
    (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / (92_160 * freedom ** 4)
  );
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: number[]): number => sum(values) / values.length;
