import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommandError, usageError } from '../../lib/words/errors.ts';
import { oneLine } from '../../lib/words/text.ts';
import { createFile } from './create-file.ts';

/**
 * Checks that a page may be written there, before anything is asked.
 *
 * @param source the file that the dashboard is in.
 * @throws {CommandError} if another file is there, and is not to be replaced.
 */
export function checkTarget(
  target: string,
  { overwrite, source }: { overwrite: boolean; source: string | undefined },
): void {
  if (!existsSync(dirname(target)))
    throw usageError(
      `${oneLine(dirname(target))} does not exist`,
      'Create the folder, or choose another file with --output.',
    );
  if (!existsSync(target)) return;
  if (source !== undefined && realpathSync(target) === realpathSync(source))
    throw usageError(`${oneLine(target)} is the dashboard itself`, 'Choose another file with --output.');
  if (!statSync(target).isFile())
    throw usageError(`${oneLine(target)} is not a file`, 'Choose a file with --output.');
  if (!overwrite)
    throw new CommandError('refusal', `error: ${oneLine(target)} exists already`, { hint: REPLACE });
}

/** Writes a page, whole or not at all. @throws {CommandError} if it cannot be written, or another file has appeared there. */
export const writePage = (path: string, page: string, overwrite: boolean): void =>
  createFile(path, page, { hint: REPLACE, overwrite });

const REPLACE = 'Replace it with --overwrite, or choose another file with --output.';
