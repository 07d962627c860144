const UNITS: readonly [unit: string, seconds: number][] = [
  ['y', 365 * 86_400],
  ['w', 7 * 86_400],
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
  ['ms', 0.001],
];

const FORM = new RegExp(`^(?=.)(?:0|${UNITS.map(([unit]) => `(?:(\\d+)${unit})?`).join('')})$`);

/** Prometheus counts nanoseconds in 64 bits. */
const LONGEST = 2 ** 63 / 1e9;

/** A duration in Prometheus' form (`model.ParseDuration`: whole numbers, the largest unit first, up to 292 years) in seconds; undefined for anything else. */
export function secondsOf(value: unknown): number | undefined {
  if (value === 0) return 0;
  const match = typeof value === 'string' ? FORM.exec(value) : null;
  if (!match) return undefined;
  const sum = UNITS.reduce((sum, [, seconds], at) => sum + Number(match[at + 1] ?? 0) * seconds, 0);
  return sum < LONGEST ? sum : undefined;
}
