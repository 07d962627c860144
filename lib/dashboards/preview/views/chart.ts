import { type Html, html } from '../../../html/html.ts';
import { amountText, type Unit } from '../amount.ts';
import { calculate } from '../calc.ts';
import type { Frame } from '../frames.ts';
import type { PanelView } from '../panel.ts';
import { absoluteSteps } from '../thresholds.ts';
import { unitOf } from '../units.ts';
import { type ShownSeries, shownSeries } from './series.ts';
import { swatch } from './svg.ts';

/** What the page's script draws a chart with. */
export interface ChartData {
  /** Of the element that it is drawn in. */
  id: string;
  unit: Unit;
  min: number | null;
  max: number | null;
  isStacked: boolean;
  /** How much of the area below a line is covered, from 0 to 1. */
  fill: number;
  style: PanelView['chart']['style'];
  isUtc: boolean;
  /** The period, in seconds since the epoch. */
  from: number;
  to: number;
  /** Likewise, ascending. */
  times: number[];
  /** A value for each time, null where there is none. */
  series: { name: string; color: string; values: (number | null)[] }[];
  /** Values at which a line is drawn. */
  lines: { at: number; color: string }[];
}

/** The data of a chart. */
export function chartData(
  view: PanelView,
  frames: readonly Frame[],
  { id, isUtc, period }: { id: string; isUtc: boolean; period: { from: Date; to: Date } },
): ChartData {
  const times = [...new Set(frames.flatMap(({ points }) => points.map(([at]) => at)))].toSorted(
    (one, other) => one - other,
  );
  const { isStacked, fill, style, hasThresholds } = view.chart;
  const range = { min: view.min ?? 0, max: view.max ?? 100 };
  const steps = hasThresholds ? absoluteSteps(view.thresholds, range) : [];
  return {
    ...{ id, isUtc, times, isStacked, fill, style },
    from: period.from.getTime() / 1000,
    to: period.to.getTime() / 1000,
    unit: unitOf(view.unit, view.decimals),
    min: view.min ?? null,
    max: view.max ?? null,
    series: frames.map((frame, at) => {
      const values = new Map(frame.points);
      const { name, color, usualColor } = shownSeries(view, frame, at);
      return {
        name,
        color: color ?? usualColor,
        values: times.map((time) => shortened(values.get(time))),
      };
    }),
    lines: steps.flatMap(({ from, color }) => (from === undefined ? [] : [{ at: from, color }])),
  };
}

/** Where a chart is drawn, with its legend, which is a table of its values. */
export function chartView(view: PanelView, frames: readonly Frame[], id: string): Html {
  const count = frames.length === 1 ? '1 series' : `${frames.length} series`;
  return html`<div class="chart" id="${id}" role="img" aria-label="Chart of ${count}: ${view.title}. The table below has their values."></div>
<div class="scroll legend" tabindex="0" role="group" aria-label="Values: ${view.title}"><table><thead><tr><th scope="col">Series</th><th scope="col">Last</th><th scope="col">Min</th><th scope="col">Max</th><th scope="col">Mean</th></tr></thead><tbody>${frames.map(
    (frame, at) => rowHtml(frame, shownSeries(view, frame, at)),
  )}</tbody></table></div>`;
}

function rowHtml({ points }: Frame, { name, unit, color, usualColor }: ShownSeries): Html {
  const values = points.map(([, value]) => value).filter(Number.isFinite);
  const cells = ['lastNotNull', 'min', 'max', 'mean'].map((calc) => {
    const value = calculate(calc, values);
    return html`<td class="number">${value === undefined ? '-' : amountText(value, unit)}</td>`;
  });
  return html`<tr><th scope="row">${swatch(color ?? usualColor)} ${name}</th>${cells}</tr>`;
}

/** Six digits are more than a chart shows. */
const shortened = (value: number | undefined): number | null =>
  value === undefined || !Number.isFinite(value) ? null : Number(value.toPrecision(6));
