import { RE2JS } from 're2js';
import { ExpressionError, type Place } from './expression-error.ts';
import { allBut, only } from './labels.ts';
import { ANY_VALUE, type Range } from './ranges.ts';
import type { Reader } from './reader.ts';
import type { Result } from './result.ts';
import type { Token } from './tokens.ts';

/** A matcher of a selector. A name alone in braces is one of `__name__`. */
interface Matcher {
  label: string;
  /** The value that a label has to have. */
  value?: string;
  matchesEmpty: boolean;
}

/** The rest of a selector behind its name, which may have none. @throws {ExpressionError} */
export function selectorRest(reader: Reader, name: Token | undefined): Place & { result: Result } {
  const first = reader.peek();
  const matchers: Matcher[] = [];
  let end = name;
  if (reader.take('{')) {
    end = reader.take('}');
    while (!end) {
      matchers.push(matcher(reader));
      end =
        reader.take('}') ??
        (reader.take(',') ? reader.take('}') : reader.expect('}', 'or "," after a matcher'));
    }
  }
  const place = { from: name?.from ?? first.from, to: end?.to ?? first.to };
  if (name && matchers.some(({ label }) => label === NAME))
    throw new ExpressionError(`the metric name is given twice, as "${name.text}" and in braces`, place);
  if (!name && matchers.every(({ matchesEmpty }) => matchesEmpty))
    throw new ExpressionError(
      'this selects every series: one matcher must not match the empty string',
      place,
    );
  return { ...place, result: resultOf(name, matchers) };
}

function resultOf(name: Token | undefined, matchers: readonly Matcher[]): Result {
  const required = matchers.filter(({ label, value }) => value && label !== NAME);
  const isOnce = ({ label }: Matcher): boolean => matchers.filter((one) => one.label === label).length === 1;
  return {
    labels: allBut(matchers.filter(({ value }) => value === '').map(({ label }) => label)),
    range: name?.text === 'up' ? UP : ANY_VALUE,
    required: only(required.filter(isOnce).map(({ label }) => label)),
  };
}

/** Whether a scrape succeeded. */
const UP: Range = { least: 0, most: 1 };

const NAME = '__name__';
const OPERATORS = new Set(['=', '!=', '=~', '!~']);

function matcher(reader: Reader): Matcher {
  const label = reader.peek();
  if (label.kind !== 'word' && label.kind !== 'string') return reader.fail('a label or "}"');
  reader.next();
  const operator = reader.peek();
  if (operator.kind !== 'symbol' || !OPERATORS.has(operator.text))
    return label.kind === 'string'
      ? { label: NAME, matchesEmpty: label.value === '' }
      : reader.fail('one of = != =~ !~');
  reader.next();
  const value = reader.peek();
  if (value.kind !== 'string') return reader.fail('a value in quotes');
  reader.next();
  const isNegative = operator.text.startsWith('!');
  const matches = operator.text.endsWith('~') ? regularExpression(value.value, value) : value.value === '';
  return {
    label: label.kind === 'string' ? label.value : label.text,
    ...(operator.text === '=' && { value: value.value }),
    matchesEmpty: matches !== isNegative,
  };
}

/** Valid regular expressions, and whether they match the empty string: the same few stand in many rules. */
const known = new Map<string, boolean>();

/** How many are remembered. */
const MOST_KNOWN = 1_000;

/** Whether a regular expression matches the empty string. @throws {ExpressionError} if it is not one. */
function regularExpression(text: string, place: Place): boolean {
  const before = known.get(text);
  if (before !== undefined) return before;
  try {
    const matchesEmpty = RE2JS.compile(`^(?s:${text})$`).matches('');
    if (known.size < MOST_KNOWN) known.set(text, matchesEmpty);
    return matchesEmpty;
  } catch (error) {
    const { message } = error as Error;
    const reason = message.replace(/^error parsing regexp: /, '').replace(/`\^\(\?s:(.*)\)\$`$/s, '"$1"');
    throw new ExpressionError(`the regular expression is not valid: ${reason}`, place);
  }
}

/** Labels in parentheses, such as those of `by`. @throws {ExpressionError} */
export function labelList(reader: Reader, word: string): string[] {
  const labels: string[] = [];
  reader.expect('(', `after "${word}"`);
  while (!reader.take(')')) {
    labels.push(labelName(reader));
    if (reader.take(',')) continue;
    reader.expect(')', 'or "," after a label');
    break;
  }
  return labels;
}

function labelName(reader: Reader): string {
  const token = reader.peek();
  if (token.kind === 'string') {
    if (token.value === '' || !token.isText) throw new ExpressionError('this is not a label name', token);
    reader.next();
    return token.value;
  }
  // Prometheus does not accept this keyword as a label, and accepts all others.
  if (token.kind !== 'word' || reader.keyword() === 'without') return reader.fail('a label');
  reader.next();
  return token.text;
}
