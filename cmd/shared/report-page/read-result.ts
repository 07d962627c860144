import { extname } from 'node:path';
import type { Host } from '../../../lib/cli/command.ts';
import { usageError } from '../../../lib/words/errors.ts';
import { oneLine } from '../../../lib/words/text.ts';
import { givenText } from '../given-text.ts';
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
  const { name, text } = await givenText(file, host, ' cannot be read: ');
  const found: Awaited<ReturnType<typeof resultIn>> =
    text.trim() === ''
      ? { fault: 'is empty' }
      : await resultIn(text, { isJson: extname(file).toLowerCase() === '.json' });
  if ('fault' in found) throw usageError(`${name} ${oneLine(found.fault)}`, found.hint ?? howToSave);
  return { name, result: found.result };
}
