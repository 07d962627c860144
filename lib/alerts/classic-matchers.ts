import type { Matcher } from './alert-facts.ts';

/**
 * Matchers by the grammar that every Alertmanager has: names of letters, digits, `_` and `:`, and values that need no quotes.
 * Undefined if the text does not follow it.
 */
export function classicMatchers(text: string): Matcher[] | undefined {
  const matchers = partsOf(text.replace(/^\{/, '').replace(/\}$/, '')).map(matcherIn);
  return matchers.every((matcher) => matcher !== undefined) ? matchers : undefined;
}

/** What is between commas that are not in quotes, without a blank part at the end. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  let isQuoted = false;
  let isEscaped = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"' && !isEscaped) isQuoted = !isQuoted;
    if (character === ',' && !isQuoted) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
    if (character !== ',') isEscaped = character === '\\' && !isEscaped;
  }
  const last = text.slice(from);
  return last.trim() === '' ? parts : [...parts, last];
}

const HEAD = /^[\t\n\f\r ]*([a-zA-Z_:][a-zA-Z0-9_:]*)[\t\n\f\r ]*(=~|!=|!~|=)[\t\n\f\r ]*/;

function matcherIn(part: string): Matcher | undefined {
  const [head, name, op] = HEAD.exec(part) ?? [];
  if (head === undefined || name === undefined) return undefined;
  const value = valueIn(withoutSpaceAtEnd(part.slice(head.length)));
  return value === undefined ? undefined : { name, op: op as Matcher['op'], value };
}

/** A search for `\s+$` takes quadratic time. */
function withoutSpaceAtEnd(text: string): string {
  let end = text.length;
  while (end > 0 && '\t\n\f\r '.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** A backslash that escapes nothing is one itself. Quotes are only around the whole. */
function valueIn(text: string): string | undefined {
  const isQuoted = text.startsWith('"');
  const inner = isQuoted ? text.slice(1) : text;
  const quote = inner.replaceAll(/\\./gs, '__').indexOf('"');
  if (quote !== (isQuoted ? inner.length - 1 : -1)) return undefined;
  const value = isQuoted ? inner.slice(0, -1) : inner;
  return value.replaceAll(/\\(.)/gs, (whole, escaped: string) => ESCAPED[escaped] ?? whole);
}

const ESCAPED: Record<string, string> = { n: '\n', '"': '"', '\\': '\\' };
