import { isScalar, LineCounter } from 'yaml';
import type { Leaf } from '../yaml-leaves.ts';
import { urlsIn } from './address.ts';
import type { FileObject } from './file-objects.ts';
import { type FilePlace, HIDDEN } from './finding.ts';
import { type Region, type Span, scalarRegion } from './region.ts';

/** Where a value stands in the text of a leaf, as often as it does; none where it isn't written there as it reads. */
export function spansOf(value: string, { node }: Leaf, region: Region): Span[] {
  const inner = isScalar(node) && value !== HIDDEN ? scalarRegion(node, region) : undefined;
  const wanted = value.trim();
  if (!inner || wanted === '') return [];
  const starts = inner.text.trim() === wanted ? [inner.text.indexOf(wanted)] : startsOf(wanted, inner.text);
  return starts.map((at) => ({ start: inner.offset(at), end: inner.offset(at) + wanted.length }));
}

/** All of a leaf, where the place of its value can't be told. */
export function spanOfLeaf(leaf: Leaf | undefined, region: Region): Span {
  const [start = 0, end = start] = leaf?.node?.range ?? [];
  return { start: region.offset(start), end: region.offset(end) };
}

/** From an object's first value to its last; wider where aliases lead out of it. */
export function spanOfObject({ leaves, region }: FileObject): Span {
  const spans = leaves.map((leaf) => spanOfLeaf(leaf, region));
  return spans.reduce((all, { start, end }) => ({
    start: Math.min(all.start, start),
    end: Math.max(all.end, end),
  }));
}

/** Where an address begins in a text: not where it is only the beginning of a longer one. */
function startsOf(url: string, text: string): number[] {
  const starts: number[] = [];
  for (let at = text.indexOf(url); at !== -1; at = text.indexOf(url, at + url.length)) {
    const rest = /^\S*/.exec(text.slice(at, at + LONGEST))?.[0] ?? '';
    if (urlsIn(rest)[0] === url && !/\w/.test(text[at - 1] ?? '')) starts.push(at);
  }
  return starts;
}

/** Of an address that anybody would write. */
const LONGEST = 4096;

/** Gives lines and columns, from 1, of the places of a text. */
export function placesIn(text: string): (path: string, span: Span) => FilePlace {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (const { index } of text.matchAll(/\n/g)) lines.addNewLine(index + 1);
  return (path, span) => {
    const [start, end] = [lines.linePos(span.start), lines.linePos(span.end)];
    return { path, line: start.line, column: start.col, endLine: end.line, endColumn: end.col };
  };
}
