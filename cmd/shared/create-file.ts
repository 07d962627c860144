import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { CommandError } from '../../lib/words/errors.ts';
import { oneLine } from '../../lib/words/text.ts';
import { fileReason, isFileError, swapFile } from './text-file.ts';

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
    // A folder of the path may be a file, too.
    const isThere = error.code === 'EEXIST' && error.syscall !== 'mkdir';
    throw new CommandError(
      'refusal',
      `error: ${oneLine(path)} ${isThere ? 'exists already' : `cannot be written: ${error.code === 'EEXIST' ? 'not a directory' : fileReason(error)}`}`,
      {
        hint: isThere
          ? hint
          : (HINTS[error.code ?? ''] ?? 'Check your permissions on the folder and its free space.'),
      },
    );
  }
}

/** What to do about an error, by its code. */
const HINTS: Record<string, string> = { ENAMETOOLONG: 'Choose a shorter name.' };

/** Creates a file and its folder, whole or not at all. @throws an error of the operating system, also if it exists. */
export function createWhole(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = join(dirname(path), `.${randomUUID()}.tmp`);
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

function writeNew(path: string, text: string): void {
  const handle = openSync(path, 'wx');
  try {
    writeFileSync(handle, text);
    fsyncSync(handle);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
}
