import { oneLine } from '../text.ts';
import { wrapped } from './wrap.ts';

/** Columns of text that are left for a last column to be wrapped in; with fewer, its lines run on. */
const NARROWEST = 20;

/**
 * A table as kubectl prints it: upper-case headers, columns three spaces apart, no space at the end of a line.
 *
 * @param columns the width of a terminal, in which the last column is wrapped below itself; unwrapped when absent.
 */
export function table(
  headers: string[],
  rows: string[][],
  { noHeaders = false, columns }: { noHeaders?: boolean; columns?: number | undefined } = {},
): string {
  const cells = [...(noHeaders ? [] : [headers]), ...rows].map((row) =>
    row.map((cell) => oneLine(cell) || '<none>'),
  );
  const widths = headers.map((_header, column) =>
    Math.max(0, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  return cells
    .map((row) => {
      const lead = row.slice(0, -1).map((cell, column) => cell.padEnd((widths[column] ?? 0) + 3));
      return line(lead.join(''), row.at(-1) ?? '', columns);
    })
    .join('');
}

function line(lead: string, last: string, columns: number | undefined): string {
  const wraps = columns !== undefined && columns - lead.length >= NARROWEST;
  return `${(wraps ? wrapped(lead, last, { columns }) : lead + last).trimEnd()}\n`;
}
