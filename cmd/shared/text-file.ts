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
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { readGivenFile } from '../../lib/input/given-file.ts';
import { CommandError } from '../../lib/words/errors.ts';
import { oneLine } from '../../lib/words/text.ts';

/** A text file as it was read. */
export interface TextFile {
  /** As the user gave it, or relative to the working directory. */
  name: string;
  /** The file itself, with links resolved. */
  path: string;
  text: string;
}

/** The text of a file, with its byte order mark; undefined if it is not UTF-8. */
export function textOf(content: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return undefined;
  }
}

/** The text of a file that is parsed as YAML, or why it can't be. */
export const parseableText = (content: Uint8Array): string | { reason: string; hint: string } =>
  content.length > LARGEST ? TOO_LARGE : (textOf(content) ?? NO_TEXT);

/** Of a file, in bytes: parsing takes up to a hundred times as much memory. */
const LARGEST = 8 * 1024 * 1024;
const TOO_LARGE = { reason: 'is larger than 8 MiB', hint: 'split it into several files' };
const NO_TEXT = { reason: 'is not UTF-8', hint: 'save it as UTF-8' };

/** Whether a path is a folder or inside it; both absolute. */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/** Whether an error comes from a file operation of the operating system. */
export const isFileError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error;

/** The operating system's reason, as text. */
export const fileReason = ({ code = '', message }: NodeJS.ErrnoException): string =>
  REASONS[code] ?? oneLine(message.replace(/^[A-Z0-9]+: (.*?), \w+(?: '.*')?$/s, '$1'));

const REASONS: Record<string, string> = {
  ENOENT: 'no such file or directory',
  ENOTDIR: 'not a directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'read-only file system',
  ENOSPC: 'no space left on device',
  EDQUOT: 'disk quota exceeded',
  ELOOP: 'too many levels of symbolic links',
};

/**
 * Replaces the content of a file, as `swapFile` does, unless it has changed since it was read.
 *
 * @param noun for messages, such as `values file`.
 * @throws {CommandError} if the file has changed since it was read, or cannot be written.
 */
export async function replaceFile(file: TextFile, text: string, noun: string): Promise<void> {
  try {
    swapFile(file.path, text, () => {
      if (!readGivenFile(file.path).equals(Buffer.from(file.text)))
        throw new CommandError(
          'refusal',
          `error: ${noun} ${oneLine(file.name)} changed after it was read: it was not overwritten`,
          { hint: 'Run this again: finished steps are not repeated.' },
        );
    });
  } catch (error) {
    if (!isFileError(error)) throw error;
    throw new CommandError(
      'refusal',
      `error: ${noun} ${oneLine(file.name)} cannot be written: ${fileReason(error)}`,
      {
        cause: error,
        hint: 'Check the free space and your permissions on the folder, then run this again.',
      },
    );
  }
}

/**
 * Replaces a file atomically by one with its mode and owner. Synchronous, so that no signal can end the process while the temporary copy
 * exists.
 *
 * @param check throws if the file is not to be replaced after all.
 * @throws an error of the operating system.
 */
export function swapFile(path: string, text: string, check: () => void = () => {}): void {
  const temporary = temporaryBeside(path);
  try {
    writeNew(temporary, text, path);
    check();
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** A path for a copy in the same folder: a copy elsewhere could not take a file's place at once. */
export const temporaryBeside = (path: string): string => join(dirname(path), `.${randomUUID()}.tmp`);

/** Creates a file, with the owner and mode of another if one is given, and flushes it to disk. Leaves nothing if it fails. */
export function writeNew(path: string, text: string, like?: string): void {
  const original = like === undefined ? undefined : statSync(like);
  const handle = openSync(path, 'wx', original && 0o600);
  try {
    writeFileSync(handle, text);
    if (original) takeAfter(handle, original);
    fsyncSync(handle);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
}

/** Gives an open file the owner and mode of another. */
function takeAfter(handle: number, { mode, uid, gid }: Stats): void {
  const made = fstatSync(handle);
  if (made.uid !== uid || made.gid !== gid) fchownSync(handle, uid, gid);
  fchmodSync(handle, mode & 0o7777);
}
