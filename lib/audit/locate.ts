import { isScalar, LineCounter, type Scalar } from 'yaml';
import type { Leaf } from '../input/yaml-leaves.ts';
import { urlPlacesIn } from './address.ts';
import type { FileObject } from './file-objects.ts';
import { type FilePlace, HIDDEN } from './finding.ts';
import { type SourceMap, type Span, scalarSource } from './source-map.ts';

/** Every occurrence of a value in the text of a leaf; none if it is not written there literally. */
export function spansOf(value: string, { node }: Leaf, sourceMap: SourceMap): Span[] {
  const inner = isScalar(node) && value !== HIDDEN ? written(node, sourceMap) : undefined;
  const wanted = value.trim();
  if (!inner || wanted === '') return [];
  const starts = inner.whole === wanted ? [inner.sourceMap.text.indexOf(wanted)] : inner.starts.get(wanted);
  return (starts ?? []).map((at) => ({
    start: inner.sourceMap.offset(at),
    end: inner.sourceMap.offset(at) + wanted.length,
  }));
}

interface Written {
  sourceMap: SourceMap;
  /** The trimmed text. */
  whole: string;
  /** Where each of its addresses begins. */
  starts: Map<string, number[]>;
}

const WRITTEN = new WeakMap<Scalar, Written | undefined>();

/** A scalar as written. Cached, because a long text may hold thousands of addresses. */
function written(node: Scalar, outer: SourceMap): Written | undefined {
  if (WRITTEN.has(node)) return WRITTEN.get(node);
  const sourceMap = scalarSource(node, outer);
  const found = sourceMap && {
    sourceMap,
    whole: sourceMap.text.trim(),
    starts: new Map(
      [...Map.groupBy(urlPlacesIn(sourceMap.text), ({ url }) => url)].map(([url, places]) => [
        url,
        places.map(({ at }) => at),
      ]),
    ),
  };
  WRITTEN.set(node, found);
  return found;
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
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (const { index } of text.matchAll(/\n/g)) lines.addNewLine(index + 1);
  return (path, span) => {
    const [start, end] = [lines.linePos(span.start), lines.linePos(span.end)];
    return { path, line: start.line, column: start.col, endLine: end.line, endColumn: end.col };
  };
}
