import { resolve } from 'node:path';
import type { Host } from '../../lib/cli/command.ts';
import { readGivenFile } from '../../lib/input/given-file.ts';
import { usageError } from '../../lib/words/errors.ts';
import { oneLine } from '../../lib/words/text.ts';
import { readStdin } from './read-stdin.ts';
import { fileReason, isFileError, textOf } from './text-file.ts';

/**
 * The text of a file, or of stdin for `-`, without a byte order mark, and what messages call it.
 *
 * @param lead stands between its name and why it cannot be read.
 * @throws {CommandError} of kind usage, if it cannot be read or is not UTF-8.
 */
export async function givenText(
  file: string,
  host: Host,
  lead: string,
): Promise<{ name: string; text: string }> {
  if (file === '') throw usageError('the name of the file is empty', 'Pass a file, or - for stdin.');
  const name = file === '-' ? 'stdin' : oneLine(file);
  const text = textOf(await contentOf(file, host, `${name}${lead}`))?.replace(/^\ufeff/, '');
  if (text === undefined) throw usageError(`${name} is not UTF-8`, 'Save it as UTF-8.');
  return { name, text };
}

async function contentOf(file: string, host: Host, lead: string): Promise<Buffer> {
  try {
    return file === '-' ? await readStdin(host) : readGivenFile(resolve(host.cwd(), file));
  } catch (error) {
    if (!isFileError(error)) throw error;
    throw usageError(`${lead}${fileReason(error)}`, 'Pass a file that you may read, or - for stdin.');
  }
}
