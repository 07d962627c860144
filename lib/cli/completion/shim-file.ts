import { lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CommandError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';

/** Beside the text of a file that is none: a link, a folder. */
const NO_FILE = '';

/** What stands in a file; undefined where there is nothing at all, empty where it is no plain file. */
export const readShim = (file: string): Promise<string | undefined> =>
  attempt('read', file, async () => {
    const found = await lstat(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
      throw error;
    });
    return found?.isFile() ? readFile(file, 'utf8') : found && NO_FILE;
  });

/** Writes a file that can be run, all at once: who completes meanwhile has the former one or this one. */
export const writeShim = (file: string, text: string): Promise<void> =>
  attempt('write', file, async () => {
    await mkdir(dirname(file), { recursive: true });
    const unfinished = `${file}.${process.pid}`;
    try {
      await writeFile(unfinished, text, { mode: 0o755, flag: 'wx' });
      await rename(unfinished, file);
    } finally {
      await rm(unfinished, { force: true });
    }
  });

export const removeShim = (file: string): Promise<void> => attempt('remove', file, () => rm(file));

/** @throws {CommandError} that names the file and what the system says. */
async function attempt<T>(what: string, file: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const why = REASONS[code ?? ''] ?? oneLine(message);
    throw new CommandError('usage', `error: can not ${what} ${oneLine(file)}: ${why}`, {
      mend: 'Give a folder that you may write to (--directory).',
      cause,
    });
  }
}

const REASONS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'its folder is a file',
  EEXIST: 'its folder is a file',
};
