/** Use over time in buckets of equal length: value i is of the time from `start + i * stepSeconds` on. */
export interface History {
  /** ISO 8601, UTC. */
  start: string;
  stepSeconds: number;
  /** The maximum of each bucket, in whole bytes; null where nothing was measured. */
  usedBytes: (number | null)[];
}

/** A value for every 7 pixels of a wide chart; more only make a report larger. */
export const MOST_VALUES = 120;

/**
 * Measurements as at most 120 values. The last bucket ends one interval after the last measurement, so the first may be filled in
 * part only. Undefined if there are fewer than two measurements.
 *
 * @param points seconds since the epoch and bytes, ascending.
 */
export function historyOf(points: readonly (readonly [at: number, used: number])[]): History | undefined {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return undefined;
  const interval = points
    .slice(1)
    .map(([at], index) => at - (points[index]?.[0] ?? at))
    .reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  if (!(interval > 0 && Number.isFinite(interval))) return undefined;
  const slots = Math.ceil((last[0] - first[0]) / interval) + 1;
  const each = Math.ceil(slots / MOST_VALUES);
  const [count, step] = [Math.ceil(slots / each), interval * each];
  const start = last[0] + interval - count * step;
  const date = new Date(start * 1000);
  // Prometheus may answer with any number as a time.
  if (Number.isNaN(date.getTime())) return undefined;
  const usedBytes: History['usedBytes'] = Array.from({ length: count }, () => null);
  for (const [at, used] of points) {
    const bucket = Math.min(count - 1, Math.max(0, Math.floor((at - start) / step)));
    usedBytes[bucket] = Math.max(usedBytes[bucket] ?? 0, Math.round(used));
  }
  return { start: date.toISOString(), stepSeconds: step, usedBytes };
}
