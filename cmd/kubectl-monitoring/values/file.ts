import { constants } from 'node:fs';
import { access, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type CommandError, usageError } from '../../../lib/errors.ts';
import { oneLine } from '../../../lib/text.ts';

/** A file of values as it was read. */
export interface ValuesFile {
  /** As a person gave it, or relative to where they are. */
  name: string;
  /** The file itself, behind any links. */
  path: string;
  text: string;
}

/** Reads a values file that is to be written later. What stands against either is a usage error that names the file. */
export async function readValuesFile(name: string, cwd: string): Promise<ValuesFile> {
  try {
    const path = await realpath(resolve(cwd, name));
    if (!(await stat(path)).isFile()) throw notAFile(name);
    const text = textOf(await readFile(path));
    if (text === undefined) throw notText(name);
    // A file is replaced by one that is made beside it.
    await access(path, constants.W_OK);
    await access(dirname(path), constants.W_OK | constants.X_OK);
    return { name, path, text };
  } catch (error) {
    throw isFileError(error) ? unusable(name, error) : error;
  }
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
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the file system is full',
  ELOOP: 'its links lead nowhere',
};

const unusable = (name: string, error: NodeJS.ErrnoException): CommandError =>
  usageError(
    `values file ${oneLine(name)} can't be read and written: ${fileReason(error)}`,
    'Give --values a file that is yours to change.',
  );

const notAFile = (name: string): CommandError =>
  usageError(`values file ${oneLine(name)} is not a file`, 'Give --values each file by its own name.');

const notText = (name: string): CommandError =>
  usageError(
    `values file ${oneLine(name)} is not UTF-8`,
    'Save it as UTF-8, or see whether it is the right file.',
  );
