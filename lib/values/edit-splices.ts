import type { Splice } from '../input/splice.ts';
import { inBrackets, quoteIn } from './edit-brackets.ts';
import type { Layout } from './edit-layout.ts';
import { columnOf, endOfComments, lineBreakNear, lineEnd, lineStart, startOfComments } from './edit-lines.ts';
import type { Entry, ListNode, MapNode, Node } from './edit-nodes.ts';
import type { Holder, Place } from './edit-place.ts';
import {
  commentLines,
  contentLines,
  entryLines,
  flowEntry,
  flowText,
  hasEntries,
  inlineText,
  stepOf,
} from './edit-write.ts';

/** What is written, and how. */
export interface Writing {
  text: string;
  value: unknown;
  comment: readonly string[];
  layout: Layout;
}

/** A value inside maps of one key each. */
export const nested = (keys: readonly string[], value: unknown): unknown =>
  keys.reduceRight<unknown>((inner, key) => Object.fromEntries([[key, inner]]), value);

/** The first entry of a document: in the place of `{}` or null, or else at its end. */
export function asRoot({ node, keys }: Place & { kind: 'root' }, end: number, writing: Writing): Splice[] {
  const { text, value } = writing;
  const at = node?.content ?? end;
  const lineBreak = lineBreakNear(text, at);
  const prefix = text.slice(lineStart(text, at), at);
  const isIndent = prefix.trim() === '';
  const column = isIndent ? prefix.length : 0;
  const lines = entryLines(keys, value, { ...writing, column });
  if (!node)
    return [
      { start: end, end, written: prefix === '' ? before(lines, lineBreak) : behind(lines, lineBreak) },
    ];
  if (isIndent) return [{ start: at, end: node.end, written: lines.join(lineBreak).slice(column) }];
  const start = at - prefix.length + prefix.trimEnd().length;
  return [{ start, end: node.end, written: behind(lines, lineBreak) }];
}

/** A new entry of a map, after its last one. */
export function withEntry({ node, keys, line }: Place & { kind: 'entry' }, writing: Writing): Splice[] {
  const { text, value } = writing;
  const [key = '', ...inner] = keys;
  const last = node.entries.at(-1);
  if (!node.isFlow || !last)
    return below(node, entryLines(keys, value, { ...writing, column: columnOf(text, node.content) }), text);
  const entry = flowEntry(key, nested(inner, value), quoteIn(node));
  return [
    ...commentAbove(line, writing),
    ...inBrackets(node, { first: last.key, last: last.value }, [entry], text),
  ];
}

/** New items of a list that has some: before the first one or after the last one. */
export interface Added {
  items: readonly unknown[];
  isAhead: boolean;
}

export function withItems(
  list: ListNode,
  { items, isAhead }: Added,
  line: Entry | undefined,
  writing: Writing,
): Splice[] {
  const { text, layout } = writing;
  const [first, last] = [list.items[0], list.items.at(-1)];
  const above = commentAbove(line, writing);
  if (list.isFlow && first && last) {
    const written = items.map((item) => flowText(item, quoteIn(list)));
    if (!isAhead) return [...above, ...inBrackets(list, { first, last }, written, text)];
    const ahead = { start: first.start, end: first.start, written: `${written.join(', ')}, ` };
    return [...above, ahead];
  }
  const lines = contentLines(items, columnOf(text, list.content), layout);
  if (!isAhead) return [...above, ...below(list, lines, text)];
  const start = startOfComments(text, lineStart(text, list.content));
  return [...above, { start, end: start, written: before(lines, lineBreakNear(text, list.content)) }];
}

