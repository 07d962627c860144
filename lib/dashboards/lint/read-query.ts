import { ExpressionError } from '../../promql/expression-error.ts';
import { parseExpression } from '../../promql/parse.ts';
import { type Expanded, expanded, isQuoted, type Macro, placedMacros } from './macros.ts';

/** What is wrong with a query, and where in it; or the query without macros, as Prometheus may get it. */
export type Query = { fault: { message: string; at: number } } | { expanded: Expanded };

/** How many characters may still be read for variables that may be anything. Many queries with faults would take minutes. */
export interface Budget {
  left: number;
}

/** For a dashboard, with its variables: more than any one needs. */
export const newBudget = (): Budget => ({ left: 3_000_000 });

/** What a reading costs beside its characters. */
const READING = 200;

/**
 * Reads the query of a panel in PromQL. Whatever a variable may be replaced by is tried: a query has a fault if it has one with every
 * value. Undefined if there are too many variables to say.
 */
export function readQuery(query: string, budget: Budget = newBudget()): Query | undefined {
  const macros = placedMacros(query);
  const open = new Map(
    macros.flatMap((macro) =>
      macro.place === 'any' ? [[macro.name, candidatesFor(query, macro)] as const] : [],
    ),
  );
  let fault: { message: string; at: number } | undefined;
  for (const any of choices(open, query.length)) {
    const candidate = expanded(query, macros, any);
    const found = faultOf(candidate.text);
    if (!found) return { expanded: candidate };
    fault ??= { message: found.message, at: candidate.offset(found.at) };
    if (open.size > 0) budget.left -= candidate.text.length + READING;
    if (budget.left < 0) return undefined;
  }
  return isMany(open, query.length) || !fault ? undefined : { fault };
}

type Candidates = ReadonlyMap<string, readonly string[]>;

/** Variables whose values are all tried with each other, and the longest query in which they are. */
const MOST_OPEN = 2;
const LONGEST = 10_000;

const isMany = (open: Candidates, length: number): boolean =>
  open.size > MOST_OPEN || (open.size > 0 && length > LONGEST);

/** What the variables may be, the likeliest first. Of many, one after the other is tried. */
function* choices(open: Candidates, length: number): Generator<ReadonlyMap<string, string>> {
  const first = new Map(Array.from(open, ([name, [value = '']]) => [name, value]));
  yield first;
  if (length > LONGEST) return;
  if (!isMany(open, length)) yield* combinations([...open]);
  else
    for (const [name, values] of [...open].slice(0, MOST_SINGLE))
      for (const value of values) yield new Map([...first, [name, value]]);
}

const MOST_SINGLE = 10;

function* combinations([first, ...rest]: readonly (readonly [string, readonly string[]])[]): Generator<
  Map<string, string>
> {
  if (!first) yield new Map();
  else
    for (const others of combinations(rest))
      for (const value of first[1]) yield new Map([...others, [first[0], value]]);
}

/** What a variable may be: a metric or label, a number, a function, an operator, a duration, a whole selector, a text, nothing. */
const WORDS = ['x', '1', 'sum', 'rate', '+', '5m', 'x{x="x"}', 'x[5m]', '"x"', 'by', ''];

function candidatesFor(query: string, macro: Macro): string[] {
  if (isQuoted(macro)) return ['"x"'];
  const after = query.slice(macro.end, macro.end + 40);
  return /^\s*(?:\(|by\b|without\b)/.test(after) ? ['sum', ...WORDS] : WORDS;
}

function faultOf(text: string): { message: string; at: number } | undefined {
  try {
    const { type } = parseExpression(text);
    return type === 'instant vector' || type === 'scalar'
      ? undefined
      : { message: `the query gives a ${type}; a panel needs an instant vector or a scalar`, at: 0 };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { message: error.message, at: error.place.from };
  }
}

/** The PromQL in the query of a variable, and where it begins; undefined if there is none. */
export function variableExpression(query: string): { text: string; at: number } | undefined {
  const [, call = '', inner = ''] =
    /^(\s*(?:label_values|query_result|label_names)\s*\()(.*)\)\s*$/s.exec(query) ?? [];
  if (call === '')
    return /^\s*(?:metrics|label_values|label_names)\s*\(/.test(query) ? undefined : { text: query, at: 0 };
  if (!call.includes('label_values'))
    return inner.trim() === '' ? undefined : { text: inner, at: call.length };
  // The last argument is the label.
  const [, series] = /^(.*),[^,]*$/s.exec(inner) ?? [];
  return series === undefined || series.trim() === '' ? undefined : { text: series, at: call.length };
}

/** The label that `label_values` reads; undefined in another query, and where it is a variable. */
export function labelRead(query: string): string | undefined {
  const [, label] = /^\s*label_values\s*\((?:.*,)?\s*"?([a-zA-Z_]\w*)"?\s*\)\s*$/s.exec(query) ?? [];
  return label;
}
