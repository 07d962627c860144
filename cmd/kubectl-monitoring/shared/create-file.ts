import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CommandError } from '../../../lib/words/errors.ts';
import { oneLine } from '../../../lib/words/text.ts';
import { fileReason, isFileError } from '../../shared/text-file.ts';

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
    if (overwrite) replace(path, text);
    else createWhole(path, text);
  } catch (error) {
    if (!isFileError(error)) throw error;
    const isThere = error.code === 'EEXIST';
    throw new CommandError(
      'refusal',
      `error: ${oneLine(path)} ${isThere ? 'exists already' : `cannot be written: ${fileReason(error)}`}`,
      { hint: isThere ? hint : 'Check your permissions on the folder and its free space.' },
    );
  }
}

/**
 * Creates a file and its folder, whole or not at all.
 *
 * @param mode the permissions of the file; those of new files when absent.
 * @throws an error of the operating system, also if it exists.
 */
export function createWhole(path: string, text: string, mode?: number): void {
  mkdirSync(dirname(path), { recursive: true });
  const handle = mode === undefined ? openSync(path, 'wx') : openSync(path, 'wx', 0o600);
  try {
    if (mode !== undefined) fchmodSync(handle, mode);
    writeFileSync(handle, text);
    fsyncSync(handle);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
}

/** Replaces whatever has the path by a new file with the same permissions: the target of a link, not the link. */
function replace(given: string, text: string): void {
  const isThere = existsSync(given);
  const path = isThere ? realpathSync(given) : given;
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  createWhole(temporary, text, isThere ? statSync(path).mode & 0o777 : undefined);
  try {
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
