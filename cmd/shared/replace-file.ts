import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readGivenFile } from '../../lib/input/given-file.ts';
import { CommandError } from '../../lib/words/errors.ts';
import { oneLine } from '../../lib/words/text.ts';
import { fileReason, isFileError, type TextFile } from './text-file.ts';

/**
 * Replaces a file by `text` in one step, with the mode and the owner that it has. Refused where somebody has changed it
 * since it was read. Nothing is awaited on the way: a signal that ends the process at once finds no copy to leave behind.
 *
 * @param noun what messages call it, such as `values file`.
 */
export async function replaceFile(file: TextFile, text: string, noun: string): Promise<void> {
  const temporary = join(dirname(file.path), `.${basename(file.path)}.${randomUUID()}.tmp`);
  try {
    writeLike(file.path, temporary, text);
    if (!readGivenFile(file.path).equals(Buffer.from(file.text))) throw changedMeanwhile(file, noun);
    renameSync(temporary, file.path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw isFileError(error) ? unwritable(file, noun, error) : error;
  }
}

/** Writes a new file with the owner and the mode of another, through to the disk. */
function writeLike(original: string, path: string, text: string): void {
  const { mode, uid, gid } = statSync(original);
  const handle = openSync(path, 'wx', 0o600);
  try {
    writeFileSync(handle, text);
    const made = fstatSync(handle);
    if (made.uid !== uid || made.gid !== gid) fchownSync(handle, uid, gid);
    fchmodSync(handle, mode & 0o7777);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

const changedMeanwhile = ({ name }: TextFile, noun: string): CommandError =>
  new CommandError(
    'refusal',
    `error: ${noun} ${oneLine(name)} has changed since it was read: it was left as it is`,
    {
      mend: 'Run this again: what is done is not done twice.',
    },
  );

const unwritable = ({ name }: TextFile, noun: string, cause: NodeJS.ErrnoException): CommandError =>
  new CommandError('refusal', `error: ${noun} ${oneLine(name)} can't be written: ${fileReason(cause)}`, {
    cause,
    mend: 'See that the folder has room and that the file is yours, then run this again.',
  });
