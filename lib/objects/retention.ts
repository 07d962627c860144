import { wholeUnits } from './quantity.ts';

/** The limits by which an instance deletes its oldest data, as in its resource. */
export interface Retention {
  /** `30d`. Undefined if there is no limit by time, or it is unknown. */
  time?: string | undefined;
  /** `40GB`. Undefined if there is no limit by size. */
  size?: string | undefined;
}

/** @param usualTime the operator's default if the spec sets neither a time nor a size. */
export function retentionOf(
  spec: Record<string, unknown> | undefined,
  usualTime: string | undefined,
): Retention {
  const [time, size] = [textOf(spec?.retention), textOf(spec?.retentionSize)];
  return { time: time ?? (size === undefined ? usualTime : undefined), size };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

export const retentionDays = ({ time }: Retention): number | undefined =>
  time === undefined ? undefined : parseDays(time);

/** Seconds per day. */
export const DAY = 86_400;

/** Days per unit of a Prometheus duration. */
const UNITS: Record<string, number> = {
  y: 365,
  w: 7,
  d: 1,
  h: 1 / 24,
  m: 1 / 1_440,
  s: 1 / DAY,
  ms: 1 / (DAY * 1000),
};

const WHOLE = /^(?:\d+(?:\.\d+)?(?:ms|[ywdhms]))+$/;
const PART = /(\d+(?:\.\d+)?)(ms|[ywdhms])/g;

/** Days of a Prometheus duration: `180d`, `26w`, `1d12h`. Undefined if it is invalid. */
export function parseDays(text: string): number | undefined {
  if (!WHOLE.test(text)) return undefined;
  return [...text.matchAll(PART)].reduce(
    (sum, [, value, unit]) => sum + Number(value) * (UNITS[unit ?? ''] ?? 0),
    0,
  );
}

/** Bytes of a retention size as Prometheus reads it. Undefined if it is not a limit. */
export function retentionBytes({ size = '' }: Retention): number | undefined {
  const limit = parsed(size);
  return limit && Number(limit.amount * limit.scale) / 100;
}

/** A Prometheus size: `40GB`, `40GiB`, `1.5TB`. Both spellings of a unit are powers of 1024. */
const RETENTION_SIZE = /^((?:\d*\.)?\d+)((?:([KMGTPE])i?)?B)$/;

/** How much of a volume blocks may fill, in percent: it also has the write-ahead log and blocks being compacted. */
const MOST = 85n;
const USUAL = 80n;

export interface Growth {
  retentionSize: string;
  /** Sizes of the volume before and after, as Kubernetes quantities. */
  from: string;
  to: string;
}

/**
 * The `retentionSize` for a grown volume, in the same unit and rounded down: the same share of the volume, or 80% if that was more
 * than 85%. Never less than before, because Prometheus would delete blocks. Undefined if it is not a limit: `0`, or invalid.
 */
export function retentionSizeFor({ retentionSize, from, to }: Growth): string | undefined {
  const limit = parsed(retentionSize);
  if (!limit) return undefined;
  const { amount, scale, unit } = limit;
  const [before, after] = [wholeUnits(from), wholeUnits(to)];
  const share = amount * scale <= MOST * before ? (amount * after) / before : (USUAL * after) / scale;
  const rounded = share >= 1000n ? share - (share % 100n) : share;
  return rounded <= amount ? retentionSize : `${decimal(rounded)}${unit}`;
}

/** Whether blocks up to that limit leave too little room for the rest of the volume. */
export function fillsTooMuch(retentionSize: string, size: string): boolean {
  const limit = parsed(retentionSize);
  return limit !== undefined && limit.amount * limit.scale > MOST * wholeUnits(size);
}

/** A limit in hundredths of its unit, and the bytes of that unit. */
function parsed(text: string): { amount: bigint; scale: bigint; unit: string } | undefined {
  const [, number = '', unit, prefix] = RETENTION_SIZE.exec(text) ?? [];
  const [whole = '', fraction = ''] = number.split('.');
  const amount = BigInt(whole + fraction.slice(0, 2).padEnd(2, '0'));
  if (unit === undefined || amount === 0n) return undefined;
  return { amount, scale: prefix ? 1024n ** BigInt('KMGTPE'.indexOf(prefix) + 1) : 1n, unit };
}

const decimal = (hundredths: bigint): string =>
  `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`.replace(/\.?0+$/, '');
