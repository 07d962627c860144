import type { Range, TimeInterval } from './alert-facts.ts';
import { listAt, mapAt, textAt } from './config-values.ts';

/** A time interval of a configuration, of which every field may be absent. @throws {SyntaxError} */
export function intervalOf(value: unknown, where: string): TimeInterval {
  const fields = mapAt(value, where);
  const ranges = (name: string, read: (value: unknown, where: string) => Range): Range[] | undefined =>
    (fields[name] ?? null) === null
      ? undefined
      : listAt(fields[name], `${where}.${name}`).map((entry) => read(entry.value, entry.where));
  const [times, weekdays, daysOfMonth, months, years] = [
    ranges('times', timesAt),
    ranges('weekdays', (day, at) => rangeAt(day, at, { names: WEEKDAYS, least: 0, most: 6 })),
    ranges('days_of_month', (day, at) => rangeAt(day, at, { least: -31, most: 31 })),
    ranges('months', (month, at) => rangeAt(month, at, { names: MONTHS, least: 1, most: 12 })),
    ranges('years', (year, at) => rangeAt(year, at, { least: 0, most: 9999 })),
  ];
  const location = locationAt(fields.location, `${where}.location`);
  return {
    ...(times && { times }),
    ...(weekdays && { weekdays }),
    ...(daysOfMonth && { daysOfMonth }),
    ...(months && { months }),
    ...(years && { years }),
    ...(location !== undefined && { location }),
  };
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** From 1. */
const MONTHS = [
  '',
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** `monday`, `monday:friday`, `1:15`, `-1`. */
function rangeAt(
  value: unknown,
  where: string,
  { names = [], least, most }: { names?: readonly string[]; least: number; most: number },
): Range {
  const text = textAt(value, where).toLowerCase();
  const ends = text.split(':').map((end) => {
    const named = end === '' ? -1 : names.indexOf(end);
    return named >= 0 ? named : /^[+-]?\d{1,4}$/.test(end) ? Number(end) : Number.NaN;
  });
  const [from = Number.NaN, to = from] = ends;
  if (ends.length > 2 || !(from >= least && from <= most && to >= least && to <= most))
    throw new SyntaxError(`${where} is not a range: ${JSON.stringify(text)}`);
  return [from, to];
}

function timesAt(value: unknown, where: string): Range {
  const { start_time: start, end_time: end } = mapAt(value, where);
  return [minutesAt(start, `${where}.start_time`), minutesAt(end, `${where}.end_time`)];
}

function minutesAt(value: unknown, where: string): number {
  const text = textAt(value, where);
  const [, hours, minutes] = /^(?:([01]\d|2[0-3]):([0-5]\d)|24:00)$/.exec(text) ?? [];
  if (hours !== undefined) return Number(hours) * 60 + Number(minutes);
  if (text === '24:00') return 24 * 60;
  throw new SyntaxError(`${where} is not a time: ${JSON.stringify(text)}`);
}

/** A time zone that this program knows, too. The zone of the Alertmanager's machine (`Local`) is UTC in a container. */
function locationAt(value: unknown, where: string): string | undefined {
  const zone = textAt(value, where);
  if (zone === '' || zone === 'Local') return undefined;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return zone;
  } catch {
    throw new SyntaxError(`${where} is not a known time zone: ${JSON.stringify(zone)}`);
  }
}
