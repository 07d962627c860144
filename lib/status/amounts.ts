import type { DaysToFull, Growth, Use } from '../capacity/volume.ts';
import { bytesText } from '../objects/quantity.ts';

/** How much of a file system is used, of 1. */
export const shareOf = ({ used, capacity }: Use): number => (capacity > 0 ? used / capacity : 0);

/** A share in per cent, rounded down: what is not full is never said to be. */
export const percent = (share: number): number => Math.floor(share * 100 + ROUNDING);

const ROUNDING = 1e-9;

/** `0.9Gi/d`. */
export const rateText = ({ perDay }: Growth): string => `${bytesText(perDay)}/d`;

/**
 * `29d (24-36)`, or `29d (24+)` where it may also take much longer; `>24d` where that is the likeliest; `levels off` where it
 * grows, but retention ends that before; else `never`.
 */
export function daysToFullText({ likely, soonest, latest }: DaysToFull, growth?: Growth): string {
  if (likely === 0) return 'now';
  if (likely === null && soonest === null) return growth && growth.low > 0 ? 'levels off' : 'never';
  const from = daysText(Math.min(soonest ?? FAR, FAR));
  if (likely === null || likely > FAR) return `>${from}d`;
  return `${daysText(likely)}d (${latest === null || latest > FAR ? `${from}+` : `${from}-${daysText(latest)}`})`;
}

/** Days that are further away than this say no more than that it is long. */
const FAR = 1_000;

/** Days, rounded down: to a tenth where they are few. */
const daysText = (days: number): string => String(days < 10 ? Math.floor(days * 10) / 10 : Math.floor(days));
