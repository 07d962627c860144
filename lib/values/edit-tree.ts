import {
  CHOMPING_KEEP,
  CHOMPING_STRIP,
  COLLECTION_STYLE,
  EVENT_ID,
  type Event,
  getScalarValue,
  SCALAR_STYLE,
} from 'js-yaml';
import { skip } from './edit-lines.ts';
import type { AliasNode, ListNode, MapNode, Node, Quote, Ranged, ScalarNode, Tree } from './edit-nodes.ts';
import { eventsOf, type YamlEvents } from './yaml-events.ts';

/**
 * The documents of a text, with the places of their nodes: from the same parser that tells how Helm reads it, which is several times
 * faster than the one that keeps comments.
 *
 * @throws {YamlSyntaxError}
 */
export const treesOf = (text: string, read: YamlEvents = eventsOf(text)): Tree[] => readTrees(text, read);

function readTrees(text: string, { events, source }: YamlEvents): Tree[] {
  const trees: Tree[] = [];
  let anchors = new Map<string, Node>();
  let at = 0;
  while (at < events.length) {
    const event = events[at];
    at += 1;
    if (event?.type !== EVENT_ID.DOCUMENT) continue;
    anchors = new Map();
    const tree: Tree = { root: undefined, aliases: [], isMarked: event.explicitStart };
    trees.push(tree);
    const root = readNode(0, tree);
    if (root.kind !== 'scalar' || !root.isEmpty || root.marksEnd !== undefined) tree.root = root;
  }
  return trees;

  /** The next node. An empty one is at `from`. */
  function readNode(from: number, tree: Tree): Node {
    const event = events[at];
    at += 1;
    if (event?.type === EVENT_ID.ALIAS) {
      const alias = aliasOf(event);
      tree.aliases.push(alias);
      return alias;
    }
    if (event?.type === EVENT_ID.SCALAR) return anchored(event, scalarOf(event, from));
    if (event?.type !== EVENT_ID.SEQUENCE && event?.type !== EVENT_ID.MAPPING)
      throw new Error('unexpected event of a YAML parser');
    const isFlow = event.style === COLLECTION_STYLE.FLOW;
    const range = { ...marksOf(event, event.start), content: event.start, end: event.start, isFlow };
    const node: ListNode | MapNode =
      event.type === EVENT_ID.SEQUENCE
        ? { kind: 'list', ...range, items: [] }
        : { kind: 'map', ...range, entries: [] };
    // An alias inside may mean this node.
    anchored(event, node);
    const isBracketed = isFlow && '[{'.includes(text[node.content] ?? '');
    if (isBracketed) node.end += 1;
    while (events[at]?.type !== EVENT_ID.POP)
      node.end = node.kind === 'list' ? readItem(node, tree) : readEntry(node, tree);
    at += 1;
    if (isBracketed) node.end = skip(text, node.end, ',:?') + 1;
    return node;
  }

  function readItem(list: ListNode, tree: Tree): number {
    const item = readNode(list.isFlow ? list.end : skip(text, list.end) + 1, tree);
    list.items.push(item);
    return item.end;
  }

  function readEntry(map: MapNode, tree: Tree): number {
    const key = readNode(map.end, tree);
    const colon = skip(text, key.end);
    const afterColon = text[colon] === ':' ? colon + 1 : undefined;
    const value = readNode(afterColon ?? key.end, tree);
    map.entries.push({ key, value, afterColon });
    return Math.max(value.end, key.end);
  }

  function anchored<N extends Node>({ anchorStart, anchorEnd }: Marked, node: N): N {
    if (anchorStart !== -1) anchors.set(text.slice(anchorStart, anchorEnd), node);
    return node;
  }

  function scalarOf(event: Event & { type: typeof EVENT_ID.SCALAR }, from: number): ScalarNode {
    const quote = QUOTES.get(event.style);
    const isEmpty = event.valueStart === -1;
    const around = quote?.length ?? 0;
    const content = isEmpty ? Math.max(from, event.anchorEnd, event.tagEnd) : event.valueStart - around;
    const end = isEmpty ? content : event.valueEnd + around;
    return {
      kind: 'scalar',
      ...marksOf(event, content),
      content,
      end: quote === undefined ? endOfBlock(event.valueEnd, event.chomping === CHOMPING_KEEP) : end,
      value: getScalarValue(source, event),
      quote,
      isEmpty,
      isStripped: event.chomping === CHOMPING_STRIP,
    };
  }

  /** Empty lines at the end of a block of text are part of it only if they are kept. */
  function endOfBlock(end: number, isKept: boolean): number {
    if (isKept)
      return end - (/(?:\r\n|[\r\n])?$/.exec(text.slice(Math.max(0, end - 2), end))?.[0].length ?? 0);
    let last = end;
    while (text[last - 1] === '\n' || text[last - 1] === '\r') last -= 1;
    return last;
  }

  function aliasOf(event: Event & { type: typeof EVENT_ID.ALIAS }): AliasNode {
    const target = anchors.get(text.slice(event.anchorStart, event.anchorEnd));
    const start = event.anchorStart - 1;
    return { kind: 'alias', start, content: start, end: event.anchorEnd, marksEnd: undefined, target };
  }
}

const QUOTES = new Map<number, Quote>([
  [SCALAR_STYLE.PLAIN, ''],
  [SCALAR_STYLE.SINGLE_QUOTED, "'"],
  [SCALAR_STYLE.DOUBLE_QUOTED, '"'],
]);

interface Marked {
  anchorStart: number;
  anchorEnd: number;
  tagStart: number;
  tagEnd: number;
}

function marksOf(
  { anchorStart, anchorEnd, tagStart, tagEnd }: Marked,
  content: number,
): Pick<Ranged, 'start' | 'marksEnd'> {
  // Before an anchor, there is `&`.
  const starts = [anchorStart === -1 ? content : anchorStart - 1, tagStart === -1 ? content : tagStart];
  const end = Math.max(anchorEnd, tagEnd);
  return { start: Math.min(...starts, content), marksEnd: end === -1 ? undefined : end };
}
