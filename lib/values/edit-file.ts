import { YamlSyntaxError } from '../input/yaml-documents.ts';
import { fieldsOf } from '../objects/fields.ts';
import type { Note } from './blocks.ts';
import { keyOf } from './edit-keys.ts';
import type { Node, Tree } from './edit-nodes.ts';
import { complexKeyIn, lineAt, noteAt } from './edit-refusals.ts';
import { treesOf } from './edit-tree.ts';
import { readAsHelm } from './helm-yaml.ts';
import { type Path, valueAt } from './layers.ts';
import { eventsOf } from './yaml-events.ts';

/** A file of values or manifests. Documents have the same index in both lists. */
export interface EditedFile {
  text: string;
  trees: Tree[];
  /** What Helm reads. */
  documents: unknown[];
}

/** Reads a file, or says why it cannot be edited. @throws {YamlSyntaxError} */
export function readFile(text: string): EditedFile | Note {
  const read = eventsOf(text);
  const trees = treesOf(text, read);
  try {
    return { text, trees, documents: readAsHelm(text, read).documents };
  } catch (error) {
    const note =
      error instanceof YamlSyntaxError && trees.map((tree) => complexKeyIn(text, tree)).find(Boolean);
    if (note) return note;
    throw error;
  }
}

/**
 * The index of the one document that a path is set in: it has most of its keys, or else it is the first. Helm ignores the others of a
 * values file, so they count only if they are manifests.
 */
export function documentFor({ text, trees, documents }: EditedFile, path: Path): number | Note {
  const depths = documents.map((object, index) =>
    index === 0 || isManifest(object) ? depthOf(object, path) : 0,
  );
  const most = Math.max(0, ...depths);
  const first = most === 0 ? 0 : depths.indexOf(most);
  const other = depths.indexOf(most, first + 1);
  if (most === 0 || other === -1) return first;
  return noteAt(text, path.slice(0, most), trees[first]?.root?.start ?? 0, {
    reason: `is in several documents: see also line ${lineAt(text, trees[other]?.root?.start ?? 0)}`,
    hint: 'Split the file into one for each.',
  });
}

const isManifest = (object: unknown): boolean => {
  const { apiVersion, kind } = fieldsOf(object) ?? {};
  return typeof apiVersion === 'string' && typeof kind === 'string';
};

/** How many of the first keys of a path are set. */
function depthOf(object: unknown, path: Path): number {
  const missing = path.findIndex((_key, index) => valueAt(object, path.slice(0, index + 1)) === undefined);
  return missing === -1 ? path.length : missing;
}

/** The line of the last key of a path that is there, or of the value that it is an alias of. */
export function lineOfPath({ text, trees }: EditedFile, document: number, path: Path): number {
  let node = trees[document]?.root;
  let at = node?.start ?? 0;
  for (const key of path) {
    const entry = node?.kind === 'map' ? node.entries.find((some) => keyOf(some.key) === key) : undefined;
    const value: Node | undefined = node?.kind === 'list' ? node.items[Number(key)] : entry?.value;
    if (!value) break;
    node = value.kind === 'alias' ? value.target : value;
    at = (node === value ? (entry?.key ?? value) : (node ?? value)).start;
  }
  return lineAt(text, at);
}

/** Where the first document of a text ends. */
export function endOfFirst({ text, trees: [first] }: EditedFile): number {
  const markers = [...text.matchAll(/^\uFEFF?(---|\.\.\.)(?=[ \t\r\n]|$)/gm)];
  const begin = first?.isMarked ? markers.findIndex(([, marker]) => marker === '---') : -1;
  const next = markers[begin + 1];
  // A byte order mark may be before it.
  return next ? next.index + next[0].length - '---'.length : text.length;
}
