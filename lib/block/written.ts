import { fieldsOf } from '../objects/fields.ts';

/** What a command wrote before: the sha256 of each file, by its path from the folder of the block. */
export type Written = Readonly<Record<string, string>>;

/** Reads it from a lock file; undefined if it is not what was written, or has a path that leads out of the folder. */
export function writtenIn(value: unknown): Written | undefined {
  const files = fieldsOf(value);
  if (!files) return undefined;
  const isWritten = Object.entries(files).every(
    ([path, digest]) => typeof digest === 'string' && PARTS.test(path),
  );
  return isWritten ? (files as Written) : undefined;
}

/** Parts with slashes between them, none of which is `..` or has a backslash, and no drive of Windows. */
const PARTS = /^(?!\w:)(?:(?!\.\.?(?:\/|$))[^/\\]+)(?:\/(?!\.\.?(?:\/|$))[^/\\]+)*$/;
