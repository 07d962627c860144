import { Buffer, isUtf8 } from 'node:buffer';
import { ExpressionError } from './expression-error.ts';

/** A number or duration in a text, and its value; durations are seconds. */
export interface NumberAt {
  to: number;
  value: number;
}

const DECIMAL = /(?:\d+(?:_\d+)*\.?(?:\d+(?:_\d+)*)?|\.\d+(?:_\d+)*)(?:[eE][+-]?\d+(?:_\d+)*)?(?![\w.])/y;

/** Prometheus takes an `e` in the second place for an exponent, which must not be the end. */
const HEXADECIMAL =
  /0[xX]_?[\da-fA-F](?![eE](?:[._eE+-]|$))[\da-fA-F]*(?:_[\da-dfA-DF][\da-fA-F]*)*(?![\w.])/y;

const DURATION = /(\d+y)?(\d+w)?(\d+d)?(\d+h)?(\d+m)?(\d+s)?(\d+ms)?(?!\w)/y;

/** Milliseconds of each unit of a duration, in the order of the groups. */
const UNITS = [31_536_000_000, 604_800_000, 86_400_000, 3_600_000, 60_000, 1000, 1];

/** Durations are 64-bit nanoseconds. */
const LONGEST = Number(2n ** 63n / 1_000_000n);

/** The number or duration at a place; undefined if there is none. @throws {ExpressionError} */
export function numberAt(text: string, from: number): NumberAt | undefined {
  const number = match(DECIMAL, text, from)?.[0] ?? match(HEXADECIMAL, text, from)?.[0];
  if (number !== undefined) {
    const to = from + number.length;
    const value = numberOf(number);
    if (value !== undefined) return { to, value };
    throw new ExpressionError(`the number ${number} is too large`, { from, to });
  }
  const duration = match(DURATION, text, from);
  if (!duration?.[0]) return undefined;
  const to = from + duration[0].length;
  const amounts = UNITS.map((unit, at) => unit * Number.parseInt(duration[at + 1] ?? '0', 10));
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  if (total <= LONGEST) return { to, value: total / 1000 };
  throw new ExpressionError(`the duration ${duration[0]} is longer than 292 years`, { from, to });
}

function numberOf(number: string): number | undefined {
  const digits = number.replaceAll('_', '');
  if (/^0x/i.test(digits)) return BigInt(digits) < 2n ** 63n ? Number(digits) : undefined;
  const value = /^0[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number(digits);
  return Number.isFinite(value) ? value : undefined;
}

const ESCAPE = /\\(?:([abfnrtv\\'"])|([0-3][0-7]{2})|x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8}))/y;

const NAMED: Record<string, string> = { a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

const STOPS: Record<string, RegExp> = { '"': /["\\\n\uFFFD]/g, "'": /['\\\n\uFFFD]/g, '`': /[`\uFFFD]/g };

/** The value of the string whose quote is at a place, and its end. @throws {ExpressionError} */
export function stringAt(text: string, from: number): StringAt {
  const quote = text.charAt(from);
  const stops = STOPS[quote] ?? /$/g;
  const parts: (string | number)[] = [];
  let at = from + 1;
  for (;;) {
    stops.lastIndex = at;
    const stop = stops.exec(text)?.index ?? text.length;
    parts.push(text.slice(at, stop));
    const found = text.charAt(stop);
    if (found === quote) return { to: stop + 1, ...joined(parts) };
    if (found === '\uFFFD')
      throw new ExpressionError('the string has a broken character', { from: stop, to: stop + 1 });
    if (found !== '\\') throw new ExpressionError('the string is not closed', { from, to: stop });
    const escaped = escapeAt(text, stop, quote);
    parts.push(escaped.part);
    at = escaped.to;
  }
}

export interface StringAt {
  to: number;
  value: string;
  /** Escapes can make bytes that are not UTF-8. */
  isText: boolean;
}

/** A number is a byte. */
function escapeAt(text: string, from: number, quote: string): { to: number; part: string | number } {
  const [whole, name, octal, hex, short, long] = match(ESCAPE, text, from) ?? [];
  const to = from + (whole?.length ?? 2);
  if (whole === undefined || (name !== quote && (name === '"' || name === "'")))
    throw new ExpressionError(`${text.slice(from, to)} is no escape; write \\\\ for a backslash`, {
      from,
      to,
    });
  if (name !== undefined) return { to, part: NAMED[name] ?? name };
  if (octal !== undefined) return { to, part: Number.parseInt(octal, 8) };
  if (hex !== undefined) return { to, part: Number.parseInt(hex, 16) };
  const code = Number.parseInt(short ?? long ?? '', 16);
  if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
    throw new ExpressionError(`${whole} is no character`, { from, to });
  return { to, part: String.fromCodePoint(code) };
}

function joined(parts: (string | number)[]): Pick<StringAt, 'value' | 'isText'> {
  if (parts.every((part) => typeof part === 'string')) return { value: parts.join(''), isText: true };
  const bytes = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.of(part))),
  );
  return { value: bytes.toString(), isText: isUtf8(bytes) };
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
