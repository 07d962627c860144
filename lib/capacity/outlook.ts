import type { Retention } from '../objects/retention.ts';
import { daysToRetention, FULL_SHARE, heldAt } from './limits.ts';
import type { DaysToFull, Growth, Use } from './volume.ts';

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
