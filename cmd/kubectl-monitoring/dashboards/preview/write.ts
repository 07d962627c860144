import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CommandError, usageError } from '../../../../lib/words/errors.ts';
import { oneLine } from '../../../../lib/words/text.ts';
import { fileReason, isFileError } from '../../../shared/text-file.ts';

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
  if (!existsSync(target)) return;
  if (source !== undefined && realpathSync(target) === realpathSync(source))
    throw usageError(`${oneLine(target)} is the dashboard itself`, 'Choose another file with --output.');
  if (!statSync(target).isFile())
    throw usageError(`${oneLine(target)} is not a file`, 'Choose a file with --output.');
  if (!overwrite) throw isThere(target);
}

/**
 * Writes a page, whole or not at all. Synchronous, so that no signal can end the process in between.
 *
 * @throws {CommandError} if it cannot be written, or another file has appeared there.
 */
export function writePage(path: string, page: string, overwrite: boolean): void {
  // The target of a link is replaced, not the link.
  const target = existsSync(path) ? realpathSync(path) : path;
  const temporary = join(dirname(target), `.${basename(target)}.${randomUUID()}.tmp`);
  let isReserved = false;
  try {
    if (!overwrite) {
      closeSync(openSync(target, 'wx'));
      isReserved = true;
    }
    writeFlushed(temporary, page);
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    if (isReserved) rmSync(target, { force: true });
    if (!isFileError(error)) throw error;
    if (error.code === 'EEXIST') throw isThere(target);
    throw new CommandError('refusal', `error: ${oneLine(target)} cannot be written: ${fileReason(error)}`, {
      cause: error,
      hint: 'Check that the folder exists, your permissions on it and the free space.',
    });
  }
}

function writeFlushed(path: string, text: string): void {
  const handle = openSync(path, 'wx', 0o644);
  try {
    writeFileSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

const isThere = (target: string): CommandError =>
  new CommandError('refusal', `error: ${oneLine(target)} exists already`, {
    hint: 'Replace it with --overwrite, or choose another file with --output.',
  });
