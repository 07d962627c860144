import type { Alert } from '../../rules/alerts.ts';
import { type Firing, firingsOf, type Period, queriesFor } from '../../rules/backtest.ts';
import { CommandError } from '../../words/errors.ts';
import type { MetricsSource } from '../metrics/source.ts';

export interface Backtested {
  /** By their start. `labels`: those of the series. */
  firings: (Firing & { labels: Record<string, string> })[];
  /** Prometheus' own. */
  warnings: string[];
}

/** Series of an alert, and samples of them all: with more, it is an alert on everything, and takes too much memory. */
const MOST_SERIES = 10_000;
const MOST_SAMPLES = 2_000_000;

/** When an alert would have fired. @throws {CommandError} if Prometheus cannot evaluate it, or it is true too often. */
export async function backtestAlert(
  source: MetricsSource,
  alert: Alert,
  period: Period,
): Promise<Backtested> {
  const known = new Map<string, { labels: Record<string, string>; times: number[] }>();
  const warnings = new Set<string>();
  let samples = 0;
  for (const query of queriesFor(alert, period)) {
    const { series, warnings: said } = await source.presence(query);
    for (const { labels, times } of series) {
      const key = JSON.stringify(labels);
      const one = known.get(key) ?? { labels, times: [] };
      known.set(key, one);
      for (const at of times) one.times.push(at);
      samples += times.length;
    }
    for (const text of said) if (warnings.size < MOST_WARNINGS) warnings.add(text);
    if (known.size > MOST_SERIES) throw tooMuch(`${MOST_SERIES} series`);
    if (samples > MOST_SAMPLES) throw tooMuch(`${MOST_SAMPLES} samples`);
  }
  const { from, to } = period;
  const last = from + Math.floor((to - from) / alert.step) * alert.step;
  const firings = [...known.values()].flatMap(({ labels: { __name__: _, ...labels }, times }) =>
    firingsOf(times, alert, last).map((firing) => ({ ...firing, labels })),
  );
  return { firings: firings.toSorted((one, other) => one.start - other.start), warnings: [...warnings] };
}

const MOST_WARNINGS = 10;

const tooMuch = (what: string): CommandError =>
  new CommandError(
    'api',
    `error: its expression is true for more than ${what}: aggregate it, or use a shorter --over`,
  );
