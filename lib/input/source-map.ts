import { LineCounter, type Scalar } from 'yaml';

/** A text in a file: the whole file, or a part of it. */
export interface SourceMap {
  text: string;
  /** The offset in the file of a character of the text, in UTF-16 units. */
  offset(at: number): number;
}

/** Offsets in a file; the end is exclusive. */
export interface Span {
  start: number;
  end: number;
}

export const wholeFile = (text: string): SourceMap => ({ text, offset: (at) => at });

/**
 * Maps a scalar to its characters in the file. Undefined if they are not written literally (escapes, folds, chomped lines),
 * because they cannot be replaced in place then.
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

/** Counts the lines of a text. */
export function linesOf(text: string): LineCounter {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (const { index } of text.matchAll(/\n/g)) lines.addNewLine(index + 1);
  return lines;
}

/** Maps the lines of a literal block, without their indentation. */
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
    // After the last line feed, there is nothing to map.
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
