import { LineCounter, type Scalar } from 'yaml';

/** A text that stands in a file, whole or as a part of it. */
export interface SourceMap {
  text: string;
  /** Where one of its characters stands in the file: offsets of UTF-16, as JavaScript counts. */
  offset(at: number): number;
}

/** From the first character to behind the last. */
export interface Span {
  start: number;
  end: number;
}

/** A file as the source map of itself. */
export const wholeFile = (text: string): SourceMap => ({ text, offset: (at) => at });

/**
 * The characters of a scalar, where they stand in the file as they are: without escapes, folds or chomped lines
 * between them. Undefined where they don't, because nothing could be put in their place then.
 */
export function scalarSource(node: Scalar, outer: SourceMap): SourceMap | undefined {
  const { value, type, range } = node;
  if (typeof value !== 'string' || !range) return undefined;
  if (value === outer.text) return outer;
  if (type === 'BLOCK_LITERAL') return literalSource(value, range, outer);
  const quotes = type === 'QUOTE_SINGLE' || type === 'QUOTE_DOUBLE' ? 1 : 0;
  const start = range[0] + quotes;
  const isAsWritten = outer.text.slice(start, range[1] - quotes) === value && !value.includes('\n');
  return isAsWritten ? { text: value, offset: (at) => outer.offset(start + at) } : undefined;
}

/** The lines of a literal block, each behind its indentation. */
function literalSource(
  value: string,
  [begin, end]: readonly [number, number, number],
  outer: SourceMap,
): SourceMap | undefined {
  const lines = new LineCounter();
  const starts: number[] = [];
  let [inner, at] = [0, outer.text.indexOf('\n', begin) + 1];
  for (const line of value.split('\n')) {
    const stop = endOfLine(outer.text, at, end);
    const start = stop - line.length;
    // Behind the last line feed is nothing that has a place.
    if (inner < value.length && (start < at || outer.text.slice(start, stop) !== line)) return undefined;
    lines.addNewLine(inner);
    starts.push(start);
    inner += line.length + 1;
    at = outer.text.indexOf('\n', stop) + 1 || end;
  }
  const offset = (wanted: number): number => {
    const { line, col } = lines.linePos(wanted);
    return outer.offset((starts[line - 1] ?? end) + col - 1);
  };
  return { text: value, offset };
}

function endOfLine(text: string, at: number, end: number): number {
  const feed = text.indexOf('\n', at);
  const stop = feed === -1 ? end : Math.min(feed, end);
  return text[stop - 1] === '\r' && stop > at ? stop - 1 : stop;
}
