import { ExpressionError, type Place } from './expression-error.ts';
import { numberAt, stringAt } from './literals.ts';

/** A word of an expression. */
export type Token = Place & { text: string } & (
    | { kind: 'word' | 'symbol' | 'end' }
    | { kind: 'number'; value: number }
    | { kind: 'string'; value: string; isText: boolean }
  );

const SPACE = /[ \t\r\n]*/y;
const COMMENT = /[^\r\n]*/y;
const WORD = /[a-zA-Z_:][\w:]*/y;
const SYMBOL = /==|!=|<=|<\/|>=|>\/|[,*/%+\-^=<>(){[\]@]/y;
const WORD_IN_BRACES = /[a-zA-Z_]\w*/y;
const SYMBOL_IN_BRACES = /=~|!~|!=|[,=}]/y;
/** A colon is no part of a name there. */
const WORD_IN_BRACKETS = /:|[a-zA-Z_]+/y;

/**
 * Reads the tokens of an expression one after the other. What is a token depends on the braces and brackets around it.
 *
 * @throws {ExpressionError} where there is none.
 */
export function tokensOf(text: string): () => Token {
  let at = 0;
  let around: '' | '{' | '[' = '';
  // After an opening bracket, Prometheus accepts no comment before the first number.
  let allowsComments = true;

  const read = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0] ?? '';
  };
  const upTo = (to: number): Place & { text: string } => {
    const from = at;
    at = to;
    return { text: text.slice(from, to), from, to };
  };
  const number = ({ to, value }: { to: number; value: number }): Token => {
    allowsComments = true;
    return { kind: 'number', value, ...upTo(to) };
  };

  return () => {
    at += read(SPACE).length;
    while (allowsComments && text[at] === '#') {
      at += read(COMMENT).length;
      at += read(SPACE).length;
    }
    const first = text.charAt(at);
    if (first === '') return { kind: 'end', ...upTo(at) };
    if (first === '"' || first === "'" || first === '`') {
      const { to, value, isText } = stringAt(text, at);
      return { kind: 'string', value, isText, ...upTo(to) };
    }
    const word = read(around === '{' ? WORD_IN_BRACES : around === '[' ? WORD_IN_BRACKETS : WORD);
    if (around !== '{') {
      // In brackets, Prometheus reads no words but those of durations.
      if (around === '' && /^(?:inf|nan)$/i.test(word))
        return number({ to: at + word.length, value: NUMBERS[word.toLowerCase()] ?? 0 });
      const found = /[\d.]/.test(first) && numberAt(text, at);
      if (found) return number(found);
    }
    if (word) return { kind: 'word', ...upTo(at + word.length) };
    const symbol = read(around === '{' ? SYMBOL_IN_BRACES : SYMBOL);
    if (symbol === '{' || symbol === '[') around = symbol;
    if (symbol === '}' || symbol === ']') around = '';
    if (symbol === '[') allowsComments = false;
    if (symbol === ']') allowsComments = true;
    if (symbol) return { kind: 'symbol', ...upTo(at + symbol.length) };
    throw new ExpressionError(`unexpected ${quoted(text, at)}`, { from: at, to: at + 1 });
  };
}

const NUMBERS: Record<string, number> = { inf: Number.POSITIVE_INFINITY, nan: Number.NaN };

/** The word or character at a place, as it is named in messages. */
const quoted = (text: string, at: number): string =>
  JSON.stringify(/^(?:[\w.]{1,20}|.)/su.exec(text.slice(at, at + 20))?.[0]);
