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

/** A file of text as it was read. */
export interface TextFile {
  /** As a person gave it, or relative to where they are. */
  name: string;
  /** The file itself, behind any links. */
  path: string;
  text: string;
}

/** The text of a file, with its byte order mark; undefined where it is not UTF-8. */
export function textOf(content: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return undefined;
  }
}

/** Whether the operating system said no, rather than this program. */
export const isFileError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error;

/** The operating system's reason, in words where they are known. */
export const fileReason = ({ code = '', message }: NodeJS.ErrnoException): string =>
  REASONS[code] ?? oneLine(message);

const REASONS: Record<string, string> = {
  ENOENT: 'no such file or directory',
  ENOTDIR: 'not a directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'read-only file system',
  ENOSPC: 'no space left on device',
  ELOOP: 'too many levels of symbolic links',
};

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
    `error: ${noun} ${oneLine(name)} changed after it was read: it was not overwritten`,
    {
      hint: 'Run this again: finished steps are not repeated.',
    },
  );

const unwritable = ({ name }: TextFile, noun: string, cause: NodeJS.ErrnoException): CommandError =>
  new CommandError('refusal', `error: ${noun} ${oneLine(name)} cannot be written: ${fileReason(cause)}`, {
    cause,
    hint: 'Check the free space and your permissions on the folder, then run this again.',
  });
