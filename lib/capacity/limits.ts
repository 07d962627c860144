import { type Retention, retentionBytes, retentionDays } from '../objects/retention.ts';
import type { Growth, Use } from './volume.ts';

/** How much of a volume may be filled, and how much of it blocks may fill at most: beside them lie the log and compaction. */
export const FULL_SHARE = 0.8;
const MOST_SHARE = 0.85;

/**
 * In how many days the retention time is reached, at the latest: from then on as much is deleted as comes in, so that no growth
 * goes on. Infinity where it does not hold growth back: it is not known, it lies within what was measured, or the volume has
 * as much as comes in over that time already, and still grows.
 */
export function daysToRetention({ used }: Use, growth: Growth, retention: Retention): number {
  const days = retentionDays(retention) ?? 0;
  return days > growth.days && growth.perDay * days > used ? days - growth.days : Number.POSITIVE_INFINITY;
}

/**
 * The bytes that the retention size holds use down to; undefined where it is none, or so much that the volume fills first, and
 * where use is far above it, so that it does not hold.
 */
export function heldAt({ used, capacity }: Use, retention: Retention): number | undefined {
  const bytes = retentionBytes(retention);
  const most = MOST_SHARE * capacity;
  return bytes !== undefined && bytes <= most && used <= Math.min(most, OVERSHOOT * bytes)
    ? bytes
    : undefined;
}

/** So far above its limit, of 1, use may be: what is too much is deleted with the next compaction alone. */
const OVERSHOOT = 1.1;

/** The bytes of a retention size that does not hold: use is far above it, and grows all the same; undefined where that is not so. */
export function brokenLimit({ used }: Use, growth: Growth, retention: Retention): number | undefined {
  const bytes = retentionBytes(retention);
  return bytes !== undefined && used > OVERSHOOT * bytes && growth.low > 0 ? bytes : undefined;
}
