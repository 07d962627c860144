import type { Place } from '../lint/finding.ts';
import { placesIn } from '../lint/places.ts';
import { isMerge, keyOf } from './edit-keys.ts';
import type { Node, Tree } from './edit-nodes.ts';
import { treesOf } from './edit-tree.ts';
import type { Path, Source } from './layers.ts';
import { withoutSecrets } from './secret-lines.ts';

/** Finds values in the text of a source. */
export interface Places {
  /** The key of a value or the beginning of an entry; of a value that is not set, the closest one around it that is. */
  placeOf(path: Path): Place;
  /** A key that its map has already. */
  twin(): Place | undefined;
  /** Where the second document begins. */
  second(): Place;
  /** The lines of the file, without secrets. */
  safe: readonly string[];
}

/** Reads the places of each source once, when they are asked for. @throws {YamlSyntaxError} when it does. */
export function onceEach(): (source: Source) => Places {
  const known = new Map<Source, Places>();
  return (source) => {
    const places = known.get(source) ?? placesOf(source);
    known.set(source, places);
    return places;
  };
}

function placesOf({ text, document, base }: Source): Places {
  const trees = treesOf(text);
  const at = placesIn(text);
  return {
    placeOf: (path) => at(offsetOf(trees[document], [...base, ...path])),
    twin: () => {
      const key = trees.map(({ root }) => root && twinIn(root)).find((found) => found !== undefined);
      return key && at(key.start);
    },
    second: () => at(trees[1]?.root?.start ?? text.length),
    safe: withoutSecrets(text).map((line) => line.replace(/\r$/, '')),
  };
}

function offsetOf(tree: Tree | undefined, path: Path): number {
  let node = tree?.root;
  let offset = node?.start ?? 0;
  for (const key of path) {
    const found = childOf(node, key, 0);
    if (!found) break;
    offset = found.offset;
    node = found.value;
  }
  return offset;
}

/** The node of a path; undefined if it is not set. */
export const nodeAt = (tree: Tree | undefined, path: Path): Node | undefined =>
  path.reduce<Node | undefined>((node, key) => childOf(node, key, 0)?.value, tree?.root);

/** The value of a key, or the entry of a list, behind aliases and in merged maps. */
function childOf(
  given: Node | undefined,
  key: string,
  depth: number,
): { offset: number; value: Node } | undefined {
  const node = behind(given);
  if (node?.kind === 'list') {
    const item = node.items[Number(key)];
    return item && { offset: item.start, value: item };
  }
  if (node?.kind !== 'map' || depth > MOST_MERGES) return undefined;
  // Helm takes the last of equal keys.
  const entry = node.entries.findLast((one) => keyOf(one.key) === key);
  if (entry) return { offset: entry.key.start, value: entry.value };
  for (const { value } of node.entries.filter((one) => isMerge(one.key))) {
    const source = behind(value);
    for (const from of source?.kind === 'list' ? source.items : [value]) {
      const found = childOf(from, key, depth + 1);
      if (found) return found;
    }
  }
  return undefined;
}

const behind = (node: Node | undefined): Node | undefined => (node?.kind === 'alias' ? node.target : node);

const MOST_MERGES = 20;

/** The first key below a node that its map has already. */
function twinIn(node: Node): Node | undefined {
  if (node.kind === 'list') return firstOf(node.items, twinIn);
  if (node.kind !== 'map') return undefined;
  const keys = new Set<string>();
  return firstOf(node.entries, ({ key, value }) => {
    const text = keyOf(key);
    if (text !== undefined && keys.has(text)) return key;
    if (text !== undefined) keys.add(text);
    return twinIn(value);
  });
}

function firstOf<T, R>(all: readonly T[], find: (one: T) => R | undefined): R | undefined {
  for (const one of all) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}
