/** An amount of something, such as bytes: exact to a thousandth, and the family of suffixes that it is written with. */
export interface Quantity {
  /** Thousandths of a unit. */
  milli: bigint;
  family: 'binary' | 'decimal' | 'exponent';
}

const BINARY = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const DECIMAL = ['m', '', 'k', 'M', 'G', 'T', 'P', 'E'];
/** Suffixes below a thousandth: what they say is rounded up to one. */
const TINY: Record<string, number> = { n: -9, u: -6 };

const FORM = /^([+-]?)(\d*)(?:\.(\d*))?([eEinumkKMGTP]*[-+]?\d*)$/;

/**
 * Reads a quantity, rounded up to a thousandth, as resource lists are.
 *
 * @throws RangeError with the API server's message for an invalid text.
 */
export function parseQuantity(text: string): Quantity {
  const [, sign = '', whole = '', fraction = '', suffix = ''] = FORM.exec(text.trim()) ?? [];
  if (whole + fraction === '') {
    throw new RangeError(
      "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
    );
  }
  const { family, numerator, decimals } = multiplier(suffix);
  const digits = BigInt(whole + fraction) * numerator;
  const magnitude = roundedUp(digits, 3 + decimals - fraction.length);
  return { milli: sign === '-' ? -magnitude : magnitude, family };
}

/** The text that the API server stores and answers for a quantity: the largest suffix that leaves an integer. */
export function formatQuantity({ milli, family }: Quantity): string {
  const sign = milli < 0n ? '-' : '';
  const magnitude = milli < 0n ? -milli : milli;
  if (magnitude === 0n) return '0';
  // Less than one Ki has no binary suffix.
  if (family === 'binary' && magnitude >= 1_024_000n) {
    const [value, steps] = reduced((magnitude + 999n) / 1000n, 1024n, BINARY.length - 1);
    return `${sign}${value}${BINARY[steps]}`;
  }
  const [value, steps] = reduced(magnitude, 1000n, DECIMAL.length - 1);
  if (family !== 'exponent') return `${sign}${value}${DECIMAL[steps]}`;
  const exponent = steps * 3 - 3;
  return `${sign}${value}${exponent === 0 ? '' : `e${exponent}`}`;
}

/** Below zero, zero or above it, as the first is less than the second, equals it or is more; absent counts as zero. */
export function compareQuantities(a: unknown, b: unknown): number {
  const difference = milliOf(a) - milliOf(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Thousandths of a unit in a stored quantity; 0 if absent. */
export const milliOf = (stored: unknown): bigint =>
  typeof stored === 'string' ? parseQuantity(stored).milli : 0n;

interface Multiplier {
  family: Quantity['family'];
  numerator: bigint;
  /** The power of ten beside it. */
  decimals: number;
}

function multiplier(suffix: string): Multiplier {
  const binary = BINARY.indexOf(suffix);
  if (binary > 0) return { family: 'binary', numerator: 1024n ** BigInt(binary), decimals: 0 };
  const decimals = DECIMAL.includes(suffix) ? DECIMAL.indexOf(suffix) * 3 - 3 : TINY[suffix];
  if (decimals !== undefined) return { family: 'decimal', numerator: 1n, decimals };
  const exponent = /^[eE]([-+]?\d+)$/.exec(suffix)?.[1];
  if (exponent === undefined) throw new RangeError("unable to parse quantity's suffix");
  return { family: 'exponent', numerator: 1n, decimals: Number(exponent) };
}

function roundedUp(digits: bigint, decimals: number): bigint {
  if (decimals >= 0) return digits * 10n ** BigInt(decimals);
  const divisor = 10n ** BigInt(-decimals);
  return (digits + divisor - 1n) / divisor;
}

/** A value divided by a base as often as that leaves no rest, and how often that was. */
function reduced(value: bigint, base: bigint, most: number): [value: bigint, steps: number] {
  let left = value;
  let steps = 0;
  while (steps < most && left % base === 0n) {
    left /= base;
    steps += 1;
  }
  return [left, steps];
}
