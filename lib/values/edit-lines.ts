/** Where the line of an offset begins. A byte order mark is not part of it. */
export function lineStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && !isBreak(text[start - 1])) start -= 1;
  return start === 0 && text.startsWith(BYTE_ORDER_MARK) ? 1 : start;
}

/** Where the line of an offset ends: at its line break, or at the end of the text. */
export function lineEnd(text: string, at: number): number {
  let end = at;
  while (end < text.length && !isBreak(text[end])) end += 1;
  return end;
}

/** How many characters are before an offset in its line. */
export const columnOf = (text: string, at: number): number => at - lineStart(text, at);

/** The offset of the line after the one that ends at an offset; undefined if it is the last one. */
const nextLine = (text: string, end: number): number | undefined =>
  end < text.length ? end + breakAt(text, end).length : undefined;

/** How the lines around an offset end: as its own line, or the one before it, or the first of the text. */
export function lineBreakNear(text: string, at: number): string {
  const start = lineStart(text, at);
  const before = text.slice(Math.max(0, start - 2), start);
  return (
    breakAt(text, lineEnd(text, at)) ||
    /\r\n$|[\r\n]$/.exec(before)?.[0] ||
    breakAt(text, lineEnd(text, 0)) ||
    '\n'
  );
}

/** The offset of the first character after white space, comments and some other characters. */
export function skip(text: string, from: number, others = ''): number {
  let at = from;
  for (;;) {
    const character = text[at];
    if (character === '#') at = lineEnd(text, at);
    else if (character === ' ' || isBreak(character) || character === '\t') at += 1;
    else if (character !== undefined && others.includes(character)) at += 1;
    else return at;
  }
}

/**
 * The end of the comments that belong to the entry above them, which ends at the end of a line: those that are indented deeper than
 * the entries, and those of the same column that follow without an empty line. The end of the line itself if there are none.
 *
 * @param column of the entries; their comments begin at `own` or behind it.
 */
export function endOfComments(
  text: string,
  end: number,
  { column, own }: { column: number; own: number },
): number {
  let last = end;
  let least = own;
  for (let start = nextLine(text, end); start !== undefined; ) {
    const stop = lineEnd(text, start);
    const [, indent] = /^( *)#/.exec(text.slice(start, stop)) ?? [];
    if (indent !== undefined && indent.length >= least) last = stop;
    else if (text.slice(start, stop).trim() === '') least = column + 1;
    else break;
    start = nextLine(text, stop);
  }
  return last;
}

/** Where the comments begin that are right above a line; the beginning of the line itself if there are none. */
export function startOfComments(text: string, start: number): number {
  let first = start;
  while (first > 0) {
    const above = lineStart(text, lineBefore(text, first));
    if (above >= first || !/^[ \t]*#/.test(text.slice(above, first))) return first;
    first = above;
  }
  return first;
}

const BYTE_ORDER_MARK = '\uFEFF';

/** An offset in the line above one that begins at an offset. */
const lineBefore = (text: string, start: number): number =>
  start - (text.slice(Math.max(0, start - 2), start) === '\r\n' ? 2 : 1);

const isBreak = (character: string | undefined): boolean => character === '\n' || character === '\r';

function breakAt(text: string, at: number): string {
  const character = text[at];
  if (!isBreak(character) || character === undefined) return '';
  return character === '\r' && text[at + 1] === '\n' ? '\r\n' : character;
}
