import type { amountText } from './amount.ts';
import type { ChartData } from './views/chart.ts';

/** What of a browser the page's script uses. */
export interface Browser {
  document: {
    getElementById(id: string): Place | null;
    documentElement: object;
  };
  getComputedStyle(element: object): { getPropertyValue(name: string): string };
  matchMedia(query: string): { addEventListener(name: 'change', listener: () => void): void };
  ResizeObserver: new (listener: () => void) => { observe(element: object): void };
}

interface Place {
  textContent: string | null;
  clientWidth: number;
  clientHeight: number;
}

/** What of a chart of uPlot is used. */
interface Plot {
  bbox: { left: number; width: number };
  ctx: {
    save(): void;
    restore(): void;
    beginPath(): void;
    moveTo(x: number, y: number): void;
    lineTo(x: number, y: number): void;
    setLineDash(lengths: number[]): void;
    stroke(): void;
    strokeStyle: string;
    lineWidth: number;
  };
  scales: { y?: { min?: number | null; max?: number | null } };
  setSize(size: { width: number; height: number }): void;
  destroy(): void;
  valToPos(value: number, scale: 'y', isOnCanvas: true): number;
}

export interface UplotLibrary {
  new (options: object, data: readonly (readonly (number | null)[])[], place: object): Plot;
  paths: { bars(options: object): unknown };
  rangeNum(min: number, max: number, padding: number, isSoft: boolean): [number, number];
}

/**
 * Draws the charts of a page. It runs in the browser: the page has it as text, so it uses nothing but what it is given.
 */
export function drawCharts(browser: Browser, uPlot: UplotLibrary, text: typeof amountText): void {
  const { document } = browser;
  const charts: ChartData[] = JSON.parse(document.getElementById('data')?.textContent ?? '[]');
  const ink = (name: string): string =>
    browser.getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  const stackedUp = (all: ChartData['series']): (number | null)[][] => {
    const sums: number[] = [];
    return all.map(({ values }) =>
      values.map((value, at) => {
        sums[at] = (sums[at] ?? 0) + (value ?? 0);
        return sums[at] ?? 0;
      }),
    );
  };

  /** The day at midnight and for long periods, otherwise the time of the day. */
  const timeText = (at: number, isUtc: boolean, apart: number): string => {
    const offset = isUtc ? 0 : new Date(at * 1000).getTimezoneOffset() * 60;
    const [day = '', time = ''] = new Date((at - offset) * 1000).toISOString().split('T');
    return apart >= 86_400 || time.startsWith('00:00') ? day.slice(5) : time.slice(0, apart < 60 ? 8 : 5);
  };

  /** A color that lets a part of what is below it through; none for one that is not written with six digits. */
  const covering = (color: string, share: number): string =>
    color.length === 7 ? color + (256 + Math.round(share * 255)).toString(16).slice(1) : 'transparent';

  const optionsOf = (chart: ChartData, place: Place): object => {
    const { series, unit, min, max, style, isStacked, fill, isUtc, from, to } = chart;
    const axis = {
      stroke: ink('--muted'),
      grid: { stroke: ink('--line'), width: 1 },
      ticks: { stroke: ink('--line'), width: 1 },
      font: '11px system-ui, sans-serif',
    };
    const cover = Math.min(1, fill || (isStacked || style === 'bars' ? 0.25 : 0));
    const isBinary = unit.steps.some(({ by }) => by === 1024);
    const paths = style === 'bars' ? { paths: uPlot.paths.bars({ size: [0.8, 60] }) } : {};
    return {
      width: place.clientWidth,
      height: place.clientHeight,
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { range: (): [number, number] => [from, to] },
        y: {
          range: (_: Plot, low: number | null, high: number | null): [number, number] => {
            const isFlat = low === null || high === null || (low === 0 && high === 0);
            const [least, most] = isFlat ? [0, 1] : uPlot.rangeNum(low, high, 0.1, true);
            const floor = min ?? least;
            const top = max ?? most;
            return [floor, top > floor ? top : floor + 1];
          },
        },
      },
      series: [
        {},
        ...series.map(({ name, color }) => ({
          ...paths,
          label: name,
          stroke: color,
          width: style === 'points' ? 0 : 1.5,
          spanGaps: false,
          points: { show: style === 'points' || chart.times.length < 2 },
          ...(cover > 0 && { fill: covering(color, cover) }),
        })),
      ],
      ...(isStacked && { bands: series.slice(1).map((_, at) => ({ series: [at + 2, at + 1] })) }),
      axes: [
        {
          ...axis,
          size: 28,
          values: (_: Plot, splits: number[], __: number, ___: number, apart: number): string[] =>
            splits.map((at) => timeText(at, isUtc, apart)),
        },
        {
          ...axis,
          ...(isBinary && { incrs: Array.from({ length: 60 }, (_, power) => 2 ** power) }),
          size: (_: Plot, values: string[] | null): number =>
            Math.max(40, ...(values ?? []).map((value) => 22 + value.length * 6.5)),
          values: (_: Plot, splits: number[]): string[] => splits.map((value) => text(value, unit)),
        },
      ],
      hooks: { draw: [(plot: Plot) => drawLines(plot, chart.lines)] },
    };
  };

  const drawLines = (plot: Plot, lines: ChartData['lines']): void => {
    const { ctx, bbox, scales } = plot;
    for (const { at, color } of lines) {
      if (at < (scales.y?.min ?? at) || at > (scales.y?.max ?? at)) continue;
      const y = plot.valToPos(at, 'y', true);
      ctx.save();
      ctx.beginPath();
      ctx.setLineDash([6, 6]);
      ctx.strokeStyle = color;
      ctx.lineWidth = 1.5;
      ctx.moveTo(bbox.left, y);
      ctx.lineTo(bbox.left + bbox.width, y);
      ctx.stroke();
      ctx.restore();
    }
  };

  for (const chart of charts) {
    const place = document.getElementById(chart.id);
    if (!place) continue;
    const values = chart.isStacked ? stackedUp(chart.series) : chart.series.map((one) => one.values);
    const make = (): Plot => new uPlot(optionsOf(chart, place), [chart.times, ...values], place);
    let plot: Plot | undefined;
    // A chart in a collapsed row has no size until the row is opened.
    new browser.ResizeObserver(() => {
      if (place.clientWidth === 0) return;
      if (plot) plot.setSize({ width: place.clientWidth, height: place.clientHeight });
      else plot = make();
    }).observe(place);
    browser.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      plot?.destroy();
      plot = plot && make();
    });
  }
}
