import { type Retention, retentionBytes, retentionDays } from '../objects/retention.ts';

/** How much of a volume's file system is used, as its kubelet measures it. */
export interface Use {
  /** Bytes. */
  used: number;
  /** Bytes of the file system, which are a little less than the claim's. */
  capacity: number;
}

/** How fast the use of a volume grows, as measured: bytes a day, with the bounds of its 95 % confidence interval. */
export interface Growth {
  perDay: number;
  low: number;
  high: number;
  /** Days from the first to the last measurement. */
  days: number;
}

/** In how many days a volume is full. Null: not at that growth. */
export interface DaysToFull {
  likely: number | null;
  soonest: number | null;
  latest: number | null;
}

/** What is measured of a claim's volume. What there are no metrics for is undefined. */
export interface VolumeMetrics {
  namespace: string;
  claim: string;
  use: Use | undefined;
  growth: Growth | undefined;
  daysToFull: DaysToFull | undefined;
  /** Use over time, for a chart: seconds since the epoch, bytes. Empty where nothing was measured. */
  points: [at: number, used: number][];
}

/**
 * In how many days a volume is full, as far as growth goes on as it was measured: null where it does not grow, and where
 * retention ends growth first: by size, or by time (growth at a bound has to fill the volume before the retention time is
 * reached). So a young server that is about to level off is no alarm.
 */
export function daysToFull(use: Use, growth: Growth, retention: Retention = {}): DaysToFull {
  const left = Math.max(0, use.capacity - use.used);
  const reach = heldAt(use, retention) === undefined ? daysToRetention(use, growth, retention) : 0;
  const at = (perDay: number): number | null => {
    if (left === 0) return 0;
    return perDay > 0 && left / perDay <= reach ? left / perDay : null;
  };
  return { likely: at(growth.perDay), soonest: at(growth.high), latest: at(growth.low) };
}

/**
 * The bytes that use levels off at, at most, by retention: its size, or what there is once its time is reached (with growth g and
 * retention T about g × T), which may be more than the volume has; undefined where retention does not hold growth back.
 */
export function levelOf(use: Use, growth: Growth, retention: Retention): number | undefined {
  const held = heldAt(use, retention);
  if (held !== undefined) return held;
  const reach = daysToRetention(use, growth, retention);
  return reach === Number.POSITIVE_INFINITY ? undefined : use.used + growth.high * reach;
}

/**
 * Gi that a volume needs so that it is at most 80 % full after so many days at the upper bound of its growth; undefined where
 * what it has is enough.
 *
 * @param present bytes that its claim asks for.
 */
export function gibFor(
  { use, growth, retention = {} }: { use: Use; growth: Growth; retention?: Retention | undefined },
  { days, present }: { days: number; present: number },
): number | undefined {
  if (heldAt(use, retention) !== undefined) return undefined;
  const ahead = Math.min(days, daysToRetention(use, growth, retention));
  const needed = (use.used + Math.max(0, growth.high) * ahead) / FULL_SHARE;
  return needed <= present ? undefined : Math.ceil(needed / GI);
}

const GI = 1024 ** 3;

/** How much of a volume may be filled, and how much of it blocks may fill at most: beside them lie the log and compaction. */
const FULL_SHARE = 0.8;
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
