import { bySeverity, type Verdict } from '../words/verdict.ts';
import type { DaysToFull, VolumeMetrics } from './outlook.ts';
import { shareOf } from './words.ts';

/** A volume with this share in use counts as full. */
const FULL = 0.95;

/** Days: a volume that may be full within them counts as full. */
const SOON = 1;

/** Days: a volume likely to be full within them should be grown now. */
const AHEAD_DAYS = 30;

/** How full a volume is, as a verdict and its reason; the reason is empty where nothing is wrong. */
export type Fill =
  | { verdict: 'at-risk'; reason: 'disk-full' | 'disk-filling' }
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
    return { verdict: 'at-risk', reason: 'disk-full' };
  if (within(daysToFull?.likely, AHEAD_DAYS)) return { verdict: 'at-risk', reason: 'disk-filling' };
  return use === undefined
    ? { verdict: 'unknown', reason: 'not-measured' }
    : { verdict: 'healthy', reason: '' };
}

/** Verdicts on volumes and parts of the block. */
export type BlockVerdict = Extract<Verdict, 'at-risk' | 'degraded' | 'unknown' | 'healthy'>;

interface Filled {
  verdict: BlockVerdict;
  reason: string;
  daysToFull?: DaysToFull | null | undefined;
}

/** Orders volumes: the most severe first; of those at risk, the one that will be full first. */
export const byFill = (one: Filled, other: Filled): number =>
  bySeverity(one, other) || daysLeft(one) - daysLeft(other);

const daysLeft = ({ verdict, reason, daysToFull }: Filled): number => {
  if (reason === 'disk-full') return 0;
  return (verdict === 'at-risk' ? daysToFull?.likely : undefined) ?? Number.MAX_VALUE;
};
