import type { Splice } from '../input/splice.ts';
import { lineBreakNear, lineEnd, lineStart, skip } from './edit-lines.ts';
import type { Node, Quote } from './edit-nodes.ts';

/** New entries after the last one in brackets: on their own lines if that is. */
export function inBrackets(
  node: Node,
  { first, last }: { first: Node; last: Node },
  entries: readonly string[],
  text: string,
): Splice[] {
  const comma = skip(text, last.end);
  const hasComma = text[comma] === ',';
  const end = hasComma ? comma + 1 : last.end;
  const start = lineStart(text, first.start);
  const indent = text.slice(start, first.start);
  const stop = lineEnd(text, end);
  if (start > node.content && indent.trim() === '' && /^[ \t]*(?:#.*)?$/.test(text.slice(end, stop))) {
    const written = entries.join(`,${lineBreakNear(text, first.start)}${indent}`);
    return [
      ...(hasComma ? [] : [{ start: end, end, written: ',' }]),
      { start: stop, end: stop, written: lineBreakNear(text, first.start) + indent + written },
    ];
  }
  const written = entries.join(', ');
  // Go takes `key:,` for a key with a colon.
  const gap = last.kind === 'scalar' && last.isEmpty ? ' ' : '';
  return [{ start: end, end, written: hasComma ? ` ${written}` : `${gap}, ${written}` }];
}

/** The quotes of all texts in brackets: `"` if it is JSON, which has all keys and texts in them. */
export const quoteIn = (node: Node): Quote => (isJson(node) ? '"' : '');

function isJson(node: Node): boolean {
  if (node.kind === 'map') return node.entries.length > 0 && node.entries.every(({ key }) => isJson(key));
  if (node.kind === 'list') return node.items.length > 0 && node.items.every(isJson);
  return node.kind === 'scalar' && node.quote === '"';
}
