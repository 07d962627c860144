import { isDeepStrictEqual } from 'node:util';
import { type Splice, spliced } from '../input/splice.ts';
import { YamlSyntaxError } from '../input/yaml-documents.ts';
import { fieldsOf } from '../objects/fields.ts';
import { BY_HAND, type Note } from './blocks.ts';
import { documentFor, type EditedFile, endOfFirst, lineOfPath, readFile } from './edit-file.ts';
import { layoutOf } from './edit-layout.ts';
import { type Place, placeOf } from './edit-place.ts';
import {
  isScratchKey,
  noteAt,
  type Refusal,
  refusalToExtend,
  refusalToReplace,
  type Scene,
} from './edit-refusals.ts';
import { type Added, asRoot, nested, withEntry, withItems, withValue } from './edit-splices.ts';
import { hasEntries } from './edit-write.ts';
import { type Path, valueAt } from './layers.ts';

/** One change of a file of values or manifests. */
export interface Setting {
  /** Keys from the root of a document; of a list, the index of an entry that is a map. */
  path: readonly string[];
  /** Plain data: as JSON has it. */
  value: unknown;
  /** Lines above it, without `#`. Inside brackets, they are above the line of the brackets. */
  comment?: readonly string[];
}

export interface ValuesChange {
  path: string[];
  /** Of the key in the new text, from 1. */
  line: number;
  /** Undefined if it is new. */
  from: unknown;
  to: unknown;
}

export type EditedValues = { text: string; changes: ValuesChange[] } | { note: Note };

/**
 * Writes settings into a file of values or manifests, one after the other, or says why that is not possible. Only the lines of the
 * settings change. What is already so, as Helm reads it, stays as it is.
 *
 * @param document the index of a document; if absent, the one that has most of the path's keys.
 * @throws {YamlSyntaxError}
 */
export function editValues(text: string, settings: readonly Setting[], document?: number): EditedValues {
  const changed: (Omit<ValuesChange, 'line'> & { index: number })[] = [];
  let file = readFile(text);
  for (const { path, value: to, comment = [] } of settings) {
    if ('reason' in file) break;
    const index = document ?? documentFor(file, path);
    if (typeof index !== 'number') return { note: index };
    const from = valueAt(file.documents[index], path);
    if (isDeepStrictEqual(from, to)) continue;
    changed.push({ index, path: [...path], from, to });
    file = withSetting(file, index, { path, value: to, comment });
  }
  if ('reason' in file) return { note: file };
  const last = file;
  const changes = changed.map(({ index, path, from, to }) => ({
    path,
    line: lineOfPath(last, index, path),
    from,
    to,
  }));
  return { text: last.text, changes };
}

/** The file with a setting in one of its documents, or why that is not possible. */
function withSetting(file: EditedFile, index: number, setting: Required<Setting>): EditedFile | Note {
  const { text, trees, documents } = file;
  const { path } = setting;
  const tree = trees[index] ?? { root: undefined, aliases: [], isMarked: false };
  const scene: Scene = { text, tree, data: documents[index] };
  const place = placeOf(scene, path);
  if ('reason' in place) return place;
  const splices =
    place.kind === 'root' && index > 0 ? EMPTY : splicesFor(place, setting, scene, endOfFirst(file));
  const valuePath = path.slice(0, path.length - place.keys.length);
  const node = place.kind === 'value' ? place.holder.entry.key : place.node;
  const note = (refusal: Refusal): Note =>
    noteAt(text, place.kind === 'value' ? valuePath : path, node?.start ?? 0, refusal);
  if ('reason' in splices) return note(splices);
  return verified(file, index, { setting, place, text: spliced(text, splices) }) ?? note(UNSAFE);
}

const EMPTY: Refusal = { reason: 'belongs in a document that is empty', hint: BY_HAND };

const UNSAFE: Refusal = { reason: 'cannot be edited without changing more than that', hint: BY_HAND };

function splicesFor(
  place: Place,
  { path, value, comment }: Required<Setting>,
  scene: Scene,
  end: number,
): Splice[] | Refusal {
  const { text, tree, data } = scene;
  const writing = { text, value, comment, layout: layoutOf(tree.root, text) };
  if (place.kind === 'root') return asRoot(place, end, writing);
  if (place.kind === 'entry') return refusalToExtend(place.node, text) ?? withEntry(place, writing);
  const { holder, node, keys, line } = place;
  const added = keys.length === 0 ? itemsAdded(valueAt(data, path), value) : undefined;
  // A list that only grows keeps its entries and their comments.
  if (added && node.kind === 'list' && node === holder.entry.value)
    return (!added.isAhead && refusalToExtend(node, text)) || withItems(node, added, line, writing);
  const isInline = !hasEntries(nested(keys, value));
  return refusalToReplace(holder.entry.value, { node, isInline, scene }) ?? withValue(place, writing);
}

/** What a list has before or after all entries of another one, which has some; undefined if it is not so. */
function itemsAdded(from: unknown, to: unknown): Added | undefined {
  if (!Array.isArray(from) || !Array.isArray(to) || from.length === 0) return undefined;
  const count = to.length - from.length;
  if (count > 0 && isDeepStrictEqual(to.slice(0, from.length), from))
    return { items: to.slice(from.length), isAhead: false };
  if (count > 0 && isDeepStrictEqual(to.slice(count), from))
    return { items: to.slice(0, count), isAhead: true };
  return undefined;
}

/** The file with another text, if Helm reads from it exactly what is wanted. */
function verified(
  { documents }: EditedFile,
  index: number,
  { setting: { path, value }, place, text }: { setting: Setting; place: Place; text: string },
): EditedFile | undefined {
  const seen = (some: unknown[]): unknown[] =>
    place.isScratch ? some.map((data, at) => (at === index ? withoutScratch(data) : data)) : some;
  const wanted = [...documents];
  wanted[index] = dataWith(documents[index], path, value);
  try {
    const file = readFile(text);
    return !('reason' in file) && isDeepStrictEqual(seen(file.documents), seen(wanted)) ? file : undefined;
  } catch (error) {
    if (error instanceof YamlSyntaxError) return undefined;
    throw error;
  }
}

/** Data with another value at a path. */
function dataWith(data: unknown, [key, ...inner]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  const changed = dataWith(valueAt(data, [key]), inner, value);
  if (Array.isArray(data)) return data.with(Number(key), changed);
  return Object.fromEntries([...Object.entries(fieldsOf(data) ?? {}), [key, changed]]);
}

const withoutScratch = (data: unknown): unknown =>
  Object.fromEntries(Object.entries(fieldsOf(data) ?? {}).filter(([key]) => !isScratchKey(key)));
