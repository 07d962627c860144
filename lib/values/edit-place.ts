import { BY_HAND, type Note } from './blocks.ts';
import { keyOf } from './edit-keys.ts';
import { columnOf } from './edit-lines.ts';
import type { Entry, MapNode, Node } from './edit-nodes.ts';
import { lineAt, noteAt, type Scene, sharingOf, templateIn } from './edit-refusals.ts';
import { valueAt } from './layers.ts';

/** Where a setting belongs. */
export type Place = Way & {
  /** From there to the setting. */
  keys: readonly string[];
} & (
    | { kind: 'root'; node: Node | undefined }
    /** The value of an entry is replaced: that of the last key, or one that becomes a map. */
    | { kind: 'value'; holder: Holder; node: Node }
    /** A map gets an entry. */
    | { kind: 'entry'; node: MapNode }
  );

export interface Holder {
  map: MapNode;
  entry: Entry;
}

interface Way {
  /** The closest entry on the way that is not inside brackets. */
  line: Entry | undefined;
  /** Whether parts of the file that only aliases read change, too. */
  isScratch: boolean;
}

interface Step extends Way {
  depth: number;
  holder: Holder | undefined;
  node: Node;
  /** The offset that notes name. */
  at: number;
}

/** Finds where a path is set, or would be, or why it cannot be. */
export function placeOf(scene: Scene, path: readonly string[]): Place | Note {
  const start: Way = { line: undefined, isScratch: false };
  const { root } = scene.tree;
  if (!root) return { ...start, kind: 'root', node: root, keys: path };
  let step: Step | Place | Note = { ...start, depth: 0, holder: undefined, node: root, at: root.start };
  while ('depth' in step) step = after(step, scene, path);
  return step;
}

function after(
  { depth, holder, node, at, ...way }: Step,
  scene: Scene,
  path: readonly string[],
): Step | Place | Note {
  const { text, data } = scene;
  const [above, keys] = [path.slice(0, depth), path.slice(depth)];
  const shared = sharingOf(node, scene);
  if ('reason' in shared) return noteAt(text, above, at, shared);
  const { target } = shared;
  const found = { ...way, isScratch: way.isScratch || shared.isScratch, keys };
  if (keys.length === 0 || isUnset(target, valueAt(data, above)))
    return holder
      ? { ...found, kind: 'value', holder, node: target }
      : { ...found, kind: 'root', node: target };
  const item = target.kind === 'list' && keys.length > 1 ? target.items[indexOf(keys[0])] : undefined;
  if (item?.kind === 'map' && item.entries.length > 0)
    return {
      line: way.line,
      isScratch: found.isScratch,
      depth: depth + 1,
      holder,
      node: item,
      at: item.start,
    };
  if (target.kind !== 'map' && !holder) return noteAt(text, path, at, NO_ROOT);
  if (target.kind !== 'map') {
    const refusal = target.kind === 'list' ? LIST : (templateIn(target, text) ?? NO_MAP);
    return noteAt(text, above, at, refusal);
  }
  const entry = entryIn(target, scene, path.slice(0, depth + 1));
  if (!entry) return { ...found, kind: 'entry', node: target };
  if ('reason' in entry) return entry;
  return {
    depth: depth + 1,
    holder: { map: target, entry },
    node: entry.value,
    at: entry.key.start,
    line: target.isFlow ? way.line : entry,
    isScratch: found.isScratch,
  };
}

const NO_ROOT = { reason: 'cannot be set in a document that is not a map', hint: BY_HAND };
const LIST = { reason: 'is a list', hint: BY_HAND };
const NO_MAP = { reason: 'is not a map', hint: 'Turn it into a map by hand.' };

/** The index that a key means; -1 if it means no entry. */
const indexOf = (key = ''): number => (/^(?:0|[1-9][0-9]*)$/.test(key) ? Number(key) : -1);

/** Whether a map may take the place of a value: of null, or of a map without entries. */
const isUnset = (node: Node, value: unknown): boolean =>
  (node.kind === 'scalar' && value === null) || (node.kind === 'map' && node.entries.length === 0);

/** The entry of a map for the last key of a path; undefined if it has none. */
function entryIn(map: MapNode, { text, data }: Scene, path: string[]): Entry | Note | undefined {
  const [entry, twin] = map.entries.filter(({ key }) => keyOf(key) === path.at(-1));
  const note = (reason: string, hint: string): Note =>
    noteAt(text, path, (entry?.key ?? map).start, { reason, hint });
  if (twin) return note(`is set twice: see also line ${lineAt(text, twin.key.start)}`, 'Remove one of them.');
  const isMerged = !entry && valueAt(data, path) !== undefined;
  if (isMerged) return note('comes from a merge key (<<)', 'Add it by hand if it should override that.');
  const isExplicit = entry && !map.isFlow && columnOf(text, entry.key.start) !== columnOf(text, map.content);
  return isExplicit ? note('is written with a question mark', BY_HAND) : entry;
}
