import type { IncomingMessage } from 'node:http';

/** What of an answer says whether and when to come again. */
type Answer = Pick<IncomingMessage, 'statusCode' | 'headers'>;

/**
 * How many milliseconds to wait before an answered request is sent again; undefined: the answer counts.
 *
 * A server that is asked too much (429) has not done the request: it is asked again, as late as it says (`Retry-After`), but
 * within a minute, or, where it doesn't say, later each time. One that is not available (503) is taken at its word, some times.
 *
 * @param attempt which one was answered, from 1.
 * @param chance from 0 to 1: those who were refused together must not come back together.
 */
export function pauseBefore(
  { statusCode, headers }: Answer,
  attempt: number,
  chance: number,
): number | undefined {
  const asked = askedPause(headers);
  if (statusCode === 429)
    return asked || (asked === 0 && attempt === 1) ? Math.min(asked, LONGEST_ASKED) : grown(attempt, chance);
  const waits = statusCode === 503 && asked !== undefined && asked <= MAX_PAUSE && attempt <= MAX_RETRIES;
  return waits ? asked : undefined;
}

/** How long one request waits for a server that wants to be left alone, in milliseconds, where no `--request-timeout` says it. */
export const MAX_WAIT = 600_000;

/** As often as client-go sends one request again. */
const MAX_RETRIES = 10;

/** The longest pause, in milliseconds, that is not the server's wish after a 429. */
const MAX_PAUSE = 30_000;

/** The longest pause, in milliseconds, that a server may ask for with a 429: a host may be paused meanwhile. */
const LONGEST_ASKED = 60_000;

/** `Retry-After` in milliseconds: seconds, or a date, which is read by the server's own clock. */
function askedPause({ 'retry-after': later, date = '' }: Answer['headers']): number | undefined {
  if (later === undefined) return undefined;
  const pause = /^\d+$/.test(later) ? Number(later) * 1000 : Date.parse(later) - Date.parse(date);
  return pause >= 0 ? pause : undefined;
}

/** From 1 to 2 seconds, doubled with each attempt. */
const grown = (attempt: number, chance: number): number =>
  (Math.min(MAX_PAUSE, 2 ** attempt * 1000) * (1 + chance)) / 2;

/** Says of a pause in milliseconds whether a person is to be told: of the first, and of each far longer than was told. */
export function newsOfPauses(): (pause: number) => boolean {
  let told: number | undefined;
  return (pause) => {
    const isNews = told === undefined || (pause > MAX_PAUSE && pause > told);
    if (isNews) told = pause;
    return isNews;
  };
}

/** What a person is told of a 429 that is waited for. */
export const slowDownText = (said: string, pause: number): string =>
  `the API server asks to slow down (429)${said && `: ${said}`}\nThis goes on more slowly; the request is sent again in ${Math.ceil(pause / 1000)}s.`;
