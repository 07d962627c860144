import { bytesText } from '../objects/quantity.ts';
import { type Retention, retentionDays } from '../objects/retention.ts';
import { brokenLimit, daysToRetention, heldAt } from './limits.ts';
import { levelOf } from './outlook.ts';
import { daysOf, LEAST_DAYS, LEAST_POINTS, sinceReset } from './trend.ts';
import type { VolumeMetrics } from './volume.ts';
import { timeText } from './words.ts';

/** So many times the measured days are what growth says something of. */
const REACH = 20;

/** What has to be known to read the figures of a volume rightly, in sentences without a full stop. */
export function notesOf(
  { use, growth, points }: VolumeMetrics,
  { retention, now, horizon }: { retention: Retention; now: Date; horizon: number },
): string[] {
  const notes: string[] = [];
  const stretch = sinceReset(points);
  const [first] = stretch;
  if (first && stretch.length < points.length)
    notes.push(
      `use fell to less than half ${timeText((now.getTime() / 1000 - first[0]) / 86_400)} ago, as where a volume is emptied or replaced: growth is measured since then`,
    );
  if (!growth && points.length > 0) notes.push(tooShort(stretch.length, daysOf(stretch)));
  if (!use || !growth) return notes;
  const held = heldAt(use, retention);
  if (brokenLimit(use, growth, retention) !== undefined)
    notes.push(
      `retentionSize ${retention.size} does not hold: ${bytesText(use.used)} is used, and use grows. Its pod may not have restarted since it was set, or the volume holds other files than those that Prometheus counts: kubectl monitoring status says what its pod runs with`,
    );
  const level = levelOf(use, growth, retention);
  if (held !== undefined)
    notes.push(
      `retentionSize ${retention.size} holds use at ${bytesText(held)}: from there on the oldest data is deleted, whatever its retention time`,
    );
  else if (level !== undefined)
    notes.push(
      `${level > use.capacity ? 'it would level off only near' : 'use levels off at most at'} ${bytesText(level)}, when data reaches its retention time (${retention.time}) in ${timeText(daysToRetention(use, growth, retention))}`,
    );
  else {
    if (growth.low > 0 && retentionDays(retention) !== undefined)
      notes.push(
        `its retention time (${retention.time}) is reached already, as far as was measured, and use grows all the same: more comes in than before`,
      );
    if (growth.high > 0 && growth.days * REACH < horizon)
      notes.push(`${timeText(growth.days)} of measurements say little about ${timeText(horizon)}`);
  }
  return notes;
}

const tooShort = (points: number, days: number): string =>
  days < LEAST_DAYS
    ? `measured for ${timeText(days)} only: growth can be told after ${timeText(LEAST_DAYS)}`
    : `measured ${points} times only, and growth needs ${LEAST_POINTS}: a shorter --over takes more points from the same time`;
