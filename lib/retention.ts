import { parseDays } from './days.ts';

/** What an instance deletes its oldest data by, as its resource has it. */
export interface Retention {
  /** `30d`; undefined where it keeps nothing by time, or nobody knows. */
  time?: string | undefined;
  /** `40GB`; undefined where it keeps as much as comes in. */
  size?: string | undefined;
}

/**
 * The retention in the spec of an instance.
 *
 * @param usualTime what the operator takes where it says neither a time nor a size.
 */
export function retentionOf(spec: Record<string, unknown> | undefined, usualTime: string): Retention {
  const [time, size] = [textOf(spec?.retention), textOf(spec?.retentionSize)];
  return { time: time ?? (size === undefined ? usualTime : undefined), size };
}

/** Days of a retention's time; undefined where it has none. */
export const retentionDays = ({ time }: Retention): number | undefined =>
  time === undefined ? undefined : parseDays(time);

/**
 * Bytes of a retention's size as Prometheus reads it (`40GB`, `0.5TiB`: both spellings of a unit are powers of 1024); undefined
 * where it is no limit.
 */
export function retentionBytes({ size = '' }: Retention): number | undefined {
  const [, number, prefix] = /^((?:\d*\.)?\d+)(?:([KMGTPE])i?)?B$/.exec(size) ?? [];
  const bytes = Number(number) * (prefix ? 1024 ** ('KMGTPE'.indexOf(prefix) + 1) : 1);
  return number === undefined || bytes === 0 ? undefined : bytes;
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
