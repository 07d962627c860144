import { fieldsOf } from '../../objects/fields.ts';
import { colorOf } from './colors.ts';

/** Values from which on a panel has another color. */
export interface Thresholds {
  /** Ascending; the first one has no value, and counts below all others. */
  steps: { from: number | undefined; color: string }[];
  /** Whether values are percentages of the range from the panel's min to its max. */
  isRelative: boolean;
}

/** The thresholds of `fieldConfig.defaults`; none if it has fewer than two steps, which say nothing. */
export function thresholdsOf(thresholds: unknown): Thresholds {
  const { mode, steps } = fieldsOf(thresholds) ?? {};
  const read = (Array.isArray(steps) ? steps : []).flatMap((step: unknown) => {
    const { value, color } = fieldsOf(step) ?? {};
    return typeof value === 'number' || value === null || value === undefined
      ? [{ from: value ?? undefined, color: colorOf(color) }]
      : [];
  });
  return { steps: read.length > 1 ? read.toSorted(byValue) : [], isRelative: mode === 'percentage' };
}

/** The thresholds of a panel of before: `"80,90"` with a color for each part. */
export function formerThresholds(text: unknown, colors: unknown): Thresholds {
  const values = typeof text === 'string' ? text.split(',').map((value) => Number.parseFloat(value)) : [];
  const known = values.filter(Number.isFinite);
  const named = Array.isArray(colors) ? colors : [];
  if (known.length === 0) return { steps: [], isRelative: false };
  return {
    steps: [undefined, ...known].map((from, at) => ({ from, color: colorOf(named[at]) })),
    isRelative: false,
  };
}

/** The color of a value; undefined without thresholds. */
export function colorFor(
  value: number,
  thresholds: Thresholds,
  range: { min: number; max: number },
): string | undefined {
  const steps = absoluteSteps(thresholds, range);
  return (steps.findLast(({ from }) => from === undefined || value >= from) ?? steps[0])?.color;
}

/** The steps as values of the panel. */
export const absoluteSteps = (
  { steps, isRelative }: Thresholds,
  { min, max }: { min: number; max: number },
): Thresholds['steps'] =>
  isRelative
    ? steps.map(({ from, color }) => ({
        from: from === undefined ? from : min + ((max - min) * from) / 100,
        color,
      }))
    : steps;

const byValue = (one: { from: number | undefined }, other: { from: number | undefined }): number =>
  (one.from ?? Number.NEGATIVE_INFINITY) - (other.from ?? Number.NEGATIVE_INFINITY) || 0;
