import { type Html, html } from '../html/html.ts';
import {
  amountLabels,
  fullLabel,
  type Label,
  limitLabel,
  limitOf,
  nowLabel,
  timeLabels,
} from './chart-labels.ts';
import { LEGEND_STYLE, legendHtml } from './chart-legend.ts';
import { expectedPaths, measuredPaths, type Scales } from './chart-paths.ts';
import { amountTicks, HEIGHT, PLOT, scaleOf, TEXT, type Tick, timeTicks, WIDTH } from './chart-scales.ts';
import { type Charted, type ChartOptions, chartedOf } from './chart-volume.ts';
import { detailOf, fullMark, lowText, sentenceOf } from './chart-words.ts';

/**
 * What was measured of a volume: a sentence, and a chart of its use over time, its size, where retention holds it, and what is expected
 * until it is full; only another sentence where use is low. It needs `CHART_STYLE`. Undefined if nothing was measured.
 *
 * @param volume an item of a CapacityList, or a volume of a MonitoringStatus, which anyone may have written.
 */
export function volumeChart(volume: Record<string, unknown>, options?: ChartOptions): Html | undefined {
  const charted = chartedOf(volume, options);
  if (!charted) return undefined;
  const [sentence, low] = [sentenceOf(charted), lowText(charted)];
  return html`<div class="volume-chart"><p>${sentence}.${low !== undefined && ` ${low}`}</p>${low === undefined && chartHtml(charted, sentence)}</div>`;
}

function chartHtml(charted: Charted, sentence: string): Html {
  const top = topOf(charted);
  const { name, from, to, size } = charted;
  const scales = {
    x: scaleOf([from, to], [PLOT.left, PLOT.right]),
    y: scaleOf([0, top], [PLOT.bottom, PLOT.top]),
  };
  const measured = measuredPaths(charted, scales);
  const expected = expectedPaths(charted, top, scales);
  const [amounts, times] = [amountTicks(top), timeTicks(from, to)];
  const marks = marksOf(charted, top, scales);
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img"><title>${name}: ${sentence}</title><desc>${detailOf(charted)}</desc>
<path class="grid" d="${gridPath(amounts, times, scales)}"/>
${expected && html`<path class="range" d="${expected.range}"/>`}<path class="area" d="${measured.area}"/><path class="used" d="${measured.line}"/>
${expected && html`<path class="likely" d="${expected.likely}"/>\n`}${size !== undefined && across('size', PLOT.top)}${marks.map(({ mark }) => mark)}
<g class="axis">${[...amountLabels(amounts, scales, size), ...timeLabels(times, scales)].map(labelHtml)}</g>
<g class="names">${marks.map(({ label }) => labelHtml(label))}</g></svg>
${legendHtml(['used', ...(expected ? EXPECTED : []), ...marks.flatMap(({ name }) => name ?? [])])}`;
}

const EXPECTED = ['likely', 'range'] as const;

/** Bytes at the top: the size, or a little more than the use if that is unknown. */
function topOf({ size, points }: Charted): number {
  const most = points.reduce((highest, { bytes = 0 }) => Math.max(highest, bytes), 0);
  return size ?? Math.max(1, 1.25 * most);
}

/** What has a name in the plot: a limit, the present, and when the volume is full. */
function marksOf(
  charted: Charted,
  top: number,
  { x, y }: Scales,
): { mark: Html | undefined; label: Label; name?: 'limit' | 'day' }[] {
  const { now, to } = charted;
  const [limit, full] = [limitOf(charted, top), fullMark(charted)];
  const [nowX, limitY] = [x(now), limit && y(limit.bytes)];
  const fullX = full && full.at <= to ? x(full.at) : undefined;
  const isAhead = to > now;
  return [
    limit &&
      limitY !== undefined && {
        mark: across('limit', limitY),
        label: limitLabel(limit.text, limitY, nowX),
        name: 'limit' as const,
      },
    isAhead && {
      mark: html`<path class="now" d="M${nowX},${PLOT.top}V${PLOT.bottom}"/>`,
      label: nowLabel(nowX, fullX),
    },
    full && {
      mark: fullX === undefined ? undefined : fullHtml(fullX, full.isLikely),
      label: fullLabel(fullX ?? PLOT.right, full.text),
      ...(fullX !== undefined && { name: 'day' as const }),
    },
  ].filter((mark) => typeof mark === 'object');
}

const across = (name: string, y: number): Html =>
  html`<path class="${name}" d="M${PLOT.left},${y}H${PLOT.right}"/>`;

const fullHtml = (x: number, isLikely: boolean): Html =>
  html`<path class="day" d="M${x},${TEXT + 10}V${PLOT.bottom}"/><circle class="${isLikely ? 'full' : 'early'}" cx="${x}" cy="${PLOT.top}" r="9"/>`;

const gridPath = (amounts: readonly Tick[], times: readonly Tick[], { x, y }: Scales): string =>
  [
    ...amounts.map(({ at }) => `M${PLOT.left},${y(at)}H${PLOT.right}`),
    ...times.map(({ at }) => `M${x(at)},${PLOT.bottom}v8`),
  ].join('');

const labelHtml = ({ x, y, anchor, text }: Label): Html =>
  html`<text x="${x}" y="${y}"${anchor !== 'start' && html` class="${anchor}"`}>${text}</text>`;

/** The style of every chart of a page, which defines the colors. Texts are larger, in units of the chart, where it is narrow. */
export const CHART_STYLE = `${LEGEND_STYLE}.volume-chart{container-type:inline-size;max-width:760px}
.volume-chart svg{display:block;width:100%;height:auto}
.volume-chart path{fill:none;stroke:var(--line);stroke-width:1px;vector-effect:non-scaling-stroke}
.volume-chart .area,.volume-chart .range{fill:var(--accent);fill-opacity:.16;stroke:none}
.volume-chart .range{fill-opacity:.1}
.volume-chart .used,.volume-chart .likely{stroke:var(--accent);stroke-width:2px;stroke-linejoin:round;stroke-linecap:round}
.volume-chart .likely{stroke-dasharray:5 5}
.volume-chart .size{stroke:var(--ink);stroke-width:1.5px}
.volume-chart .limit{stroke:var(--warn);stroke-width:1.5px;stroke-dasharray:8 4}
.volume-chart .now{stroke:var(--muted);stroke-dasharray:1 3}
.volume-chart .day{stroke:var(--bad);stroke-dasharray:2 3}
.volume-chart circle{fill:var(--bad);stroke:var(--bad);stroke-width:2px;vector-effect:non-scaling-stroke}
.volume-chart .early{fill:var(--panel)}
.volume-chart text{font-size:${TEXT}px;fill:var(--ink)}
.volume-chart .axis text{fill:var(--muted)}
.volume-chart .names text{paint-order:stroke;stroke:var(--panel);stroke-width:6px;stroke-linejoin:round}
.volume-chart .middle{text-anchor:middle}
.volume-chart .end{text-anchor:end}
@container (min-width:480px){.volume-chart text{font-size:26px}}
@container (min-width:640px){.volume-chart text{font-size:21px}}
`;
