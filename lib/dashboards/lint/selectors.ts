import type { Place } from '../../promql/expression-error.ts';
import { type Token, tokensOf } from '../../promql/tokens.ts';
import { AGGREGATIONS } from '../../promql/types.ts';

/** A selector of an expression. */
export interface Selector extends Place {
  /** The metric; empty if it is not named. */
  name: string;
  matchers: Matcher[];
  /** Its range, with the brackets. */
  range: Place | undefined;
  /** The functions and aggregations around it, the innermost last. */
  calls: readonly Call[];
}

/** The name of a function or aggregation. */
export interface Call extends Place {
  name: string;
}

/** A matcher: `job=~"shop"`. The place is that of its value, with the quotes. */
export interface Matcher extends Place {
  label: string;
  operator: string;
  value: string;
}

/** The selectors of an expression that Prometheus can read. */
export function selectorsIn(text: string): Selector[] {
  const tokens = allTokens(text);
  const selectors: Selector[] = [];
  const calls: (Call | undefined)[] = [];
  let opening: Call | undefined;
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as Token;
    const next = tokens[at + 1]?.text ?? '';
    const word = token.kind === 'word' ? token.text.toLowerCase() : '';
    if (token.text === '[' && token.kind === 'symbol') at = endOf(tokens, at, ']');
    else if (token.text === ')' && token.kind === 'symbol') calls.pop();
    else if (token.text === '(' && token.kind === 'symbol') {
      calls.push(opening);
      opening = undefined;
    } else if (LISTS.has(word) && next === '(') at = endOf(tokens, at, ')');
    else if (AGGREGATIONS.has(word) && (next === '(' || LISTS.has(next.toLowerCase())))
      opening = { name: word, from: token.from, to: token.to };
    else if (word !== '' && next === '(') opening = { name: token.text, from: token.from, to: token.to };
    else if ((word !== '' && !WORDS.has(word)) || (token.text === '{' && token.kind === 'symbol')) {
      const name = word === '' ? '' : token.text;
      const open = word === '' ? at : next === '{' ? at + 1 : undefined;
      const close = open === undefined ? at : endOf(tokens, open, '}');
      const bracket = tokens[close + 1];
      const range = bracket?.text === '[' ? rangeFrom(tokens, close + 1) : undefined;
      selectors.push({
        name,
        matchers: open === undefined ? [] : matchersIn(tokens.slice(open + 1, close)),
        range,
        calls: calls.filter((call) => call !== undefined),
        from: token.from,
        to: tokens[close]?.to ?? token.to,
      });
      at = close;
    }
  }
  return selectors;
}

/** What labels in parentheses follow. */
const LISTS = new Set(['by', 'without', 'on', 'ignoring', 'group_left', 'group_right']);

/** Words that are no metrics. */
const WORDS = new Set([...LISTS, 'and', 'or', 'unless', 'atan2', 'bool', 'offset']);

function allTokens(text: string): Token[] {
  const read = tokensOf(text);
  const tokens: Token[] = [];
  for (let token = read(); token.kind !== 'end'; token = read()) tokens.push(token);
  return tokens;
}

const isSymbol = (token: Token, symbol: string): boolean => token.kind === 'symbol' && token.text === symbol;

/** The index of the closing symbol; the last one if there is none. */
function endOf(tokens: readonly Token[], from: number, symbol: string): number {
  for (let at = from; at < tokens.length; at += 1) if (isSymbol(tokens[at] as Token, symbol)) return at;
  return tokens.length - 1;
}

function rangeFrom(tokens: readonly Token[], open: number): Place {
  const close = endOf(tokens, open, ']');
  return { from: tokens[open]?.from ?? 0, to: tokens[close]?.to ?? 0 };
}

const matchersIn = (tokens: readonly Token[]): Matcher[] =>
  tokens.flatMap((token, at) => {
    const [label, operator] = [tokens[at - 2], tokens[at - 1]];
    return token.kind === 'string' && label && operator?.kind === 'symbol' && operator.text !== ','
      ? [
          {
            label: label.kind === 'string' ? label.value : label.text,
            operator: operator.text,
            value: token.value,
            from: token.from,
            to: token.to,
          },
        ]
      : [];
  });
