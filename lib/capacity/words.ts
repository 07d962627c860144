import { bytesText } from '../objects/quantity.ts';
import { DAY, type Retention, retentionDays } from '../objects/retention.ts';
import {
  brokenLimit,
  type DaysToFull,
  daysOf,
  daysToRetention,
  type Growth,
  heldAt,
  LEAST_DAYS,
  LEAST_POINTS,
  levelOf,
  sinceReset,
  type Use,
  type VolumeMetrics,
} from './outlook.ts';

/** `grows 0.9Gi +- 12Mi a day`; `no clear growth` if the interval includes zero. */
export function growthText({ perDay, low, high }: Growth): string {
  const amount = `${bytesText(Math.abs(perDay))} +- ${bytesText((high - low) / 2)} a day`;
  if (low > 0) return `grows ${amount}`;
  if (high < 0) return `shrinks ${amount}`;
  return `no clear growth (${perDay < 0 ? '-' : ''}${amount})`;
}

/** Days beyond which forecasts are not shown. */
export const FAR = 1_000;

/** `full in 34 days (28 to 45)`. */
export function fullText({ likely, soonest, latest }: DaysToFull): string {
  if (likely === 0) return 'full now';
  const early = isNear(soonest) ? soonest : undefined;
  if (!isNear(likely)) {
    const within = likely === null ? '' : ` within ${FAR} days`;
    if (early !== undefined) return `unlikely to be full${within}, at the earliest in ${timeText(early)}`;
    return likely === null ? 'never full at this rate' : `not full${within}`;
  }
  const full = `full in ${timeText(likely)}`;
  if (likely < 1 || early === undefined) return full;
  if (!isNear(latest)) return `${full} (${whole(early)} at the earliest)`;
  return whole(early) === whole(latest) ? full : `${full} (${whole(early)} to ${whole(latest)})`;
}

/** `34 days`, `5 hours`. */
export function timeText(days: number): string {
  const [amount, unit] = days < 1 ? [Math.max(1, Math.round(days * 24)), 'hour'] : [whole(days), 'day'];
  return `${amount} ${unit}${String(amount) === '1' ? '' : 's'}`;
}

const isNear = (days: number | null): days is number => days !== null && days <= FAR;

/** Rounded down, to a tenth below 10 days: never shows more time than is left. */
const whole = (days: number): string => String(days < 10 ? Math.floor(days * 10) / 10 : Math.floor(days));

/** The used share of a file system, from 0 to 1. */
export const shareOf = ({ used, capacity }: Use): number => (capacity > 0 ? used / capacity : 0);

/** A share in percent, rounded down: only a full volume shows 100%, and only an empty one 0%. */
export function percentText(share: number): string {
  const whole = Math.floor(share * 100 + ROUNDING);
  return whole === 0 && share > 0 ? '<1%' : `${whole}%`;
}

const ROUNDING = 1e-9;

/** `0.9Gi/d`. */
export const rateText = ({ perDay }: Growth): string => `${bytesText(perDay)}/d`;

/**
 * When a volume will be full: `in 29d`, with its range `in 29d (24-36)` or `in 29d (24+)` if it may take much longer, `after 24d` if
 * that is likely, `now` or `never`.
 */
export function daysToFullText(
  { likely, soonest, latest }: DaysToFull,
  { range }: { range: boolean },
): string {
  if (likely === 0) return 'now';
  if (likely === null && !isNear(soonest)) return 'never';
  const from = whole(Math.min(soonest ?? FAR, FAR));
  if (!isNear(likely)) return `after ${from}d`;
  const full = `in ${whole(likely)}d`;
  if (!range) return full;
  if (!isNear(latest)) return `${full} (${from}+)`;
  return from === whole(latest) ? full : `${full} (${from}-${whole(latest)})`;
}

/** Growth is meaningful for this many times the measured days. */
const REACH = 20;

/** What a user must know to interpret a volume's figures, without full stops. */
export function notesOf(
  { use, growth, points }: VolumeMetrics,
  { retention, now, horizon }: { retention: Retention; now: Date; horizon: number },
): string[] {
  const notes: string[] = [];
  const stretch = sinceReset(points);
  const [first] = stretch;
  if (first && stretch.length < points.length)
    notes.push(
      `use fell by more than half ${timeText((now.getTime() / 1000 - first[0]) / DAY)} ago, as when a volume is emptied or replaced: growth is measured since then`,
    );
  if (!growth && points.length > 0) notes.push(tooShort(stretch.length, daysOf(stretch)));
  if (!use || !growth) return notes;
  const held = heldAt(use, retention);
  if (brokenLimit(use, growth, retention) !== undefined)
    notes.push(
      `retentionSize ${retention.size} does not limit use: ${bytesText(use.used)} is used, and use is growing. Its pod may not have restarted since it was set, or the volume holds files that Prometheus does not count: to see what its pod runs with, run status for this namespace`,
    );
  const level = levelOf(use, growth, retention);
  if (held !== undefined)
    notes.push(
      `retentionSize ${retention.size} caps use at ${bytesText(held)}: beyond that, the oldest data is deleted, whatever the retention time`,
    );
  else if (level !== undefined)
    notes.push(
      `${level > use.capacity ? 'use would only level off near' : 'use levels off at or below'} ${bytesText(level)}, when data reaches its retention time (${retention.time}) in ${timeText(daysToRetention(use, growth, retention))}`,
    );
  else {
    if (growth.low > 0 && retentionDays(retention) !== undefined)
      notes.push(
        `its retention time (${retention.time}) appears to be reached, yet use still grows: more data comes in than before`,
      );
    if (growth.high > 0 && growth.days * REACH < horizon)
      notes.push(`${timeText(growth.days)} of measurements say little about ${timeText(horizon)}`);
  }
  return notes;
}

const tooShort = (points: number, days: number): string =>
  days < LEAST_DAYS
    ? `measured for only ${timeText(days)}: growth needs at least ${timeText(LEAST_DAYS)}`
    : `measured only ${points} times, but growth needs ${LEAST_POINTS}: a shorter --over takes measurements at shorter intervals`;
