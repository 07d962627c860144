import { visit } from 'jsonc-parser';

/** The first syntax error in JSON (RFC 8259). Line and column count from 1, in UTF-16 units. */
export interface JsonError {
  line: number;
  column: number;
  /** What is there: `unexpected "}"`, `unexpected end of file`. */
  message: string;
}

/**
 * The first syntax error in a text; undefined for valid JSON. Node's own parser gives the place of only some errors. Check for
 * deep nesting (`json.ts`) first.
 */
export function jsonErrorIn(text: string): JsonError | undefined {
  let offset: number | undefined;
  const onError = (_: unknown, at: number): void => {
    offset ??= at;
  };
  visit(text, { onError }, { disallowComments: true });
  if (offset === undefined) return undefined;
  const before = text.slice(0, offset).split('\n');
  return {
    line: before.length,
    column: (before.at(-1) ?? '').length + 1,
    message: offset < text.length ? `unexpected ${excerpt(text, offset)}` : 'unexpected end of file',
  };
}

const excerpt = (text: string, offset: number): string =>
  JSON.stringify(/^"[^"\n]{0,20}|^[\w.+-]{1,20}|^./su.exec(text.slice(offset))?.[0] ?? '');