/** Another value of an entry. */
export function withValue(
  { holder, node, keys, line }: Place & { kind: 'value' },
  writing: Writing,
): Splice[] {
  const { text, value, layout } = writing;
  const whole = nested(keys, value);
  const isBlock = (node.kind === 'map' || node.kind === 'list') && !node.isFlow;
  const header = node.marksEnd ?? holder.entry.afterColon ?? node.start;
  if (!goesBelow(node, whole, { holder, header, text }))
    return [
      ...commentAbove(line, writing),
      ...inPlace(node, inlineOf(whole, node, holder), { holder, header, text }),
    ];
  const isSameKind = isBlock && (node.kind === 'list') === Array.isArray(whole);
  const column = isSameKind
    ? columnOf(text, node.content)
    : columnOf(text, holder.map.content) + stepOf(whole, layout);
  const lines =
    keys.length > 0 ? entryLines(keys, value, { ...writing, column }) : contentLines(value, column, layout);
  const written = behind(lines, lineBreakNear(text, header));
  const end = lineEnd(text, node.end);
  return [
    ...(keys.length > 0 ? [] : commentAbove(line, writing)),
    ...(isBlock
      ? [{ start: lineEnd(text, header), end, written }]
      : [
          { start: header, end: node.end, written: '' },
          { start: end, end, written },
        ]),
  ];
}

/** Where the value of an entry is. */
interface At {
  holder: Holder;
  /** The offset after the colon, and the anchor and the tag if there are. */
  header: number;
  text: string;
}

/** Whether a new value is written on the lines below its key. Brackets with something in them stay brackets. */
function goesBelow(node: Node, whole: unknown, { holder, header, text }: At): boolean {
  if (holder.map.isFlow || !hasEntries(whole)) return false;
  const isBlock = (node.kind === 'map' || node.kind === 'list') && !node.isFlow;
  const isFilled =
    (node.kind === 'map' && node.entries.length > 0) || (node.kind === 'list' && node.items.length > 0);
  return isBlock || (!isFilled && node.content <= lineEnd(text, header));
}

/** A value on one line, in the quotes of the old one. */
function inlineOf(whole: unknown, node: Node, { map }: Holder): string {
  const quote = node.kind === 'scalar' && !hasEntries(whole) ? node.quote : '';
  if (!map.isFlow && !hasEntries(whole)) return inlineText(whole, { quote });
  return flowText(whole, quote || quoteIn(map));
}

/** A value on one line in the place of the old one. */
function inPlace(node: Node, written: string, { holder, header, text }: At): Splice[] {
  if (node.kind === 'scalar' && node.isEmpty) {
    const gap = holder.entry.afterColon === undefined ? ': ' : ' ';
    return [{ start: node.end, end: node.end, written: gap + written }];
  }
  if (node.kind === 'scalar' || node.kind === 'alias' || node.isFlow)
    return [{ start: node.content, end: node.end, written }];
  return [
    { start: header, end: header, written: ` ${written}` },
    { start: lineEnd(text, header), end: lineEnd(text, node.end), written: '' },
  ];
}

/** Lines after the last one of a block map or list. */
function below(node: MapNode | ListNode, lines: readonly string[], text: string): Splice[] {
  const column = columnOf(text, node.content);
  // A list may be in the column of its key: comments there may be about the next key.
  const own = node.kind === 'map' ? column : column + 1;
  const at = endOfComments(text, lineEnd(text, node.end), { column, own });
  return [{ start: at, end: at, written: behind(lines, lineBreakNear(text, at)) }];
}

/** A comment above an entry, unless it is there already. */
function commentAbove(entry: Entry | undefined, { text, comment }: Writing): Splice[] {
  if (!entry) return [];
  const start = lineStart(text, entry.key.start);
  const written = before(
    commentLines(comment, entry.key.start - start),
    lineBreakNear(text, entry.key.start),
  );
  const isThere =
    text.endsWith(written, start) && lineStart(text, start - written.length) === start - written.length;
  return isThere || text.slice(start, entry.key.start).trim() !== '' ? [] : [{ start, end: start, written }];
}

const behind = (lines: readonly string[], lineBreak: string): string =>
  lines.map((line) => lineBreak + line).join('');

const before = (lines: readonly string[], lineBreak: string): string =>
  lines.map((line) => line + lineBreak).join('');
