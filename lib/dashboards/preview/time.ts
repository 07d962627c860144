/** A period that a dashboard shows. */
export interface Period {
  from: Date;
  to: Date;
  /** As its author wrote it: `now-6h to now`. */
  text: string;
  /** Whether it could not be read, and the default is used. */
  isDefault: boolean;
}

/** The period of a dashboard, from `time` (§2.3); the last six hours if it has none that can be read. Times are rounded in UTC. */
export function periodOf(time: { from?: unknown; to?: unknown } | undefined, now: Date): Period {
  const [first, last] = [time?.from ?? 'now-6h', time?.to ?? 'now'];
  const from = momentOf(first, now, false);
  const to = momentOf(last, now, true);
  if (from && to && from < to)
    return { from, to, text: `${String(first)} to ${String(last)}`, isDefault: false };
  return { from: new Date(now.getTime() - 6 * HOUR), to: now, text: 'now-6h to now', isDefault: true };
}

/** The moment that a relative time (`now-1d/d`) or a date names; undefined if it is neither. */
export function momentOf(time: unknown, now: Date, isEnd: boolean): Date | undefined {
  if (typeof time === 'number') return valid(new Date(time));
  if (typeof time !== 'string') return undefined;
  const relative = /^now((?:[+-]\d{1,6}[smhdwMQy])*)(?:\/([smhdwMQy]))?$/.exec(time.trim());
  if (!relative) return valid(new Date(/^\d+$/.test(time) ? Number(time) : time));
  const [, steps = '', unit] = relative;
  const moved = [...steps.matchAll(/([+-])(\d+)([smhdwMQy])/g)].reduce(
    (at, [, sign, count, of = '']) => shifted(at, (sign === '-' ? -1 : 1) * Number(count), of),
    now,
  );
  if (unit === undefined) return valid(moved);
  const start = floorOf(moved, unit);
  return valid(isEnd ? new Date(shifted(start, 1, unit).getTime() - 1) : start);
}

const HOUR = 3_600_000;

/** Milliseconds. */
const LENGTHS: Record<string, number> = { s: 1000, m: 60_000, h: HOUR, d: 24 * HOUR, w: 168 * HOUR };
/** Months. */
const MONTHS: Record<string, number> = { M: 1, Q: 3, y: 12 };

const valid = (date: Date): Date | undefined => (Number.isNaN(date.getTime()) ? undefined : date);

function shifted(at: Date, count: number, unit: string): Date {
  const length = LENGTHS[unit];
  if (length !== undefined) return new Date(at.getTime() + count * length);
  const moved = new Date(at);
  moved.setUTCMonth(moved.getUTCMonth() + count * (MONTHS[unit] ?? 1));
  return moved;
}

/** Where the second, day, month or so of a moment starts. Weeks start on Monday. */
function floorOf(at: Date, unit: string): Date {
  const length = LENGTHS[unit];
  if (unit === 'w') return new Date(floorOf(at, 'd').getTime() - ((at.getUTCDay() + 6) % 7) * 24 * HOUR);
  if (length !== undefined) return new Date(Math.floor(at.getTime() / length) * length);
  const months = MONTHS[unit] ?? 1;
  return new Date(Date.UTC(at.getUTCFullYear(), Math.floor(at.getUTCMonth() / months) * months));
}
