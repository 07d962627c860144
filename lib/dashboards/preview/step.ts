/** Seconds between two samples, where the definition does not say: what the chart of the building block scrapes with. */
export const SCRAPE = 30;

/** At most so many points of a series are drawn, for pages that stay small. */
const POINTS = 240;

const NICE = [
  1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1200, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400,
  172_800,
];

/**
 * Seconds between two points of a query over a period, as the UI chooses them: no shorter than the interval of a panel (`1m`), or than
 * that of the samples.
 */
export function stepFor({ from, to }: { from: Date; to: Date }, interval: string | undefined): number {
  const least = Math.max((to.getTime() - from.getTime()) / 1000 / POINTS, secondsOf(interval) ?? SCRAPE);
  return NICE.find((step) => step >= least) ?? Math.ceil(least / 86_400) * 86_400;
}

/** `30s`, `>1m` or `1h` in seconds; undefined for other texts. */
export function secondsOf(interval: string | undefined): number | undefined {
  const [, count, unit = ''] = /^>?\s*(\d{1,6})(ms|[smhdw])$/.exec(interval?.trim() ?? '') ?? [];
  const length = LENGTHS[unit];
  return count === undefined || length === undefined ? undefined : Math.max(1, Number(count) * length);
}

const LENGTHS: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };
