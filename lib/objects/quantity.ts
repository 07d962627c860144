import { CommandError } from '../words/errors.ts';
import { oneLine } from '../words/text.ts';

/** The factor of each suffix of a Kubernetes quantity, in billionths of the unit. */
const SUFFIXES: Record<string, bigint> = {
  n: 1n,
  u: 1_000n,
  m: 1_000_000n,
  '': 10n ** 9n,
  k: 10n ** 12n,
  M: 10n ** 15n,
  G: 10n ** 18n,
  T: 10n ** 21n,
  P: 10n ** 24n,
  E: 10n ** 27n,
  Ki: (10n ** 9n) << 10n,
  Mi: (10n ** 9n) << 20n,
  Gi: (10n ** 9n) << 30n,
  Ti: (10n ** 9n) << 40n,
  Pi: (10n ** 9n) << 50n,
  Ei: (10n ** 9n) << 60n,
};

const QUANTITY = /^([+-]?)(\d+\.?\d*|\.\d+)(?:([numkMGTPE]|[KMGTPE]i)|[eE]([+-]?\d{1,3}))?$/;

/**
 * Parses a Kubernetes quantity such as `100Gi`, `1.5Ti`, `5e10` or `107374182400`: in billionths of its unit (bytes for storage),
 * rounded up as the API does. Undefined if it is invalid.
 */
export function parseQuantity(text: string): bigint | undefined {
  const [, sign, number = '', suffix = '', exponent] = QUANTITY.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const [whole = '', fraction = ''] = number.split('.');
  const digits = BigInt(whole + fraction);
  const scale = BigInt(exponent ?? 0) - BigInt(fraction.length);
  const unit = SUFFIXES[suffix] ?? 0n;
  const value = scale >= 0n ? digits * unit * 10n ** scale : ceiling(digits * unit, 10n ** -scale);
  return sign === '-' ? -value : value;
}

/**
 * Negative if `one` is less than `other`, 0 if they are equal, positive if it is more.
 *
 * @throws {CommandError} if one of them is not a quantity.
 */
export function compareQuantities(one: string, other: string): number {
  const [left, right] = [amount(one), amount(other)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Whether both are the same amount, however they are written, or both undefined. */
export const sameQuantity = (one: string | undefined, other: string | undefined): boolean =>
  one === undefined || other === undefined ? one === other : compareQuantities(one, other) === 0;

/** A quantity in whole units (for storage: bytes), rounded up. */
export const wholeUnits = (text: string): bigint => ceiling(amount(text), 10n ** 9n);

function amount(text: string): bigint {
  const value = parseQuantity(text);
  if (value === undefined)
    throw new CommandError(
      'api',
      `error: the cluster has a size that is not a quantity: "${oneLine(text.slice(0, 60))}"`,
      {
        hint: 'Correct it: kubectl get pvc and the claim template of the resource show where it is.',
      },
    );
  return value;
}

const ceiling = (value: bigint, divisor: bigint): bigint => (value + divisor - 1n) / divisor;

const UNITS = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi'];

/** Bytes in the notation of claims: `36.1Gi`, `-512Mi`, `0`. */
export function bytesText(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(Math.abs(bytes), 1)) / 10), UNITS.length - 1);
  const amount = bytes / 1024 ** power;
  const text = Math.abs(amount) >= 99.95 ? amount.toFixed(0) : amount.toFixed(1).replace(/\.0$/, '');
  return `${text === '-0' ? '0' : text}${UNITS[power]}`;
}
