import { bytesText } from '../objects/quantity.ts';
import type { DaysToFull, Growth } from './volume.ts';

/** `grows 0.9Gi +- 12Mi a day`; of an interval with both signs, that it tells nothing for certain. */
export function growthText({ perDay, low, high }: Growth): string {
  const amount = `${bytesText(Math.abs(perDay))} +- ${bytesText((high - low) / 2)} a day`;
  if (low > 0) return `grows ${amount}`;
  if (high < 0) return `shrinks ${amount}`;
  return `no clear growth (${perDay < 0 ? '-' : ''}${amount})`;
}

/** Beyond so many days nothing more is said than that it is far away. */
const FAR = 1_000;

/** When a volume is full: `full in 34 days (28 to 45)`. */
export function fullText({ likely, soonest, latest }: DaysToFull): string {
  if (likely === 0) return 'full now';
  const early = isNear(soonest) ? soonest : undefined;
  if (!isNear(likely)) {
    const never = likely === null ? 'not full at this growth' : `not full within ${FAR} days`;
    return early === undefined ? never : `${never}, at the soonest in ${timeText(early)}`;
  }
  const full = `full in ${timeText(likely)}`;
  if (likely < 1 || early === undefined) return full;
  if (!isNear(latest)) return `${full} (${whole(early)} at the soonest)`;
  return whole(early) === whole(latest) ? full : `${full} (${whole(early)} to ${whole(latest)})`;
}

/** A time of so many days: `34 days`, `5 hours`. */
export function timeText(days: number): string {
  const [amount, unit] = days < 1 ? [Math.max(1, Math.round(days * 24)), 'hour'] : [whole(days), 'day'];
  return `${amount} ${unit}${String(amount) === '1' ? '' : 's'}`;
}

const isNear = (days: number | null): days is number => days !== null && days <= FAR;

/** Rounded down where a day more or less makes little difference: nobody is told of more time than there is. */
const whole = (days: number): string =>
  days < 10 ? short(Math.floor(days * 10) / 10) : String(Math.floor(days));

const short = (value: number): string =>
  Math.abs(value) >= 99.95 ? value.toFixed(0) : value.toFixed(1).replace(/\.0$/, '');
