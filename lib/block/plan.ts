import { createHash } from 'node:crypto';
import type { Written } from './written.ts';

/**
 * What becomes of a file. `create`, `update`: it is written. `unchanged`: it is there already. `edited`: a user changed it, and there is
 * nothing new. `beside`: a user changed it, so the new version is written beside it, as `.new`. `removed`: a user removed it.
 * `dropped`: it is not among the files any more.
 */
export type Move = 'create' | 'update' | 'unchanged' | 'edited' | 'beside' | 'removed' | 'dropped';

export interface PlannedFile {
  /** From the folder of the block. */
  path: string;
  move: Move;
  /** What is written, if anything is. */
  text?: string;
  /** What is there; undefined if nothing is. */
  found: string | undefined;
  /** What the file of a new version beside it has already, if it is there. */
  foundNew?: string;
  /** Whether that file is another one of the user's, so that it cannot be written. */
  isTaken?: true;
  /** Whether no earlier run wrote the file that is there: it is the user's own. */
  isForeign?: true;
  /** Whether a user changed a dropped file. */
  isEdited?: true;
}

/** The path of the new version of a file, beside it. */
export const newPath = (path: string): string => `${path}.new`;

/** What becomes of each file: what a user changed or removed stays so. */
export function planFiles(
  wanted: Readonly<Record<string, string>>,
  { written, find }: { written: Written; find(path: string): string | undefined },
): PlannedFile[] {
  const files = Object.entries(wanted).map(([path, text]): PlannedFile => {
    const found = find(path);
    const isForeign = found !== undefined && !isSameText(found, text) && written[path] === undefined;
    // Of a user's own file, what is remembered is the version beside it.
    const last = isForeign ? written[newPath(path)] : written[path];
    const move = moveOf({ text, found, last, isForeign });
    const foreign = isForeign && { isForeign };
    if (move === 'beside')
      return { path, move, found, ...foreign, ...besideOf(text, last, find(newPath(path))) };
    return { path, move, found, ...foreign, ...(WRITES.has(move) && { text }) };
  });
  const dropped = Object.keys(written)
    .filter((path) => !Object.hasOwn(wanted, path) && !isNewOf(path, files))
    .flatMap((path): PlannedFile[] => {
      const found = find(path);
      if (found === undefined) return [];
      return [{ path, move: 'dropped', found, ...(digestOf(found) !== written[path] && { isEdited: true }) }];
    });
  return [...files, ...dropped];
}

function moveOf({
  text,
  found,
  last,
  isForeign,
}: {
  text: string;
  found: string | undefined;
  last: string | undefined;
  isForeign: boolean;
}): Move {
  if (found === undefined) return last === undefined ? 'create' : 'removed';
  if (isSameText(found, text)) return 'unchanged';
  if (!isForeign && last === digestOf(found)) return 'update';
  return last === digestOf(text) ? 'edited' : 'beside';
}

/** What is written beside a file: nothing if it is there already, or if another file of the user's is. */
function besideOf(
  text: string,
  last: string | undefined,
  found: string | undefined,
): Pick<PlannedFile, 'text' | 'foundNew' | 'isTaken'> {
  if (found === undefined) return { text };
  if (isSameText(found, text)) return { foundNew: found };
  return last === digestOf(found) ? { text, foundNew: found } : { foundNew: found, isTaken: true };
}

/** Whether a path is that of the new version of one of the files that the user has an own one of. */
const isNewOf = (path: string, files: readonly PlannedFile[]): boolean =>
  files.some((file) => newPath(file.path) === path);

const WRITES: ReadonlySet<Move> = new Set(['create', 'update', 'beside']);

/**
 * What was written, after a plan was carried out. What is not among the files any more is remembered while it is there. Of a user's own
 * file, the version beside it is remembered: the file itself was not written.
 */
export const writtenAfter = (
  files: readonly PlannedFile[],
  wanted: Readonly<Record<string, string>>,
  written: Written,
): Written =>
  Object.fromEntries(
    files.flatMap(({ path, move, isForeign }) => {
      const text = wanted[path];
      const digest = text !== undefined ? digestOf(text) : move === 'dropped' ? written[path] : undefined;
      return digest === undefined ? [] : [[isForeign ? newPath(path) : path, digest]];
    }),
  );

/** The file that remembers what was written, as any other. */
export const plannedLock = (path: string, text: string, found: string | undefined): PlannedFile =>
  found !== undefined && isSameText(found, text)
    ? { path, move: 'unchanged', found }
    : { path, move: found === undefined ? 'create' : 'update', text, found };

/** What is remembered, as the text of that file. */
export const lockText = (lock: object): string => `${JSON.stringify(lock, null, 2)}\n`;

/** Whether texts differ in nothing but their line ends, which git may change. */
const isSameText = (one: string, other: string): boolean => plainLines(one) === plainLines(other);

const digestOf = (text: string): string => createHash('sha256').update(plainLines(text)).digest('hex');

const plainLines = (text: string): string => text.replaceAll('\r\n', '\n');
