import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { CommandError } from '../../../lib/errors.ts';
import { oneLine } from '../../../lib/text.ts';
import { fileReason, isFileError, type ValuesFile } from './file.ts';

/**
 * Replaces a values file by `text` in one step, with the mode and the owner that it has. Refused where somebody has changed
 * it since it was read.
 */
export async function writeValuesFile(file: ValuesFile, text: string): Promise<void> {
  const temporary = join(dirname(file.path), `.${basename(file.path)}.${randomUUID()}.tmp`);
  try {
    await writeLike(file.path, temporary, text);
    if (!(await readFile(file.path)).equals(Buffer.from(file.text))) throw changedMeanwhile(file);
    await rename(temporary, file.path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw isFileError(error) ? unwritable(file, error) : error;
  }
}

/** Writes a new file with the owner and the mode of another, through to the disk. */
async function writeLike(original: string, path: string, text: string): Promise<void> {
  const { mode, uid, gid } = await stat(original);
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    const made = await handle.stat();
    if (made.uid !== uid || made.gid !== gid) await handle.chown(uid, gid);
    await handle.chmod(mode & 0o7777);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const changedMeanwhile = ({ name }: ValuesFile): CommandError =>
  new CommandError(
    'refusal',
    `error: values file ${oneLine(name)} has changed since it was read: it was left as it is`,
    {
      mend: 'Run this again: what is done is not done twice.',
    },
  );

const unwritable = ({ name }: ValuesFile, cause: NodeJS.ErrnoException): CommandError =>
  new CommandError('refusal', `error: values file ${oneLine(name)} can't be written: ${fileReason(cause)}`, {
    cause,
    mend: 'See that the folder has room and that the file is yours, then run this again.',
  });
