/** Days of each unit that Prometheus' durations have. */
const UNITS: Record<string, number> = {
  y: 365,
  w: 7,
  d: 1,
  h: 1 / 24,
  m: 1 / 1_440,
  s: 1 / 86_400,
  ms: 1 / 86_400_000,
};

const WHOLE = /^(?:\d+(?:\.\d+)?(?:ms|[ywdhms]))+$/;
const PART = /(\d+(?:\.\d+)?)(ms|[ywdhms])/g;

/** Days of a duration as Prometheus writes it: `180d`, `26w`, `1d12h`; undefined where it is none. */
export function parseDays(text: string): number | undefined {
  if (!WHOLE.test(text)) return undefined;
  return [...text.matchAll(PART)].reduce(
    (sum, [, value, unit]) => sum + Number(value) * (UNITS[unit ?? ''] ?? 0),
    0,
  );
}
