import { type Html, html } from '../../../html/html.ts';

/** A small square of a color: presentation attributes need no style of their own. */
export const swatch = (color: string): Html =>
  html`<svg class="swatch" viewBox="0 0 1 1" aria-hidden="true"><rect width="1" height="1" fill="${color}"/></svg>`;

/** The course of values as a line without axes; undefined if there are too few. */
export function sparkline(values: readonly number[], color: string): Html | undefined {
  const known = values.filter(Number.isFinite);
  if (known.length < 2) return undefined;
  const least = known.reduce((one, other) => Math.min(one, other));
  const most = known.reduce((one, other) => Math.max(one, other));
  const points = known.map((value, at) => {
    const x = (at / (known.length - 1)) * 100;
    const y = 29 - shareOf(value, { min: least, max: most }) * 28;
    return `${round(x)},${round(y)}`;
  });
  return html`<svg class="spark" viewBox="0 0 100 30" preserveAspectRatio="none" aria-hidden="true"><polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="1.5" vector-effect="non-scaling-stroke"/></svg>`;
}

/** Where a value is in a range, from 0 to 1 inside of it. Numbers are made small first, since the range may be larger than any. */
export function shareOf(value: number, { min, max }: { min: number; max: number }): number {
  const scale = Math.max(Math.abs(min), Math.abs(max)) || 1;
  const [least, most] = [min / scale, max / scale];
  return most > least ? (value / scale - least) / (most - least) : 0.5;
}

/** A half circle that is filled up to a share from 0 to 1, below an arc of its thresholds. */
export function dial(
  share: number,
  color: string,
  bands: readonly { from: number; to: number; color: string }[],
): Html {
  return html`<svg class="dial" viewBox="0 0 120 66" aria-hidden="true"><path class="track" d="${arc(50, 0, 1)}"/>${bands.map(
    (band) =>
      html`<path d="${arc(58, band.from, band.to)}" fill="none" stroke="${band.color}" stroke-width="3"/>`,
  )}<path d="${arc(50, 0, share)}" fill="none" stroke="${color}" stroke-width="10"/></svg>`;
}

/** A part of the half circle of a radius, from the left (0) to the right (1). */
function arc(radius: number, from: number, to: number): string {
  const point = (share: number): string => {
    const angle = Math.PI * (1 - share);
    return `${round(60 + radius * Math.cos(angle))} ${round(62 - radius * Math.sin(angle))}`;
  };
  return `M ${point(from)} A ${radius} ${radius} 0 0 1 ${point(to)}`;
}

const round = (value: number): number => Math.round(value * 100) / 100;
