import { visit } from 'jsonc-parser';
import { isTooDeep, TOO_DEEP } from './json.ts';

/** The first syntax error in JSON (RFC 8259). Line and column count from 1, in UTF-16 units. */
export interface JsonError {
  line: number;
  column: number;
  /** The same place from the beginning of the text, counted from 0. */
  offset: number;
  /** What is there: `unexpected "}"`, `unexpected end of file`. */
  message: string;
}

/** Why a text is no JSON: `line 3, column 5: unexpected "}"`, or that it is nested too deeply; undefined for valid JSON. */
export function jsonFault(text: string): string | undefined {
  if (isTooDeep(text)) return TOO_DEEP;
  const fault = jsonErrorIn(text);
  return fault && `line ${fault.line}, column ${fault.column}: ${fault.message}`;
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
    offset,
    message: offset < text.length ? `unexpected ${excerpt(text, offset)}` : 'unexpected end of file',
  };
}

const excerpt = (text: string, offset: number): string =>
  JSON.stringify(/^"[^"\n]{0,20}|^[\w.+-]{1,20}|^./su.exec(text.slice(offset))?.[0] ?? '');
