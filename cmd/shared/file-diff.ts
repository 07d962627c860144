import { createTwoFilesPatch, FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff';
import type { Paint } from '../../lib/cli/style.ts';
import { printable } from '../../lib/words/text.ts';
import type { TextFile } from './text-file.ts';

/**
 * The change of a file as a unified diff that `patch -p0` accepts; empty if nothing changes.
 *
 * @param context the number of lines around each change.
 * @param newName the name of the changed file, if it is another one.
 */
export function unifiedDiff(
  name: string,
  [before, after]: readonly [before: string, after: string],
  context = 3,
  newName = name,
): string {
  if (before === after) return '';
  return createTwoFilesPatch(name, newName, before, after, undefined, undefined, {
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
  /** The name of the changed file, if it is another one. */
  newName?: string;
  /** The lines of a whole text that are shown in the place of its own, as many as it has. */
  safe?: (text: string) => readonly string[];
}

/** The change of a file as a unified diff for a terminal; empty if nothing changes. */
export const fileDiff = (
  { name, text }: Pick<TextFile, 'name' | 'text'>,
  edited: string,
  { paint, shown = printable, context = 3, newName = name, safe }: DiffStyle,
): string =>
  (safe ? safeDiff(name, [text, edited], safe) : unifiedDiff(name, [text, edited], context, newName))
    .split('\n')
    .slice(0, -1)
    .map((line) => `${painted(shown(line.replace(/\r$/, '')), paint)}\n`)
    .join('');

/** The diff of two texts, with other lines in the place of theirs. */
function safeDiff(
  name: string,
  texts: readonly [before: string, after: string],
  safe: (text: string) => readonly string[],
): string {
  if (texts[0] === texts[1]) return '';
  const patch = structuredPatch(name, name, ...texts, undefined, undefined, { context: 3 });
  const [before, after] = [safe(texts[0]), safe(texts[1])];
  for (const hunk of patch.hunks) {
    let [old, current] = [hunk.oldStart - 1, hunk.newStart - 1];
    hunk.lines = hunk.lines.map((line) => {
      const [sign = ''] = line;
      if (sign === '\\') return line;
      const found = sign === '-' ? before[old] : after[current];
      if (sign !== '+') old += 1;
      if (sign !== '-') current += 1;
      return `${sign}${found ?? ''}`;
    });
  }
  return formatPatch(patch, FILE_HEADERS_ONLY);
}

function painted(line: string, paint: Paint): string {
  if (line.startsWith('+++') || line.startsWith('---')) return paint('bold', line);
  if (line.startsWith('@@')) return paint('cyan', line);
  if (line.startsWith('+')) return paint('green', line);
  return line.startsWith('-') ? paint('red', line) : line;
}
