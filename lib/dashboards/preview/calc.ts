/** What one value a panel makes of a series: `lastNotNull`, `mean`; the last value for a name that is not known. */
export function calculate(calc: string, values: readonly number[]): number | undefined {
  const known = values.filter((value) => !Number.isNaN(value));
  if (known.length === 0) return undefined;
  return (CALCS.get(calc) ?? last)(known);
}

const last = (values: readonly number[]): number => values.at(-1) ?? Number.NaN;
const first = ([value = Number.NaN]: readonly number[]): number => value;
const sum = (values: readonly number[]): number => values.reduce((one, other) => one + other, 0);
const min = (values: readonly number[]): number => values.reduce((one, other) => Math.min(one, other));
const max = (values: readonly number[]): number => values.reduce((one, other) => Math.max(one, other));
const mean = (values: readonly number[]): number => sum(values) / values.length;

/** Both the names of today and those of the panels of before (`avg`, `current`, `total`). */
const CALCS = new Map<string, (values: readonly number[]) => number>([
  ['first', first],
  ['firstNotNull', first],
  ['min', min],
  ['max', max],
  ['mean', mean],
  ['avg', mean],
  ['sum', sum],
  ['total', sum],
  ['count', (values) => values.length],
  ['range', (values) => max(values) - min(values)],
  ['diff', (values) => last(values) - first(values)],
  ['delta', (values) => last(values) - first(values)],
]);
