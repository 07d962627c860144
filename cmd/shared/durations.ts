import { parseDuration } from '../../lib/kube/config/duration.ts';
import { usageError } from '../../lib/words/errors.ts';

/**
 * How long one request of a run may take where nobody says: a run that waits without end can't say what it has left paused
 * or stopped. An API server gives a request up after a minute, and says so itself.
 */
export const REQUEST_LIMIT = '70s';

/** The longest that a timer of Node can wait, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/** What was given for a flag that takes a duration from `least` to `most`, in milliseconds; anything else is a usage error. */
export function durationOf(flag: string, text: string, { least = 0, most = LONGEST } = {}): number {
  const duration = parseDuration(text);
  if (duration === undefined || duration < least || duration > LONGEST)
    throw usageError(`invalid value "${text}" for --${flag}`, 'Give a duration such as 90s, 5m or 1h.');
  if (duration > most)
    throw usageError(
      `invalid value "${text}" for --${flag}`,
      `Give a duration of at most ${most / 60_000}m.`,
    );
  return duration;
}
