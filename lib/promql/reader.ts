import { ExpressionError } from './expression-error.ts';
import { type Token, tokensOf } from './tokens.ts';

/** Reads the tokens of an expression, with as much lookahead as is asked for. */
export interface Reader {
  peek(ahead?: number): Token;
  next(): Token;
  /** The next token if it is this symbol. */
  take(symbol: string): Token | undefined;
  /** @throws {ExpressionError} if the next token is not this symbol. */
  expect(symbol: string, where: string): Token;
  /** The next word in lower case, as keywords are matched; undefined if the next token is not a word. */
  keyword(ahead?: number): string | undefined;
  fail(expected: string): never;
}

export function readerOf(text: string): Reader {
  const read = tokensOf(text);
  const ahead: Token[] = [];
  const peek = (count = 0): Token => {
    while (ahead.length <= count) ahead.push(read());
    return ahead[count] as Token;
  };
  const next = (): Token => {
    const token = peek();
    ahead.shift();
    return token;
  };
  const isSymbol = (symbol: string): boolean => peek().kind === 'symbol' && peek().text === symbol;
  const fail = (expected: string): never => {
    const token = peek();
    const found = token.kind === 'end' ? 'end of the expression' : `"${token.text.slice(0, LONGEST)}"`;
    throw new ExpressionError(`unexpected ${found}; expected ${expected}`, token);
  };
  return {
    peek,
    next,
    fail,
    take: (symbol) => (isSymbol(symbol) ? next() : undefined),
    expect: (symbol, where) => (isSymbol(symbol) ? next() : fail(`"${symbol}" ${where}`)),
    keyword: (count) => (peek(count).kind === 'word' ? peek(count).text.toLowerCase() : undefined),
  };
}

/** Characters of a token that are repeated in a message. */
const LONGEST = 40;
