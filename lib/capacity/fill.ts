import type { VolumeMetrics } from './outlook.ts';
import { shareOf } from './words.ts';

/** A volume with this share in use counts as full. */
const FULL = 0.95;

/** Days: a volume that may be full within them counts as full. */
const SOON = 1;

/** Days: a volume likely to be full within them should be grown now. */
const AHEAD_DAYS = 30;

/** How full a volume is, as a verdict and its reason; the reason is empty where nothing is wrong. */
export type Fill =
  | { verdict: 'degraded'; reason: 'disk-full' }
  | { verdict: 'at-risk'; reason: 'disk-filling' }
  | { verdict: 'unknown'; reason: 'not-measured' }
  | { verdict: 'healthy'; reason: '' | 'orphaned-claim' };

/** @param volume its metrics are undefined if no metrics server could be queried. */
export function fillOf({
  orphaned,
  metrics: { use, daysToFull } = {},
}: {
  orphaned: boolean;
  metrics?: Partial<Pick<VolumeMetrics, 'use' | 'daysToFull'>> | undefined;
}): Fill {
  if (orphaned) return { verdict: 'healthy', reason: 'orphaned-claim' };
  const within = (days: number | null | undefined, most: number): boolean => days != null && days <= most;
  if ((use !== undefined && shareOf(use) >= FULL) || within(daysToFull?.soonest, SOON))
    return { verdict: 'degraded', reason: 'disk-full' };
  if (within(daysToFull?.likely, AHEAD_DAYS)) return { verdict: 'at-risk', reason: 'disk-filling' };
  return use === undefined
    ? { verdict: 'unknown', reason: 'not-measured' }
    : { verdict: 'healthy', reason: '' };
}

/**
 * Verdicts on volumes and parts of the block, the most severe first. What is broken comes before what will be: unlike a host at
 * risk, a volume at risk leaves days to act.
 */
const ORDER = ['degraded', 'at-risk', 'unknown', 'healthy'] as const;

export type BlockVerdict = (typeof ORDER)[number];

/** Orders the most severe first. */
export const bySeverity = (one: { verdict: BlockVerdict }, other: { verdict: BlockVerdict }): number =>
  ORDER.indexOf(one.verdict) - ORDER.indexOf(other.verdict);

/** The most severe verdict; unknown without any. */
export const worstOf = (all: readonly { verdict: BlockVerdict }[]): BlockVerdict =>
  all.toSorted(bySeverity)[0]?.verdict ?? 'unknown';
