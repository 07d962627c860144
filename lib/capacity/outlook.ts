import { type Retention, retentionBytes, retentionDays } from '../objects/retention.ts';

/** How much of a volume's file system is used, as its kubelet measures it. */
export interface Use {
  /** Bytes. */
  used: number;
  /** Bytes of the file system, which are a little less than the claim's. */
  capacity: number;
}

/** How fast the use of a volume grows, as measured: bytes a day, with the bounds of its 95 % confidence interval. */
export interface Growth {
  perDay: number;
  low: number;
  high: number;
  /** Days from the first to the last measurement. */
  days: number;
}

/** In how many days a volume is full. Null: not at that growth. */
export interface DaysToFull {
  likely: number | null;
  soonest: number | null;
  latest: number | null;
}

/** What is measured of a claim's volume. What there are no metrics for is undefined. */
export interface VolumeMetrics {
  namespace: string;
  claim: string;
  use: Use | undefined;
  growth: Growth | undefined;
  daysToFull: DaysToFull | undefined;
  /** Use over time, for a chart: seconds since the epoch, bytes. Empty where nothing was measured. */
  points: Point[];
}

/**
 * In how many days a volume is full, as far as growth goes on as it was measured: null where it does not grow, and where
 * retention ends growth first: by size, or by time (growth at a bound has to fill the volume before the retention time is
 * reached). So a young server that is about to level off is no alarm.
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
 * The bytes that use levels off at, at most, by retention: its size, or what there is once its time is reached (with growth g and
 * retention T about g × T), which may be more than the volume has; undefined where retention does not hold growth back.
 */
export function levelOf(use: Use, growth: Growth, retention: Retention): number | undefined {
  const held = heldAt(use, retention);
  if (held !== undefined) return held;
  const reach = daysToRetention(use, growth, retention);
  return reach === Number.POSITIVE_INFINITY ? undefined : use.used + growth.high * reach;
}

/**
 * Gi that a volume needs so that it is at most 80% full after so many days at the upper bound of its growth; undefined where
 * what it has is enough.
 *
 * @param present bytes that its claim asks for.
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

const GI = 1024 ** 3;

/** How much of a volume may be filled, and how much of it blocks may fill at most: beside them lie the log and compaction. */
const FULL_SHARE = 0.8;
const MOST_SHARE = 0.85;

/**
 * In how many days the retention time is reached, at the latest: from then on as much is deleted as comes in, so that no growth
 * goes on. Infinity where it does not hold growth back: it is not known, it lies within what was measured, or the volume has
 * as much as comes in over that time already, and still grows.
 */
export function daysToRetention({ used }: Use, growth: Growth, retention: Retention): number {
  const days = retentionDays(retention) ?? 0;
  return days > growth.days && growth.perDay * days > used ? days - growth.days : Number.POSITIVE_INFINITY;
}

/**
 * The bytes that the retention size holds use down to; undefined where it is none, or so much that the volume fills first, and
 * where use is far above it, so that it does not hold.
 */
export function heldAt({ used, capacity }: Use, retention: Retention): number | undefined {
  const bytes = retentionBytes(retention);
  const most = MOST_SHARE * capacity;
  return bytes !== undefined && bytes <= most && used <= Math.min(most, OVERSHOOT * bytes)
    ? bytes
    : undefined;
}

/** So far above its limit, of 1, use may be: what is too much is deleted with the next compaction alone. */
const OVERSHOOT = 1.1;

/** The bytes of a retention size that does not hold: use is far above it, and grows all the same; undefined where that is not so. */
export function brokenLimit({ used }: Use, growth: Growth, retention: Retention): number | undefined {
  const bytes = retentionBytes(retention);
  return bytes !== undefined && used > OVERSHOOT * bytes && growth.low > 0 ? bytes : undefined;
}

/** Seconds since the epoch, and bytes used then. */
type Point = [at: number, used: number];

/** Fewer measurements, or a shorter time in days, say nothing of growth. */
export const LEAST_POINTS = 10;
export const LEAST_DAYS = 0.25;

/**
 * The growth of a volume's use by linear regression, with its 95 % confidence interval; undefined where too little was
 * measured since the volume was last emptied.
 *
 * Compaction makes use a sawtooth, so that neighbouring residuals are alike and the usual standard error is far too small.
 * The points count as fewer, by the lag-1 autocorrelation of the residuals (the effective sample size of Santer et al. 2000,
 * with Nychka's correction, because a short series shows less autocorrelation than it has), in the variance and in the degrees
 * of freedom alike.
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
 * The measurements after the last fall to less than half, as where a volume is emptied or replaced. Prometheus' own
 * deletions stay: a block has a tenth of the retention time at most.
 */
export function sinceReset(points: readonly Point[]): Point[] {
  const reset = points.findLastIndex(([, used], index) => used < RESET * (points[index - 1]?.[1] ?? 0));
  return points.slice(Math.max(reset, 0));
}

/** Days from the first to the last measurement. */
export const daysOf = (points: readonly Point[]): number =>
  ((points.at(-1)?.[0] ?? 0) - (points[0]?.[0] ?? 0)) / DAY;

const RESET = 0.5;

/** Seconds of a day. */
const DAY = 86_400;

/** As many independent points as say the same; at least so many that an interval can be told. */
function effectiveSize(residuals: number[]): number {
  const { length } = residuals;
  const variance = sum(residuals.map((one) => one ** 2));
  const shared = sum(residuals.slice(1).map((one, index) => one * (residuals[index] ?? 0)));
  const alike = Math.max(0, variance > 0 ? shared / variance : 0) + 0.68 / Math.sqrt(length);
  return Math.max(4, (length * (1 - alike)) / (1 + alike));
}

/** The 97.5 % quantile of Student's distribution, by its expansion around the normal one (Abramowitz and Stegun 26.7.5). */
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
