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
}

/** What becomes of each file: what a user changed or removed stays so. */
export function planFiles(
  wanted: Readonly<Record<string, string>>,
  { written, find }: { written: Written; find(path: string): string | undefined },
): PlannedFile[] {
  const files = Object.entries(wanted).map(([path, text]): PlannedFile => {
    const found = find(path);
    const move = moveOf({ text, found, last: written[path] });
    return { path, move, found, ...(WRITES.has(move) && { text }) };
  });
  const dropped = Object.keys(written)
    .filter((path) => !Object.hasOwn(wanted, path))
    .map((path): PlannedFile => ({ path, move: 'dropped', found: find(path) }))
    .filter(({ found }) => found !== undefined);
  return [...files, ...dropped];
}

function moveOf({
  text,
  found,
  last,
}: {
  text: string;
  found: string | undefined;
  last: string | undefined;
}): Move {
  if (found === undefined) return last === undefined ? 'create' : 'removed';
  if (isSameText(found, text)) return 'unchanged';
  if (last === digestOf(found)) return 'update';
  return last === digestOf(text) ? 'edited' : 'beside';
}

const WRITES: ReadonlySet<Move> = new Set(['create', 'update', 'beside']);

/** What was written, after a plan was carried out. What is not among the files any more is remembered while it is there. */
export const writtenAfter = (
  files: readonly PlannedFile[],
  wanted: Readonly<Record<string, string>>,
  written: Written,
): Written =>
  Object.fromEntries(
    files.flatMap(({ path, move }) => {
      const text = wanted[path];
      const digest = text !== undefined ? digestOf(text) : move === 'dropped' ? written[path] : undefined;
      return digest === undefined ? [] : [[path, digest]];
    }),
  );

/** The file that remembers what was written, as any other. */
export const plannedLock = (path: string, text: string, found: string | undefined): PlannedFile =>
  found !== undefined && isSameText(found, text)
    ? { path, move: 'unchanged', found }
    : { path, move: found === undefined ? 'create' : 'update', text, found };

/** Whether texts differ in nothing but their line ends, which git may change. */
const isSameText = (one: string, other: string): boolean => plainLines(one) === plainLines(other);

const digestOf = (text: string): string => createHash('sha256').update(plainLines(text)).digest('hex');

const plainLines = (text: string): string => text.replaceAll('\r\n', '\n');
