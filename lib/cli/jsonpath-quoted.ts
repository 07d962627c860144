/** A word in quotes, of either kind, as the source of a regular expression. */
export const QUOTED = String.raw`"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'`;

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r' };

/** The text that a word in quotes stands for. */
export const unquoted = (word: string): string =>
  word.slice(1, -1).replaceAll(/\\(.)/gs, (_escape, letter: string) => ESCAPES[letter] ?? letter);
