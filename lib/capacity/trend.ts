import type { Growth } from './outlook.ts';

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
