import { stripVTControlCharacters } from 'node:util';

/** How many columns a text takes; colors take none. */
export const visibleWidth = (text: string): number => stripVTControlCharacters(text).length;

/** Whether each line of a text fits into so many columns; any does where these are undefined. */
export const fits = (text: string, columns = Number.POSITIVE_INFINITY): boolean =>
  text.split('\n').every((line) => visibleWidth(line) <= columns);

/** Wraps `lead` and `text` at `columns`; later lines are indented below the text. A longer word gets a line of its own. */
export function wrapped(
  lead: string,
  text: string,
  { columns, indent = 0 }: { columns: number; indent?: number },
): string {
  const margin = ' '.repeat(indent);
  const hanging = margin + ' '.repeat(visibleWidth(lead));
  const lines: string[] = [];
  let line = margin + lead;
  let isEmpty = true;
  for (const word of text.split(' ')) {
    if (!isEmpty && visibleWidth(line) + 1 + visibleWidth(word) > columns) {
      lines.push(line);
      line = hanging;
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line].join('\n');
}
