import { parseDays } from '../../../lib/objects/retention.ts';
import { usageError } from '../../../lib/words/errors.ts';

/** The days given for a flag; anything else is a usage error. */
export function daysOf(flag: string, text: string): number {
  const days = parseDays(text);
  if (days === undefined || days < LEAST || days > MOST)
    throw usageError(
      `invalid value "${text}" for --${flag}`,
      'Use a time from 1h to 3650d, such as 180d, 26w or 1y.',
    );
  return days;
}

/** Days: one hour to ten years, beyond which no measurement or forecast makes sense. */
const LEAST = 1 / 24;
const MOST = 3_650;
