import { oneLine } from '../words/text.ts';
import { cutMark, PLAIN, type Screen, type Style } from './style.ts';
import { wrapped } from './wrap.ts';

/**
 * A cell with a style of its own, or one that is cut in the middle: for names that differ in their ends. Only its text is looked
 * at for widths. A column with a styled cell is never cut: it is the verdict.
 */
export type Cell = string | CleanCell;

/** Columns of text that are left for a last column to be wrapped in; with fewer, its lines run on. */
const NARROWEST = 20;

interface TableOptions {
  noHeaders?: boolean;
  /** What the table is drawn on. On a terminal, cells are cut so that a row fits. */
  screen?: Screen;
  /** Wraps the last column below itself instead of cutting it: for columns of sentences. */
  wraps?: boolean;
  /** A column is not cut to fewer characters than this; 8 when absent. */
  least?: number;
}

/** A table as kubectl prints it: upper-case headers, columns three spaces apart, no space at the end of a line. */
export const table = (headers: string[], rows: Cell[][], options: TableOptions = {}): string =>
  growingTable(headers, options)(rows);

/**
 * The same table for rows that come one after the other: returns the text of some rows, with the headers before the first.
 * Columns are as wide as the rows so far need.
 */
export function growingTable(
  headers: string[],
  { noHeaders = false, screen = PLAIN, wraps = false, least = 8 }: TableOptions = {},
): (rows: Cell[][]) => string {
  const natural = headers.map(() => 0);
  const whole = new Set<number>();
  let head: Cell[][] = noHeaders ? [] : [headers];
  return (rows) => {
    const cells = [...head, ...rows].map((row) => row.map(cleanCell));
    head = [];
    for (const row of cells)
      for (const [column, { text, style }] of row.entries()) {
        natural[column] = Math.max(natural[column] ?? 0, text.length);
        if (style) whole.add(column);
      }
    const leasts = natural.map((width, column) => (whole.has(column) ? width : least));
    const widths = wraps || screen.columns === undefined ? natural : fitted(natural, screen.columns, leasts);
    return cells.map((row) => line(row, widths, { screen, wraps })).join('');
  };
}

interface CleanCell {
  text: string;
  style?: Style;
  cut?: 'middle';
}

const cleanCell = (cell: Cell): CleanCell => {
  const { text, ...style } = typeof cell === 'string' ? { text: cell } : cell;
  return { ...style, text: oneLine(text) || '<none>' };
};

function line(
  row: CleanCell[],
  widths: readonly number[],
  { screen: { columns, paint, unicode }, wraps }: { screen: Screen; wraps: boolean },
): string {
  const drawn = row.map((cell, column) => {
    const { text, style } = cell;
    const width = widths[column] ?? 0;
    const cut = wraps ? text : cutTo(cell, width, unicode);
    const isLast = column === row.length - 1;
    return `${style ? paint(style, cut) : cut}${isLast ? '' : ' '.repeat(width - cut.length + GAP)}`;
  });
  const lead = widths.slice(0, -1).reduce((sum, width) => sum + width + GAP, 0);
  const last = row.at(-1)?.text ?? '';
  if (!wraps || columns === undefined || columns - lead < NARROWEST) return `${drawn.join('').trimEnd()}\n`;
  const [first = '', ...more] = wrapped(' '.repeat(lead), last, { columns }).split('\n');
  return `${[drawn.slice(0, -1).join('') + first.slice(lead), ...more].map((text) => text.trimEnd()).join('\n')}\n`;
}

const GAP = 3;

/** Widths with which a row fits into so many columns: the widest are cut first, none to less than is of use. */
function fitted(natural: readonly number[], columns: number, leasts: readonly number[]): number[] {
  const widths = [...natural];
  const available = columns - GAP * (widths.length - 1);
  let over = widths.reduce((sum, width) => sum + width, 0) - available;
  while (over > 0) {
    const widest = Math.max(...widths.filter((width, column) => width > (leasts[column] ?? 0)));
    if (widest === Number.NEGATIVE_INFINITY) break;
    const column = widths.findLastIndex((width, at) => width === widest && width > (leasts[at] ?? 0));
    widths[column] = widest - 1;
    over -= 1;
  }
  return widths;
}

/** A text that is longer than the width has a mark where it is cut. */
function cutTo({ text, cut }: CleanCell, width: number, unicode: boolean): string {
  if (text.length <= width) return text;
  const mark = cutMark(unicode);
  const tail = cut === 'middle' ? Math.floor((width - mark.length) / 2) : 0;
  return text.slice(0, width - mark.length - tail) + mark + text.slice(text.length - tail);
}
