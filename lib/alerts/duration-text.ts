/** A duration in Prometheus' form, as configurations have it: `30s`, `5m`, `1h30m`, `7d`. */
export function durationText(seconds: number): string {
  let rest = Math.round(seconds * 1000);
  if (rest <= 0) return '0s';
  return UNITS.map(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count > 0 ? `${count}${unit}` : '';
  }).join('');
}

/** In milliseconds. */
const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
  ['ms', 1],
] as const;
