import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import type { Paint } from '../../lib/cli/style.ts';
import { printable } from '../../lib/words/text.ts';
import type { TextFile } from './text-file.ts';

/**
 * The change of a file as a unified diff that `patch -p0` accepts; empty if nothing changes.
 *
 * @param context the number of lines around each change.
 */
export function unifiedDiff(
  name: string,
  [before, after]: readonly [before: string, after: string],
  context = 3,
): string {
  if (before === after) return '';
  return createTwoFilesPatch(name, name, before, after, undefined, undefined, {
    context,
    headerOptions: FILE_HEADERS_ONLY,
  });
}

export interface DiffStyle {
  paint: Paint;
  /** Makes a line safe to print; by default, escapes control characters. */
  shown?: (line: string) => string;
  /** The number of lines around each change; 3 when absent. */
  context?: number;
}

/** The change of a file as a unified diff for a terminal; empty if nothing changes. */
export const fileDiff = (
  { name, text }: Pick<TextFile, 'name' | 'text'>,
  edited: string,
  { paint, shown = printable, context = 3 }: DiffStyle,
): string =>
  unifiedDiff(name, [text, edited], context)
    .split('\n')
    .slice(0, -1)
    .map((line) => `${painted(shown(line.replace(/\r$/, '')), paint)}\n`)
    .join('');

function painted(line: string, paint: Paint): string {
  if (line.startsWith('+++') || line.startsWith('---')) return paint('bold', line);
  if (line.startsWith('@@')) return paint('cyan', line);
  if (line.startsWith('+')) return paint('green', line);
  return line.startsWith('-') ? paint('red', line) : line;
}
