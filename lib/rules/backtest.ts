import type { RangeQuery } from '../metrics/query.ts';
import type { Alert } from './alerts.ts';

/** Seconds since the epoch. */
export interface Period {
  from: number;
  to: number;
}

/** When an alert fired: from its first evaluation as firing to the one that resolved it; null if it still fires at the end. */
export interface Firing {
  start: number;
  end: number | null;
}

/** Points of a range that Prometheus returns at most. */
const MOST_POINTS = 11_000;

/** The queries that evaluate an alert over a period, each with as many points as Prometheus allows. */
export function* queriesFor(
  { expr, step }: Pick<Alert, 'expr' | 'step'>,
  { from, to }: Period,
): Generator<RangeQuery> {
  for (let start = from; start <= to; start += MOST_POINTS * step) {
    const end = Math.min(to, start + (MOST_POINTS - 1) * step);
    yield { query: expr, from: new Date(start * 1000), to: new Date(end * 1000), step };
  }
}

/**
 * When an alert fires for one series, as Prometheus decides it at each evaluation: it is pending until `hold` has passed, a
 * missing sample ends that, and what fires keeps firing for `keep`.
 *
 * @param times of its samples, ascending, all of them evaluations: seconds since the epoch.
 * @param to the last evaluation.
 */
export function firingsOf(
  times: readonly number[],
  { step, hold, keep }: Pick<Alert, 'step' | 'hold' | 'keep'>,
  to: number,
): Firing[] {
  const firings: Firing[] = [];
  let since: number | undefined;
  let start: number | undefined;
  let last: number | undefined;
  /** The evaluation that would resolve it: the first one without a sample, or the first after `keep`. */
  const resolvedAfter = (at: number): number => at + step + Math.ceil(keep / step - ROUNDING) * step;
  for (const at of times) {
    if (last !== undefined && at - last > 1.5 * step) {
      if (start === undefined) since = undefined;
      else if (resolvedAfter(last) < at - step / 2) {
        firings.push({ start, end: resolvedAfter(last) });
        since = undefined;
        start = undefined;
      }
    }
    since ??= at;
    if (start === undefined && at - since >= hold - ROUNDING) start = at;
    last = at;
  }
  if (start !== undefined && last !== undefined) {
    const end = resolvedAfter(last);
    firings.push({ start, end: end > to + step / 2 ? null : end });
  }
  return firings;
}

/** Prometheus' times have milliseconds. */
const ROUNDING = 1e-3;
