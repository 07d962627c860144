import { ExpressionError, type Place } from './expression-error.ts';
import type { Reader } from './reader.ts';

/** A duration; its value in seconds is known if it is a number with signs. */
export interface Duration extends Place {
  value?: number;
}

/** The longest duration: 64-bit nanoseconds, in seconds. */
const LONGEST = 2 ** 63 / 1e9;

/** A duration in brackets, which must be positive. @throws {ExpressionError} */
export function positiveDuration(reader: Reader): Duration {
  const duration = durationAt(reader, 0);
  if (duration.value !== undefined && duration.value <= 0)
    throw new ExpressionError('a range or a step must be longer than 0', duration);
  return duration;
}

/**
 * The duration behind `offset`. As in Prometheus, what follows belongs to the whole expression, unless it begins with a
 * parenthesis or with two signs. @throws {ExpressionError}
 */
export function offsetDuration(reader: Reader): Duration {
  const isSign = (ahead: number): boolean => /^[+-]$/.test(reader.peek(ahead).text);
  if (reader.peek().text === '(' || (isSign(0) && isSign(1))) return durationAt(reader, 0);
  const sign = isSign(0) ? reader.next() : undefined;
  const duration = primary(reader, 'a duration after "offset"');
  return sign ? signed(sign.text, sign, duration) : duration;
}

/** Binary operators of durations by what they bind. */
const BINDS: Record<string, number> = { '+': 1, '-': 1, '*': 2, '/': 2, '%': 2, '^': 3 };

function durationAt(reader: Reader, least: number): Duration {
  let left = unary(reader);
  for (;;) {
    const { text, kind } = reader.peek();
    const binds = kind === 'symbol' ? BINDS[text] : undefined;
    if (binds === undefined || binds < least) return left;
    const operator = reader.next();
    const right = durationAt(reader, text === '^' ? binds : binds + 1);
    if ((text === '/' || text === '%') && right.value === 0)
      throw new ExpressionError('a duration is divided by 0', operator);
    left = { from: left.from, to: right.to };
  }
}

function unary(reader: Reader): Duration {
  const sign = reader.take('-') ?? reader.take('+');
  if (!sign) return primary(reader, 'a duration');
  return signed(sign.text, sign, durationAt(reader, BINDS['^'] ?? 0));
}

const signed = (sign: string, { from }: Place, { value, to }: Duration): Duration => ({
  from,
  to,
  ...(value !== undefined && { value: sign === '-' ? -value : value }),
});

function primary(reader: Reader, expected: string): Duration {
  const token = reader.peek();
  const open = reader.take('(');
  if (open) {
    durationAt(reader, 0);
    return { from: open.from, to: reader.expect(')', 'after the duration').to };
  }
  if (token.kind === 'number') {
    reader.next();
    if (Math.abs(token.value) > LONGEST)
      throw new ExpressionError('the duration is longer than 292 years', token);
    return { from: token.from, to: token.to, value: token.value };
  }
  const word = reader.keyword();
  if (word === undefined || !CALLS.has(word)) return reader.fail(expected);
  reader.next();
  reader.expect('(', `after "${word}"`);
  if (word.endsWith('_of')) {
    durationAt(reader, 0);
    reader.expect(',', 'between two durations');
    durationAt(reader, 0);
  }
  return { from: token.from, to: reader.expect(')', `after "${word}("`).to };
}

const CALLS = new Set(['step', 'range', 'max_of', 'min_of']);
