import { isMap, isScalar, isSeq, type Node, type Pair, type Scalar, type YAMLMap } from 'yaml';
import { type Splice, spliced, withoutOverlaps } from '../input/splice.ts';
import type { Context, Edit } from './check.ts';
import { CHECKS } from './checks.ts';
import { type RuleObject, ruleObjectsIn } from './rule-objects.ts';

/** A text after its fix, and the number of findings that were fixed. */
export interface Fixed {
  text: string;
  fixed: number;
}

/**
 * Fixes what is mechanical in the objects of a YAML or JSON file. No other byte changes. Texts inside other objects, and values that
 * aliases share, stay as they are. A fix can lead to another one, such as a kind to its labels: nothing is left for a second run.
 *
 * @throws {YamlSyntaxError}
 */
export function fixObjects(text: string, context: Context): Fixed {
  const result: Fixed = { text, fixed: 0 };
  for (;;) {
    const splices = withoutOverlaps(
      ruleObjectsIn(result.text)
        .filter(({ sourceMap }) => sourceMap.text === result.text)
        .flatMap((object) => splicesIn(object, result.text, context)),
    );
    if (splices.length === 0) return result;
    result.text = spliced(result.text, splices);
    result.fixed += splices.length;
  }
}

const splicesIn = (object: RuleObject, text: string, context: Context): Splice[] =>
  CHECKS.flatMap(({ check }) =>
    check(object, context).flatMap(({ path, edit }) => {
      const place = edit && placeOf(object.root, path);
      const splice = place && spliceOf(edit, place, text);
      return splice ? [splice] : [];
    }),
  );

/** A field, or where it would be: its map, and what is there. */
interface Place {
  map: YAMLMap;
  key: string;
  pair: Pair | undefined;
}

/** Undefined if the field's map is not there, or if an alias shares it or a part around it. */
function placeOf(root: unknown, path: readonly string[]): Place | undefined {
  let node = root;
  for (const key of path.slice(0, -1)) {
    if (isMap(node) && isOwn(node)) node = pairOf(node, key)?.value;
    else if (isSeq(node) && isOwn(node)) node = node.items[Number(key)];
    else return undefined;
  }
  const key = path.at(-1) ?? '';
  return isMap(node) && isOwn(node) ? { map: node, key, pair: pairOf(node, key) } : undefined;
}

const pairOf = (map: YAMLMap, key: string): Pair | undefined =>
  map.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === key);

/** Without an anchor, and written where its range begins. */
const isOwn = (node: Node): boolean => !('anchor' in node && node.anchor) && node.tag === undefined;

const isOwnScalar = (node: unknown): node is Scalar & { range: [number, number, number] } =>
  isScalar(node) && node.range !== undefined && node.range !== null && isOwn(node);

function spliceOf(edit: Edit, { map, key, pair }: Place, text: string): Splice | undefined {
  if ('set' in edit) return pair ? rewritten(pair.value, edit.set, text) : added(map, [key, edit.set], text);
  if (!pair) return undefined;
  return 'rename' in edit ? rewritten(pair.key, edit.rename, text) : removed(map, pair, text);
}

/** A scalar with another text in the same quotes; the text needs none. */
function rewritten(node: unknown, to: string, text: string): Splice | undefined {
  if (!isOwnScalar(node)) return undefined;
  const [start, end] = node.range;
  const quote = QUOTES[node.type ?? ''];
  return quote === undefined || text.slice(start, end).trim() === ''
    ? undefined
    : { start, end, written: `${quote}${to}${quote}` };
}

const QUOTES: Record<string, string> = { PLAIN: '', QUOTE_SINGLE: "'", QUOTE_DOUBLE: '"' };

/** A new first field. Not where a merge might override it. */
function added(map: YAMLMap, [key, value]: [string, string], text: string): Splice | undefined {
  if (map.items.some((pair) => isScalar(pair.key) && pair.key.value === '<<')) return undefined;
  const first = map.items[0]?.key;
  if (map.flow && first === undefined) {
    const start = (map.range?.[0] ?? 0) + 1;
    return { start, end: start, written: `"${key}": "${value}"` };
  }
  if (!isOwnScalar(first)) return undefined;
  const [start] = first.range;
  if (map.flow) {
    const gap = text.slice((map.range?.[0] ?? 0) + 1, start);
    return { start, end: start, written: `"${key}": "${value}",${/^\s+$/.test(gap) ? gap : ' '}` };
  }
  const line = lineStart(text, start);
  const indent = text.slice(line, start);
  if (indent.trim() !== '') return undefined;
  return {
    start,
    end: start,
    written: `${key}: ${value}${text[line - 2] === '\r' ? '\r\n' : '\n'}${indent}`,
  };
}

/** A field with its whole line, or up to the next field or from the one before if it shares a line. */
function removed(map: YAMLMap, pair: Pair, text: string): Splice | undefined {
  const { key, value } = pair;
  if (!isOwnScalar(key) || !isOwnScalar(value)) return undefined;
  const [start, end] = [key.range[0], value.range[1]];
  const line = lineStart(text, start);
  const feed = text.indexOf('\n', start);
  const next = feed === -1 ? text.length : feed + 1;
  if (!map.flow && end <= next && text.slice(line, start).trim() === '')
    return COMMENT.test(text.slice(end, next)) ? { start: line, end: next, written: '' } : undefined;
  // Behind `? `, the next field would become a key.
  if (!map.flow && !/^[ \t-]*$/.test(text.slice(line, start))) return undefined;
  const gap = map.flow ? /^\s*,\s*$/ : /^\s*$/;
  const at = map.items.indexOf(pair);
  const after = map.items[at + 1]?.key;
  if (isOwnScalar(after) && gap.test(text.slice(end, after.range[0])))
    return { start, end: after.range[0], written: '' };
  const before = map.items[at - 1]?.value as Node | undefined;
  const from = before?.range?.[1];
  return map.flow && from !== undefined && gap.test(text.slice(from, start))
    ? { start: from, end, written: '' }
    : undefined;
}

/** The rest of a line after a value. */
const COMMENT = /^[ \t]*(?:#.*)?\r?\n?$/;

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;
