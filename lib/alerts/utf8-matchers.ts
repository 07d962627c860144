import { ExpressionError } from '../promql/expression-error.ts';
import { stringAt } from '../promql/literals.ts';
import type { Matcher } from './alert-facts.ts';

/**
 * Matchers by the grammar of Alertmanager 0.27 and later: a name may be any text, in quotes where it has to be, with Go's escapes.
 *
 * @throws {SyntaxError} with what is wrong, and where.
 */
export function utf8Matchers(text: string): Matcher[] {
  const tokens = tokensOf(text);
  const matchers: Matcher[] = [];
  let at = 0;
  const fail = (expected: string): never => {
    const { from, to } = tokens[at] ?? { from: text.length, to: text.length };
    const found = from === to ? 'the end' : JSON.stringify(text.slice(from, to));
    throw new SyntaxError(`column ${from + 1}: expected ${expected}, found ${found}`);
  };
  const take = (...kinds: Token['kind'][]): Token | undefined => {
    const token = tokens[at];
    if (!token || !kinds.includes(token.kind)) return undefined;
    at += 1;
    return token;
  };
  const isOpen = take('{') !== undefined;
  while (at < tokens.length && tokens[at]?.kind !== '}') {
    const { value: name } = take('text') ?? fail('a label name');
    const { kind } = take(...OPERATORS) ?? fail('one of = != =~ !~');
    const { value } = take('text') ?? fail('a value');
    matchers.push({ name, op: kind as Matcher['op'], value });
    if (!take(',')) break;
  }
  if (isOpen) take('}') ?? fail('"," or "}"');
  if (at < tokens.length) fail(isOpen || matchers.length === 0 ? 'the end' : '"," or the end');
  return matchers;
}

const OPERATORS = ['=', '!=', '=~', '!~'] as const;

/** Offsets are UTF-16 units. */
interface Token {
  kind: 'text' | '{' | '}' | ',' | (typeof OPERATORS)[number];
  value: string;
  from: number;
  to: number;
}

/** Space, an operator or a sign, or a text without quotes. */
const TOKEN = /[\s\x85]+|(=~|!=|!~|[={},])|([^\s\x85{}!=~,\\"'`]+)/y;

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let from = 0;
  while (from < text.length) {
    TOKEN.lastIndex = from;
    const [found, sign, word] = TOKEN.exec(text) ?? [];
    const token = found === undefined ? quotedAt(text, from) : { to: from + found.length, value: word ?? '' };
    const kind = sign === undefined ? 'text' : (sign as Token['kind']);
    if (found === undefined || sign !== undefined || word !== undefined)
      tokens.push({ kind, from, ...token });
    from = token.to;
  }
  return tokens;
}

function quotedAt(text: string, from: number): { to: number; value: string } {
  const fail = (at: number, message: string): never => {
    throw new SyntaxError(`column ${at + 1}: ${message}`);
  };
  if (text.charAt(from) !== '"')
    return fail(from, `${JSON.stringify(text.charAt(from))} must be in double quotes`);
  try {
    const { isText, ...string } = stringAt(text, from);
    return isText ? string : fail(from, 'the text in quotes is not valid UTF-8');
  } catch (error) {
    if (error instanceof ExpressionError) return fail(error.place.from, error.message);
    throw error;
  }
}
