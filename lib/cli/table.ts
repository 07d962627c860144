import { oneLine } from '../words/text.ts';
import { folded } from './folded.ts';
import { cutMark, PLAIN, type Screen, type Style } from './style.ts';
import { fits, wrapped } from './wrap.ts';

/**
 * A cell with a style of its own, or one that is cut so that what tells it from others remains. Only its text is looked at for
 * widths. A column with a styled cell is never cut: it is the verdict.
 */
export type Cell = string | CleanCell;

/** A column, by its header. */
export type Header =
  | string
  | {
      text: string;
      /** Its cells are not cut to fewer characters than this; those of the table when absent. */
      least?: number;
      /** On a terminal, such a column is omitted if it does not fit, the one with the highest number first. */
      optional?: number;
    };

/** Columns of text that are left for a last column to be wrapped in; with fewer, it gets lines of its own. */
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
export const table = (headers: Header[], rows: Cell[][], options: TableOptions = {}): string =>
  growingTable(headers, options)(rows);

/**
 * The same table for rows that come one after the other: returns the text of some rows, with the headers before the first.
 * Columns are as wide as the rows so far need.
 */
export function growingTable(
  headers: Header[],
  { noHeaders = false, screen = PLAIN, wraps = false, least = 8 }: TableOptions = {},
): (rows: Cell[][]) => string {
  const all = headers.map((header) => (typeof header === 'string' ? { text: header } : header));
  const natural = headers.map(() => 0);
  const whole = new Set<number>();
  const columns = wraps ? undefined : screen.columns;
  const leastOf = (column: number): number =>
    Math.max(all[column]?.least ?? least, noHeaders ? 0 : (all[column]?.text.length ?? 0));
  let head: Cell[][] = noHeaders ? [] : [all.map(({ text }) => text)];
  let shown: number[] | undefined;
  return (rows) => {
    const cells = [...head, ...rows].map((row) => row.map(cleanCell));
    head = [];
    for (const row of cells)
      for (const [column, { text, style }] of row.entries()) {
        natural[column] = Math.max(natural[column] ?? 0, text.length);
        if (style) whole.add(column);
      }
    const leasts = natural.map((width, column) =>
      whole.has(column) ? width : Math.min(width, leastOf(column)),
    );
    // Later rows have the columns of the first.
    shown ??= fitting(all, leasts, columns);
    const of = <T>(list: readonly T[]): T[] => (shown ?? []).map((column) => list[column] as T);
    const widths = columns === undefined ? of(natural) : fitted(of(natural), columns, of(leasts));
    return cells.map((row) => line(of(row), widths, { screen, wraps })).join('');
  };
}

/** The columns to show: those that are always shown, and of the optional ones as many as fit, the lowest number first. */
function fitting(
  headers: readonly { optional?: number }[],
  leasts: readonly number[],
  columns = Number.POSITIVE_INFINITY,
): number[] {
  const chosen = new Set<number>();
  let used = -GAP;
  for (const [column, { optional = 0 }] of [...headers.entries()].sort(
    ([, one], [, other]) => (one.optional ?? 0) - (other.optional ?? 0),
  )) {
    const width = (leasts[column] ?? 0) + GAP;
    if (optional > 0 && used + width > columns) continue;
    chosen.add(column);
    used += width;
  }
  return [...headers.keys()].filter((column) => chosen.has(column));
}

/**
 * Each row as lines of `HEADER: cell`, for terminals that are too narrow for a table whose cells must not be cut. A command gets a
 * line of its own.
 */
export function blocks(headers: readonly Header[], rows: readonly Cell[][], columns: number): string {
  const titles = headers.map(titleOf);
  const longest = Math.max(...titles.map((title) => title.length));
  const lineOf = (cell: Cell, at: number): string =>
    folded(`${`${titles[at]}:`.padEnd(longest + 3)}${cellText(cell)}`, { columns });
  return rows.map((row) => `${row.map(lineOf).join('\n')}\n`).join('\n');
}

/** The table with nothing cut or omitted, or the rows as blocks if the terminal is too narrow for it. */
export function wholeTable(
  headers: readonly Header[],
  rows: readonly Cell[][],
  { noHeaders = false, screen }: { noHeaders?: boolean; screen: Screen },
): string {
  const { columns } = screen;
  const whole = table([...headers], [...rows], { noHeaders, screen: { ...screen, columns: undefined } });
  return columns === undefined || fits(whole, columns) ? whole : blocks(headers, rows, columns);
}

interface CleanCell {
  text: string;
  style?: Style;
  /** In the middle, or as an address: first its scheme goes, then the middle of its path. */
  cut?: 'middle' | 'address';
}

const cleanCell = (cell: Cell): CleanCell => ({
  ...(typeof cell === 'string' ? {} : cell),
  text: cellText(cell),
});

/** A column by what it shows of a row. */
export interface Column<Row, Look> {
  header: Header;
  /** Whether it is shown in wide tables only, or in those of all namespaces; in each when absent. */
  when?: 'wide' | 'all';
  /** @param look what the cells of all rows need beside them. */
  cell(row: Row, look: Look): Cell;
}

/** A table of such columns. A wide one is whole, as `wholeTable` is. */
export function columnTable<Row, Look>(
  columns: readonly Column<Row, Look>[],
  { rows, look }: { rows: readonly Row[]; look: Look },
  { wide, all = false, ...options }: { wide: boolean; all?: boolean; noHeaders: boolean; screen: Screen },
): string {
  const shown = columns.filter(({ when }) => when === undefined || { wide, all }[when]);
  const headers = shown.map(({ header }) => header);
  const cells = rows.map((row) => shown.map(({ cell }) => cell(row, look)));
  return wide ? wholeTable(headers, cells, options) : table(headers, cells, options);
}

/** The text of a cell as tables show it. */
export const cellText = (cell: Cell): string =>
  oneLine(typeof cell === 'string' ? cell : cell.text) || '<none>';

export const titleOf = (header: Header): string => (typeof header === 'string' ? header : header.text);

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
  if (!wraps || columns === undefined || lead + last.length <= columns)
    return `${drawn.join('').trimEnd()}\n`;
  const beside = wrapped(' '.repeat(lead), last, { columns }).split('\n');
  if (columns - lead < NARROWEST || beside.some((text) => text.length > columns))
    return `${drawn.slice(0, -1).join('').trimEnd()}\n${wrapped('', last, { columns, indent: 4 })}\n`;
  const [first = '', ...more] = beside;
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
  if (cut === 'address') {
    const bare = text.replace(/^[a-z]+:\/\//, '');
    if (bare.length <= width) return bare;
    const lead = bare.indexOf('/') + 1;
    const tail = width - lead - mark.length;
    return lead > 0 && tail > 0
      ? bare.slice(0, lead) + mark + bare.slice(-tail)
      : cutTo({ text: bare }, width, unicode);
  }
  const tail = cut === 'middle' ? Math.floor((width - mark.length) / 2) : 0;
  return text.slice(0, width - mark.length - tail) + mark + text.slice(text.length - tail);
}
