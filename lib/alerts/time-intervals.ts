import type { AlertConfig, Range, Route, TimeInterval } from './alert-facts.ts';

/**
 * Names of the time intervals that keep a route from notifying at a moment, as Alertmanager gives them: those it is active
 * in, if none of them contains the moment; else those of its mute intervals that do.
 */
export function mutedBy(
  { muteIntervals, activeIntervals }: Pick<Route, 'muteIntervals' | 'activeIntervals'>,
  timeIntervals: AlertConfig['timeIntervals'],
  at: Date,
): string[] {
  const isNow = (name: string): boolean =>
    (timeIntervals.get(name) ?? []).some((interval) => containsMoment(interval, at));
  const isInactive = activeIntervals.length > 0 && !activeIntervals.some(isNow);
  return isInactive ? [...activeIntervals] : muteIntervals.filter(isNow);
}

/** Whether an interval contains a moment. */
export function containsMoment(interval: TimeInterval, at: Date): boolean {
  const { year, month, day, minute } = localTime(at, interval.location);
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const isIn = (ranges: readonly Range[] | undefined, value: number): boolean =>
    ranges?.some(([from, to]) => value >= from && value <= to) ?? true;
  return (
    isIn(
      interval.times?.map(([from, to]) => [from, to - 1]),
      minute,
    ) &&
    isIn(
      interval.daysOfMonth?.map(([from, to]) => [dayOf(from, length), dayOf(to, length)]),
      day,
    ) &&
    isIn(interval.months, month) &&
    isIn(interval.weekdays, new Date(Date.UTC(year, month - 1, day)).getUTCDay()) &&
    isIn(interval.years, year)
  );
}

/** A day that counts from the end of the month, where -1 is the last one, as one that counts from its beginning. */
const dayOf = (day: number, length: number): number => (day < 0 ? length + day + 1 : day);

/** A moment in a time zone: the month from 1, the minute of the day. */
function localTime(at: Date, timeZone = 'UTC'): Record<'year' | 'month' | 'day' | 'minute', number> {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(at);
  const number = (wanted: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find(({ type }) => type === wanted)?.value);
  return {
    year: number('year'),
    month: number('month'),
    day: number('day'),
    minute: number('hour') * 60 + number('minute'),
  };
}
