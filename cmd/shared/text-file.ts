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
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the file system is full',
  ELOOP: 'its links lead nowhere',
};
