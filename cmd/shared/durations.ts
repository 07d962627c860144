import { parseDuration } from '../../lib/kube/config/duration.ts';
import { usageError } from '../../lib/words/errors.ts';

/**
 * The default timeout of one request in a run: a run that never ends cannot report what it has left paused or stopped. An API
 * server aborts a request after a minute with an error of its own.
 */
export const REQUEST_LIMIT = '70s';

/** The longest timer of Node, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/** The value in milliseconds of a flag that takes a duration from `least` to `most`. Throws a usage error otherwise. */
export function durationOf(flag: string, text: string, { least = 0, most = LONGEST } = {}): number {
  const duration = parseDuration(text);
  if (duration === undefined || duration < least || duration > LONGEST)
    throw usageError(`invalid value "${text}" for --${flag}`, 'Use a duration such as 90s, 5m or 1h.');
  if (duration > most)
    throw usageError(`invalid value "${text}" for --${flag}`, `Use a duration of at most ${most / 60_000}m.`);
  return duration;
}
