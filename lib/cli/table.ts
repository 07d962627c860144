import { oneLine } from '../words/text.ts';
import { wrapped } from './wrap.ts';

/** Columns of text that are left for a last column to be wrapped in; with fewer, its lines run on. */
const NARROWEST = 20;

interface TableOptions {
  noHeaders?: boolean;
  /** The width of a terminal, in which the last column is wrapped below itself; unwrapped when absent. */
  columns?: number | undefined;
}

/** A table as kubectl prints it: upper-case headers, columns three spaces apart, no space at the end of a line. */
export const table = (headers: string[], rows: string[][], options: TableOptions = {}): string =>
  growingTable(headers, options)(rows);

/**
 * The same table for rows that come one after the other: gives the text of some rows, with the headers before the first. Columns
 * are as wide as what has come so far needs.
 */
export function growingTable(
  headers: string[],
  { noHeaders = false, columns }: TableOptions = {},
): (rows: string[][]) => string {
  const widths = headers.map(() => 0);
  let head = noHeaders ? [] : [headers];
  return (rows) => {
    const cells = [...head, ...rows].map((row) => row.map((cell) => oneLine(cell) || '<none>'));
    head = [];
    for (const row of cells)
      for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
    return cells
      .map((row) => {
        const lead = row.slice(0, -1).map((cell, column) => cell.padEnd((widths[column] ?? 0) + 3));
        return line(lead.join(''), row.at(-1) ?? '', columns);
      })
      .join('');
  };
}

function line(lead: string, last: string, columns: number | undefined): string {
  const wraps = columns !== undefined && columns - lead.length >= NARROWEST;
  return `${(wraps ? wrapped(lead, last, { columns }) : lead + last).trimEnd()}\n`;
}
