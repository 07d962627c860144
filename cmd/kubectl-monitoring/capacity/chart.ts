import { glyphsFor, type Screen, type Style } from '../../../lib/cli/style.ts';
import { bytesText } from '../../../lib/objects/quantity.ts';

export interface ChartOptions {
  /** Both ends of the measurements: seconds since the epoch, and their labels. */
  from: { at: number; name: string };
  now: { at: number; name: string };
  /** Bytes at the top of the chart. */
  top: number;
  /** The share of the top where a line is drawn. */
  threshold?: number;
  /** Use after the measurements, up to `to`: at any time, the bytes expected, and their range. */
  projection?: { to: { at: number; name: string }; bytesAt(at: number): Range };
  /** Of the measurements and the projection. */
  style: Style;
  /** Characters of a chart, of which the axis takes some. */
  columns: number;
  /** Rows without the axis. */
  rows: number;
}

export interface Range {
  low: number;
  likely: number;
  high: number;
}

/** A character, and whether it is drawn in a style. */
interface Drawn {
  text: string;
  style?: Style;
}

const BLANK: Drawn = { text: ' ' };

/**
 * Bytes over time as an area chart with axes, one string per row; each column shows its maximum. The projection is a lighter area,
 * with its range above it.
 */
export function chart(
  points: readonly [at: number, bytes: number][],
  options: ChartOptions,
  { unicode, paint }: Pick<Screen, 'unicode' | 'paint'>,
): string[] {
  const { from, now, top, threshold, projection, style, columns, rows } = options;
  const { levels, projected, line, axis } = glyphsFor(unicode);
  const mark = threshold === undefined ? '' : `${Math.round(threshold * 100)}%`;
  const label = bytesText(top);
  const margin = Math.max(label.length, mark.length);
  const width = columns - margin - 2;
  const to = projection?.to ?? now;
  if (width < from.name.length + to.name.length + 1) return [];
  const past = Math.round((width * (now.at - from.at)) / (to.at - from.at));
  const heightOf = (bytes: number): number => Math.min(1, Math.max(0, bytes / top)) * rows;
  const measured = highest(points, { from: from.at, to: now.at, width: past }).map((bytes) =>
    heightOf(bytes ?? 0),
  );
  const ahead = Array.from({ length: width - past }, (_, index) => {
    const at = now.at + ((index + 0.5) / (width - past)) * (to.at - now.at);
    return projection?.bytesAt(at) ?? { low: 0, likely: 0, high: 0 };
  });
  const lineAt = threshold === undefined ? -1 : Math.ceil(threshold * rows) - 1;
  const lines = Array.from({ length: rows }, (_, index) => {
    const floor = rows - 1 - index;
    const empty: Drawn = floor === lineAt ? { text: line, style: 'dim' } : BLANK;
    const cells = [
      ...measured.map((height) => {
        const part = Math.min(1, Math.max(0, height - floor));
        const level = Math.round(part * (levels.length - 1));
        // Any use at all is visible.
        const text = levels[floor === 0 && part > 0 ? Math.max(1, level) : level] ?? ' ';
        return text === ' ' ? empty : { text, style };
      }),
      ...ahead.map(({ low, likely, high }) => {
        const middle = floor + 0.5;
        if (heightOf(low) >= middle) return { text: projected.area, style };
        const isLikely = Math.min(Math.floor(heightOf(likely)), rows - 1) === floor;
        return heightOf(high) >= middle || isLikely ? { text: projected.range, style } : empty;
      }),
    ];
    const name = index === 0 ? label : floor === lineAt ? mark : '';
    const painted = runsOf(cells).map((run) => (run.style ? paint(run.style, run.text) : run.text));
    return `${name.padStart(margin)} ${name ? axis.top : axis.side}${painted.join('')}`.trimEnd();
  });
  const bottom = axis.bottom.repeat(width);
  const tick = projection ? bottom.slice(0, past) + axis.tick + bottom.slice(past + 1) : bottom;
  return [
    ...lines,
    `${'0'.padStart(margin)} ${axis.corner}${tick}`,
    `${' '.repeat(margin + 2)}${names(options, { past, width })}`,
  ];
}

/** The labels of the time axis; the one of now is left out where it has no room. */
function names(
  { from, now, projection }: ChartOptions,
  { past, width }: { past: number; width: number },
): string {
  if (!projection) return from.name + now.name.padStart(width - from.name.length);
  const end = projection.to.name;
  const start = past - Math.floor(now.name.length / 2);
  const hasRoom = start > from.name.length && start + now.name.length < width - end.length;
  const left = hasRoom ? from.name.padEnd(start) + now.name : from.name;
  return left + end.padStart(width - left.length);
}

/** Characters of the same style together. */
function runsOf(cells: readonly Drawn[]): Drawn[] {
  const runs: Drawn[] = [];
  for (const { text, style } of cells) {
    const last = runs.at(-1);
    if (last && last.style === style) last.text += text;
    else runs.push({ text, ...(style && { style }) });
  }
  return runs;
}

/** The maximum of each column; a column between two points has the value before it. */
function highest(
  points: readonly [at: number, bytes: number][],
  { from, to, width }: { from: number; to: number; width: number },
): (number | undefined)[] {
  const found: (number | undefined)[] = Array.from({ length: width });
  const columnOf = (at: number): number => Math.floor(((at - from) / (to - from)) * width);
  for (const [at, bytes] of points) {
    const column = Math.min(columnOf(at), width - 1);
    if (column >= 0) found[column] = Math.max(found[column] ?? 0, bytes);
  }
  const gaps = points.slice(1).map(([at], index) => at - (points[index]?.[0] ?? at));
  // A gap of more than two steps is missing data.
  const most = Math.ceil((2 * Math.min(...gaps, to - from) * width) / (to - from));
  return found.map(
    (value, column) =>
      value ?? found.slice(Math.max(0, column - most), column).findLast((one) => one !== undefined),
  );
}
