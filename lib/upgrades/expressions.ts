import { isText } from '../lint/placed.ts';
import { fieldsOf, textOf } from '../objects/fields.ts';
import { ExpressionError } from '../promql/expression-error.ts';
import { type Token, tokensOf } from '../promql/tokens.ts';
import type { Dashboard, RuleObject, UpgradeFacts } from './facts.ts';

/** An expression of a rule or a dashboard, and where it is. */
export interface PlacedExpression {
  /** `PrometheusRule shop/app: alert PodDown`. */
  place: string;
  text: string;
  tokens: readonly Token[];
}

/** The expressions of the rules and dashboards of a block, as far as they could be read. They are read once. */
export function expressionsOf(facts: UpgradeFacts): readonly PlacedExpression[] {
  const { rules = [], dashboards = [] } = facts;
  const expressions = known.get(facts) ?? [...rules.flatMap(ofRules), ...dashboards.flatMap(ofDashboard)];
  known.set(facts, expressions);
  return expressions;
}

const known = new WeakMap<UpgradeFacts, readonly PlacedExpression[]>();

/** The expressions of rule objects. */
export const ofRules = ({ object, rules }: RuleObject): PlacedExpression[] =>
  rules.rules.flatMap(({ fields: { alert, record, expr } }) =>
    isText(expr)
      ? [{ place: `${object}: ${nameOf(alert, record)}`, text: expr, tokens: tokensIn(expr) }]
      : [],
  );

const nameOf = (alert: unknown, record: unknown): string =>
  isText(alert) ? `alert ${alert}` : `record ${textOf(record ?? '')}`;

const ofDashboard = ({ object, expressions }: Dashboard): PlacedExpression[] =>
  expressions.map((text) => ({ place: object, text, tokens: tokensIn(withoutVariables(text)) }));

/** The variables of a dashboard, which Prometheus does not get to see. */
const withoutVariables = (text: string): string => text.replaceAll(/\$\{[^}]*\}|\$\w+|\[\[\w+\]\]/g, 'x');

/** The tokens of an expression, up to text that cannot be one. */
function tokensIn(text: string): Token[] {
  const next = tokensOf(text);
  const tokens: Token[] = [];
  try {
    for (let token = next(); token.kind !== 'end'; token = next()) tokens.push(token);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
  }
  return tokens;
}

/** Whether an expression calls a function. */
export const calls = ({ tokens }: PlacedExpression, name: string): boolean =>
  tokens.some(({ kind, text }, at) => kind === 'word' && text === name && tokens[at + 1]?.text === '(');

/** The names of metrics in an expression, and words that are none. */
export const wordsOf = ({ tokens }: PlacedExpression): string[] =>
  tokens.flatMap((token) =>
    token.kind === 'word' ? [token.text] : token.kind === 'string' ? [token.value] : [],
  );

/** Labels of histograms and summaries, whose values Prometheus 3 writes as floats. */
const FLOATS = new Set(['le', 'quantile']);

/** Whether an expression compares such a label with a whole number, as in `le="1"` or `le=~"1|5"`. */
export const comparesWhole = ({ tokens }: PlacedExpression): boolean =>
  tokens.some(({ text }, at) => {
    const value = tokens[at + 2];
    if (!FLOATS.has(text) || value?.kind !== 'string') return false;
    const operator = tokens[at + 1]?.text ?? '';
    if (operator === '=' || operator === '!=') return /^\d+$/.test(value.value);
    return (operator === '=~' || operator === '!~') && WHOLE.test(value.value);
  });

/** An alternative that is a whole number. */
const WHOLE = /(?:^|[|(])\d+(?:$|[|)])/;

/** Functions that need two samples in their range. */
const OF_TWO = new Set(['rate', 'irate', 'increase', 'delta', 'idelta', 'deriv', 'predict_linear']);

/**
 * Whether an expression takes the change over a range that has only one sample in Prometheus 3, whose ranges leave out their
 * beginning: a range of one scrape interval, or a subquery of one step.
 *
 * @param intervals seconds between two scrapes.
 */
export function takesOneSample({ tokens }: PlacedExpression, intervals: readonly number[]): boolean {
  // From the end, so that the next range is known at each call.
  let open = -1;
  for (let at = tokens.length - 1; at >= 0; at -= 1) {
    const { kind, text } = tokens[at] ?? { kind: 'end', text: '' };
    if (text === '[') open = at;
    if (kind !== 'word' || !OF_TWO.has(text) || tokens[at + 1]?.text !== '(' || open === -1) continue;
    const [range, colon, step] = [1, 2, 3].map((further) => tokens[open + further]);
    if (range?.kind !== 'number') continue;
    const isOne =
      colon?.text === ':'
        ? step?.kind === 'number' && step.value === range.value
        : intervals.includes(range.value);
    if (isOne) return true;
  }
  return false;
}

/** The expressions of the queries of a dashboard, each once. */
export function expressionsIn(dashboard: unknown): string[] {
  const found = new Set<string>();
  const visit = (value: unknown, depth: number): void => {
    if (depth > DEEPEST) return;
    if (Array.isArray(value)) for (const one of value) visit(one, depth + 1);
    const fields = fieldsOf(value);
    if (!fields) return;
    if (isText(fields.expr)) found.add(fields.expr);
    for (const one of Object.values(fields)) visit(one, depth + 1);
  };
  visit(dashboard, 0);
  return [...found];
}

/** Levels of a dashboard that are searched: a panel in a row has its targets at 5. */
const DEEPEST = 12;
