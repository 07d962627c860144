import { signsFor } from '../../../lib/cli/signs.ts';
import { bytesText } from '../../../lib/objects/quantity.ts';

export interface ChartOptions {
  /** Seconds since the epoch at both ends, and what they are called. */
  from: { at: number; name: string };
  to: { at: number; name: string };
  /** Bytes at the top. */
  top: number;
  /** Characters that all of it may be wide; its rows without the axis below. */
  columns: number;
  rows: number;
  unicode: boolean;
}

/** Bytes over time as an area with axes, one line a row: the highest of what was measured in each column. */
export function chart(points: readonly [at: number, bytes: number][], options: ChartOptions): string[] {
  const { from, to, top, columns, rows, unicode } = options;
  const {
    levels,
    axis: { top: left, side, corner, bottom },
  } = signsFor(unicode);
  const label = bytesText(top);
  const width = columns - label.length - 2;
  if (width < from.name.length + to.name.length + 1) return [];
  const heights = highest(points, { from: from.at, to: to.at, width }).map((bytes) =>
    bytes === undefined ? 0 : Math.min(rows, (bytes / top) * rows),
  );
  const lines = Array.from({ length: rows }, (_, index) => {
    const floor = rows - 1 - index;
    const cells = heights.map((height) => {
      const part = Math.min(1, Math.max(0, height - floor));
      const level = Math.round(part * (levels.length - 1));
      // Whatever is used at all is seen.
      return levels[floor === 0 && part > 0 ? Math.max(1, level) : level] ?? '';
    });
    const isTop = index === 0;
    return `${(isTop ? label : '').padStart(label.length)} ${isTop ? left : side}${cells.join('')}`.trimEnd();
  });
  const margin = ' '.repeat(label.length + 2);
  return [
    ...lines,
    `${'0'.padStart(label.length)} ${corner}${bottom.repeat(width)}`,
    `${margin}${from.name}${to.name.padStart(width - from.name.length)}`,
  ];
}

/** The highest value of each column; one between two points has the value before it. */
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
  // A gap of more than two steps was not measured.
  const most = Math.ceil((2 * Math.min(...gaps, to - from) * width) / (to - from));
  return found.map(
    (value, column) =>
      value ?? found.slice(Math.max(0, column - most), column).findLast((one) => one !== undefined),
  );
}
