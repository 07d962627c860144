import { type Html, html } from '../../../html/html.ts';
import { amountText } from '../amount.ts';
import { calculate } from '../calc.ts';
import type { Frame } from '../frames.ts';
import { mappedValue } from '../mappings.ts';
import type { PanelView } from '../panel.ts';
import { absoluteSteps, colorFor } from '../thresholds.ts';
import { shownSeries } from './series.ts';
import { dial, shareOf, sparkline, swatch } from './svg.ts';

/** What is shown of a series as one value. */
interface Single {
  name: string;
  value: number | undefined;
  text: string;
  color: string;
  points: number[];
}

/** A stat: each series as a number with its course. */
export const statView = (view: PanelView, frames: readonly Frame[]): Html =>
  html`<ul class="singles">${singlesOf(view, frames).map(
    ({ name, text, color, points }) =>
      html`<li>${frames.length > 1 && html`<span class="name">${name}</span>`}<strong>${swatch(color)} ${text}</strong>${sparkline(points, color)}</li>`,
  )}</ul>`;

/** A gauge: each series as a part of the range from the panel's min to its max. */
export function gaugeView(view: PanelView, frames: readonly Frame[]): Html {
  const { min, max } = rangeOf(view);
  const share = (value: number): number => Math.min(1, Math.max(0, shareOf(value, { min, max })));
  const steps = absoluteSteps(view.thresholds, { min, max });
  const bands = steps.map(({ from, color }, at) => ({
    from: share(from ?? min),
    to: share(steps[at + 1]?.from ?? max),
    color,
  }));
  return html`<ul class="singles">${singlesOf(view, frames).map(
    ({ name, value, text, color }) =>
      html`<li>${frames.length > 1 && html`<span class="name">${name}</span>`}${dial(
        value === undefined ? 0 : share(value),
        color,
        bands.filter(({ from, to }) => to > from),
      )}<strong>${text}</strong></li>`,
  )}</ul>`;
}

const singlesOf = (view: PanelView, frames: readonly Frame[]): Single[] =>
  frames.map((frame, at) => {
    const points = frame.points.map(([, value]) => value);
    const value = calculate(view.calc, points);
    const mapped = mappedValue(view.mappings, value);
    const reached = value === undefined ? undefined : colorFor(value, view.thresholds, rangeOf(view));
    const { name, unit, color, usualColor } = shownSeries(view, frame, at);
    return {
      ...{ name, value, points },
      text: mapped?.text ?? (value === undefined ? (view.noValue ?? 'No data') : amountText(value, unit)),
      color: mapped?.color ?? color ?? reached ?? usualColor,
    };
  });

/** The range of values: 0 to 100, or to 1 for shares, if the panel does not say. */
function rangeOf({ min, max, unit }: Pick<PanelView, 'min' | 'max' | 'unit'>): { min: number; max: number } {
  const least = min ?? 0;
  const most = max ?? (unit === 'percentunit' ? 1 : 100);
  return { min: least, max: most > least ? most : least + 1 };
}
