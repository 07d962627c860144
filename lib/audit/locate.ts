import { isScalar, type Scalar } from 'yaml';
import { linesOf, type SourceMap, type Span, scalarSource } from '../input/source-map.ts';
import type { Leaf } from '../input/yaml-leaves.ts';
import { urlPlacesIn } from './address.ts';
import type { FileObject } from './file-objects.ts';
import { type FilePlace, HIDDEN } from './finding.ts';

/** Every occurrence of a value in the text of a leaf; none if it is not written there literally. */
export function spansOf(value: string, { node }: Leaf, sourceMap: SourceMap): Span[] {
  const inner = isScalar(node) && value !== HIDDEN ? written(node, sourceMap) : undefined;
  const wanted = value.trim();
  if (!inner || wanted === '') return [];
  const { sourceMap: map, whole, places } = inner;
  const starts =
    whole === wanted ? [map.text.indexOf(wanted)] : (places.get(wanted) ?? []).map(({ at }) => at);
  return starts.map((at) => ({ start: map.offset(at), end: map.offset(at) + wanted.length }));
}

const WRITTEN = new WeakMap<Scalar, ReturnType<typeof readScalar>>();

/** A scalar as written. Cached, because a long text may hold thousands of addresses. */
function written(node: Scalar, outer: SourceMap): ReturnType<typeof readScalar> {
  if (!WRITTEN.has(node)) WRITTEN.set(node, readScalar(node, outer));
  return WRITTEN.get(node);
}

function readScalar(node: Scalar, outer: SourceMap) {
  const sourceMap = scalarSource(node, outer);
  if (!sourceMap) return undefined;
  const { text } = sourceMap;
  return { sourceMap, whole: text.trim(), places: Map.groupBy(urlPlacesIn(text), ({ url }) => url) };
}

export function spanOfLeaf(leaf: Leaf | undefined, sourceMap: SourceMap): Span {
  const [start = 0, end = start] = leaf?.node?.range ?? [];
  return { start: sourceMap.offset(start), end: sourceMap.offset(end) };
}

/** From an object's first value to its last; wider if aliases refer to values outside of it. */
export function spanOfObject({ leaves, sourceMap }: FileObject): Span {
  const spans = leaves.map((leaf) => spanOfLeaf(leaf, sourceMap));
  return spans.reduce((all, { start, end }) => ({
    start: Math.min(all.start, start),
    end: Math.max(all.end, end),
  }));
}

export function placesIn(text: string): (path: string, span: Span) => FilePlace {
  const lines = linesOf(text);
  return (path, span) => {
    const [start, end] = [lines.linePos(span.start), lines.linePos(span.end)];
    return { path, line: start.line, column: start.col, endLine: end.line, endColumn: end.col };
  };
}
