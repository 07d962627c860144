/**
 * How many objects and lists may lie in each other: far more than any resource has. What walks through data calls itself for each,
 * and the stack ends at some thousands.
 */
export const DEEPEST = 250;

/** What is wrong with JSON, or YAML, whose parts lie in each other deeper than that. */
export const TOO_DEEP = `nested more than ${DEEPEST} levels deep`;

/** The value of a text from outside. @throws {SyntaxError} where it is no JSON, or nested too deeply. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new SyntaxError(TOO_DEEP);
  return JSON.parse(text);
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

/** Whether a text is JSON that is nested too deeply, or begins as such. */
export function isTooDeep(text: string): boolean {
  if (text.length <= DEEPEST) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      for (at += 1; at < text.length && text.charCodeAt(at) !== QUOTE; at += 1)
        if (text.charCodeAt(at) === BACKSLASH) at += 1;
    } else if (code === OPEN || code === OPEN_LIST) {
      depth += 1;
      if (depth > DEEPEST) return true;
    } else if (code === CLOSE || code === CLOSE_LIST) depth -= 1;
  }
  return false;
}
