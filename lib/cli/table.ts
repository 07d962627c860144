import { oneLine } from '../text.ts';

/** A table as kubectl prints it: upper-case headers, columns three spaces apart, no space at the end of a line. */
export function table(headers: string[], rows: string[][], { noHeaders = false } = {}): string {
  const cells = [...(noHeaders ? [] : [headers]), ...rows].map((row) =>
    row.map((cell) => oneLine(cell) || '<none>'),
  );
  const widths = headers.map((_header, column) =>
    Math.max(0, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd((widths[column] ?? 0) + 3))
        .join('')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}
