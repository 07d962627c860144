/** How deep objects and lists may be nested: far deeper than any resource is. Recursive functions overflow the stack at some thousands. */
export const DEEPEST = 250;

export const TOO_DEEP = `nested more than ${DEEPEST} levels deep`;

/** Parses JSON from outside. @throws {SyntaxError} if it is invalid or nested too deeply. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new SyntaxError(TOO_DEEP);
  return JSON.parse(text);
}

/** The value of a JSON text; undefined if it is invalid or nested too deeply. */
export function jsonIn(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

/** Whether JSON, or the beginning of it, is nested too deeply. */
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
