import { usageError } from '../../../lib/words/errors.ts';

interface Field {
  name: string;
  least: number;
  most: number;
  /** Names of its values, the first one of `least`. */
  names?: readonly string[];
}

/** The fields of a schedule in their order, as robfig/cron reads them for the CronJob controller: Sunday is 0, and there is no 7. */
const FIELDS: readonly Field[] = [
  { name: 'minute', least: 0, most: 59 },
  { name: 'hour', least: 0, most: 23 },
  { name: 'day of the month', least: 1, most: 31 },
  {
    name: 'month',
    least: 1,
    most: 12,
    names: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  },
  { name: 'day of the week', least: 0, most: 6, names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
];

const DESCRIPTOR = /^@(yearly|annually|monthly|weekly|daily|midnight|hourly|every (\d+[hms])+)$/;

/** @throws {CommandError} if the CronJob controller could not read the schedule. */
export function checkSchedule(text: string): void {
  if (DESCRIPTOR.test(text)) return;
  const words = text.trim().split(/\s+/);
  if (words.length !== FIELDS.length)
    throw notASchedule(text, `it has ${countOf(words)}, not ${FIELDS.length}`);
  for (const [index, field] of FIELDS.entries()) {
    const word = words[index] ?? '';
    if (!word.split(',').every((part) => isPart(part, field)))
      throw notASchedule(text, `"${word}" is not a valid ${field.name} (${field.least}-${field.most})`);
  }
}

/** `*`, `5`, `1-5`, each also with a step: `0-30/10`. */
function isPart(part: string, { least, most, names = [] }: Field): boolean {
  const [, from = '', to = from, step = '1'] = /^([^-/]+)(?:-([^-/]+))?(?:\/(\d+))?$/.exec(part) ?? [];
  if (Number(step) < 1) return false;
  if (from === '*' || from === '?') return to === from;
  const [low, high] = [from, to].map((word) => {
    const named = names.indexOf(word.toLowerCase());
    if (named >= 0) return named + least;
    return /^\d+$/.test(word) ? Number(word) : Number.NaN;
  });
  return low !== undefined && high !== undefined && low >= least && high <= most && low <= high;
}

const countOf = (words: string[]): string => {
  const count = words.filter(Boolean).length;
  return `${count} ${count === 1 ? 'field' : 'fields'}`;
};

const notASchedule = (text: string, why: string) =>
  usageError(
    `invalid value "${text}" for --schedule: ${why}`,
    "Give minute, hour, day of the month, month and day of the week, such as '0 6 * * *' for every day at 6:00.",
  );
