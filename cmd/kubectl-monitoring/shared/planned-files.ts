import { lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { ignoringNew } from '../../../lib/block/ignored.ts';
import {
  lockText,
  newPath,
  type PlannedFile,
  planFiles,
  plannedLock,
  writtenAfter,
} from '../../../lib/block/plan.ts';
import type { Written } from '../../../lib/block/written.ts';
import { readGivenFile } from '../../../lib/input/given-file.ts';
import { CommandError } from '../../../lib/words/errors.ts';
import { oneLine } from '../../../lib/words/text.ts';
import { createWhole } from '../../shared/create-file.ts';
import { fileReason, isFileError, isWithin, replaceFile, textOf } from '../../shared/text-file.ts';

/** A folder with files that a command wrote, and its name in messages. */
export interface Folder {
  path: string;
  name: string;
}

/**
 * The text of a file in a folder; undefined if it is not there.
 *
 * @throws {CommandError} if it cannot be read, or is reached by a link that leads out of the folder.
 */
export function findIn(folder: Folder, path: string): string | undefined {
  const name = join(folder.name, path);
  try {
    const target = insideOf(folder, path);
    if (target === undefined) return undefined;
    const text = textOf(readGivenFile(target));
    if (text !== undefined) return text;
    throw new CommandError('refusal', `error: ${oneLine(name)} is not UTF-8: nothing was written`, {
      hint: 'Save it as UTF-8, or move it away.',
    });
  } catch (error) {
    if (!isFileError(error)) throw error;
    throw unusable(name, error, 'read');
  }
}

/** The file itself, with links resolved; undefined if it is not there. Links to files of the same folder are followed. */
function insideOf({ path: folder, name }: Folder, path: string): string | undefined {
  const parts = path.split('/');
  for (const [at] of parts.entries()) {
    const part = parts.slice(0, at + 1).join('/');
    const place = join(folder, part);
    const stats = lstatSync(place, { throwIfNoEntry: false });
    if (!stats) return undefined;
    if (stats.isSymbolicLink() && !leadsInto(place, folder))
      throw new CommandError(
        'refusal',
        `error: ${oneLine(join(name, part))} is a link that leads out of the folder: nothing was written`,
        { hint: 'Replace it by what it points to, or remove it.' },
      );
  }
  return realpathSync(join(folder, path));
}

function leadsInto(link: string, folder: string): boolean {
  try {
    return isWithin(realpathSync(link), realpathSync(folder));
  } catch (error) {
    // It leads to what is not there, or in a circle.
    if (isFileError(error)) return false;
    throw error;
  }
}

/** Files that a command is to write into a folder, and the file that remembers them. */
interface Wanted {
  wanted: Readonly<Record<string, string>>;
  /** What it wrote before; undefined if it wrote nothing. */
  written: Written | undefined;
  /** The folder of the chart that they are in, as `ignoringNew` takes it. */
  chart: string;
  /** The path of the file that remembers them. */
  lock: string;
  /** What that file holds, with the files that were written. */
  remember(files: Written): object;
}

/** What becomes of each file, and of the one that remembers them. @throws {CommandError} if one that is there cannot be read. */
export function planIn(
  folder: Folder,
  { wanted, written = {}, chart, lock, remember }: Wanted,
): PlannedFile[] {
  const find = (path: string): string | undefined => findIn(folder, path);
  const planned = planFiles(wanted, { written, find });
  const text = lockText(remember(writtenAfter(planned, wanted, written)));
  return [...ignoringNew(planned, { chart, find }), plannedLock(lock, text, find(lock))];
}

/**
 * Refuses to write over a file of the user's that has the path of a new version.
 *
 * @throws {CommandError} if there is one.
 */
export function checkBeside({ name }: Folder, files: readonly PlannedFile[]): void {
  const taken = files.find(({ isTaken }) => isTaken);
  if (taken)
    throw new CommandError(
      'refusal',
      `error: ${oneLine(join(name, newPath(taken.path)))} is not what this command wrote there: nothing was written`,
      {
        hint: `Move it away or remove it: the new version of ${oneLine(join(name, taken.path))} is written there.`,
      },
    );
}

/** Writes what is planned for a file. @throws {CommandError} if it cannot be written, or changed since it was planned. */
export async function writePlanned(folder: Folder, file: PlannedFile): Promise<void> {
  const { text, move } = file;
  if (text === undefined) return;
  const isBeside = move === 'beside';
  const path = isBeside ? newPath(file.path) : file.path;
  const found = isBeside ? file.foundNew : file.found;
  const name = join(folder.name, path);
  try {
    // A link may have been put there since the plan.
    const there = insideOf(folder, path);
    if (found !== undefined)
      return await replaceFile({ name, path: there ?? join(folder.path, path), text: found }, text, 'file');
    createWhole(join(folder.path, path), text);
  } catch (error) {
    if (!isFileError(error)) throw error;
    throw unusable(name, error, 'written');
  }
}

/**
 * The file that remembers what was written into a folder; undefined if there is none.
 *
 * @param parse gives undefined if a text is not what was written.
 * @throws {CommandError} if it is not.
 */
export function readLock<Lock>(
  folder: Folder,
  path: string,
  parse: (text: string) => Lock | undefined,
): Lock | undefined {
  const text = findIn(folder, path);
  const lock = text === undefined ? undefined : parse(text);
  if (text === undefined || lock !== undefined) return lock;
  throw new CommandError(
    'refusal',
    `error: ${oneLine(join(folder.name, path))} is not what this command writes`,
    { hint: 'Restore it with git. Without the file, nothing that is there is updated.' },
  );
}

const unusable = (name: string, error: NodeJS.ErrnoException, verb: string): CommandError =>
  new CommandError('refusal', `error: ${oneLine(name)} cannot be ${verb}: ${fileReason(error)}`, {
    hint:
      HINTS[fileReason(error)] ??
      'Check your permissions on the folder and its free space, then run this again.',
    cause: error,
  });

const HINTS: Record<string, string> = {
  'file already exists':
    'Another run wrote it in the meantime. Run this again: finished steps are not repeated.',
  'is a directory': 'Move the folder away, then run this again.',
};
