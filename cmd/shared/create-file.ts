import { existsSync, linkSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommandError } from '../../lib/words/errors.ts';
import { oneLine } from '../../lib/words/text.ts';
import { fileReason, isFileError, swapFile, temporaryBeside, writeNew } from './text-file.ts';

/**
 * Creates a file and its folder, whole or not at all. Synchronous, so that no signal can end the process in between.
 *
 * @param hint what to do if the file exists already, unless that is overwritten.
 * @throws {CommandError} if it exists, or cannot be written.
 */
export function createFile(
  path: string,
  text: string,
  { hint, overwrite = false }: { hint: string; overwrite?: boolean },
): void {
  try {
    // The target of a link is replaced, not the link.
    if (overwrite && existsSync(path)) swapFile(realpathSync(path), text);
    else createWhole(path, text);
  } catch (error) {
    if (!isFileError(error)) throw error;
    throw error.code === 'EEXIST' && error.syscall !== 'mkdir'
      ? new CommandError('refusal', `error: ${oneLine(path)} exists already`, { hint })
      : new CommandError('refusal', `error: ${oneLine(path)} cannot be written: ${whyNot(error)}`, {
          hint: HINTS[error.code ?? ''] ?? 'Check your permissions on the folder and its free space.',
        });
  }
}

/** The reason of an error; a folder that exists already is a file. */
const whyNot = (error: NodeJS.ErrnoException): string =>
  error.code === 'EEXIST' ? 'not a directory' : fileReason(error);

/** What to do about an error, by its code. */
const HINTS: Record<string, string> = { ENAMETOOLONG: 'Choose a shorter name.' };

/** Creates a file and its folder, whole or not at all. @throws an error of the operating system, also if it exists. */
export function createWhole(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = temporaryBeside(path);
  try {
    writeNew(temporary, text);
    // Unlike a rename, it never replaces what has appeared there.
    linkSync(temporary, path);
  } catch (error) {
    if (!isFileError(error) || !WITHOUT_LINKS.has(error.code ?? '')) throw error;
    writeNew(path, text);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** What file systems without hard links answer. */
const WITHOUT_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);
