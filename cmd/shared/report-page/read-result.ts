import { extname, resolve } from 'node:path';
import type { Host } from '../../../lib/cli/command.ts';
import { readGivenFile } from '../../../lib/input/given-file.ts';
import { usageError } from '../../../lib/words/errors.ts';
import { oneLine } from '../../../lib/words/text.ts';
import { readStdin } from '../read-stdin.ts';
import { textOf } from '../text-file.ts';
import { unreadable } from '../walk.ts';
import type { NoResult } from './no-result.ts';
import { resultIn, type SavedResult } from './parse-result.ts';

/**
 * The result in a file of JSON or YAML, or in stdin for `-`, and what messages call that.
 *
 * @param howToSave sentences: which results are wanted, and how one is saved.
 * @throws {CommandError} of kind usage, if it cannot be read, or has anything but one result.
 */
export async function readResult(
  file: string,
  { host, howToSave }: { host: Host; howToSave: string },
): Promise<{ name: string; result: SavedResult }> {
  const name = file === '-' ? 'stdin' : oneLine(file);
  const text = textIn(await contentOf(file, { name, host }));
  const found =
    typeof text === 'string'
      ? await resultIn(text, { isJson: extname(file).toLowerCase() === '.json' })
      : text;
  if ('fault' in found) throw usageError(`${name} ${oneLine(found.fault)}`, found.hint ?? howToSave);
  return { name, result: found.result };
}

async function contentOf(file: string, { name, host }: { name: string; host: Host }): Promise<Buffer> {
  try {
    return file === '-' ? await readStdin(host) : readGivenFile(resolve(host.cwd(), file));
  } catch (error) {
    throw usageError(
      `${name} ${unreadable(name, error, '').reason}`,
      'Pass a file that you may read, or - for stdin.',
    );
  }
}

/** The text without a byte order mark. */
function textIn(content: Buffer): string | NoResult {
  const text = textOf(content)?.replace(/^\ufeff/, '');
  if (text === undefined) return { fault: 'is not UTF-8', hint: 'Save it as UTF-8.' };
  return text.trim() === '' ? { fault: 'is empty' } : text;
}
