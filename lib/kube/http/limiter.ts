import type { IncomingMessage } from 'node:http';
import { aborted } from './answer-to.ts';

/** What came of a request: the server took it, or wanted to be asked less (429). */
export type Taking = 'taken' | 'refused';

/** The place of one request among those that are under way. */
export interface Place {
  /** Its answer has begun. */
  answered(taking: Taking): void;
  /** Its answer is read to the end, or will never come. */
  leave(): void;
}

/** Waits for a place. Rejects where the signal aborts before there is one. */
export type Limiter = (signal?: AbortSignal) => Promise<Place>;

/**
 * Lets `width` go side by side, and the others wait in a row. Once one has waited for `patience` milliseconds, those
 * under way take so long that it is cheaper to begin than to wait: from there on nobody does.
 *
 * From when the server refuses because it is asked too much (429), its limit holds instead. It is for requests without an
 * answer: who reads one may well wait for another request meanwhile.
 */
export function limiter(width: number, patience: number): Limiter {
  const row: (() => void)[] = [];
  let taken = 0;
  let unanswered = 0;
  let isSlow = false;
  let pace = UNLIMITED;

  const hasRoom = (): boolean =>
    pace === UNLIMITED ? isSlow || taken < width : unanswered < Math.floor(pace.limit);

  const admit = (): void => {
    while (row.length > 0 && hasRoom()) row.shift()?.();
  };

  function place(): Place {
    const started = pace.lowered;
    let [isUnanswered, isTaken] = [true, true];
    taken += 1;
    unanswered += 1;
    const answer = (): void => {
      if (isUnanswered) unanswered -= 1;
      isUnanswered = false;
    };
    return {
      answered(taking) {
        pace = paceAfter(pace, taking, { started, underWay: unanswered });
        answer();
        admit();
      },
      leave() {
        answer();
        if (isTaken) taken -= 1;
        isTaken = false;
        admit();
      },
    };
  }

  return async (signal) => {
    if (signal?.aborted) throw aborted(signal);
    if (hasRoom()) return place();
    const { promise, resolve, reject } = Promise.withResolvers<Place>();
    const end = (): void => {
      clearTimeout(impatient);
      signal?.removeEventListener('abort', giveUp);
    };
    const enter = (): void => {
      end();
      resolve(place());
    };
    const giveUp = (): void => {
      end();
      row.splice(row.indexOf(enter), 1);
      reject(aborted(signal as AbortSignal));
    };
    const impatient = setTimeout(() => {
      isSlow = true;
      admit();
    }, patience);
    signal?.addEventListener('abort', giveUp);
    row.push(enter);
    return promise;
  };
}

/** How many requests may be under way at a time, as far as the server's refusals say. */
export interface Pace {
  /** Its whole part counts; Infinity while nothing was refused. */
  limit: number;
  /** How often it was lowered. */
  lowered: number;
}

export const UNLIMITED: Pace = { limit: Number.POSITIVE_INFINITY, lowered: 0 };

/** A request that has been answered. */
interface Answered {
  /** `lowered` of the pace at which it began. */
  started: number;
  /** How many were under way when it was answered, itself among them. */
  underWay: number;
}

/**
 * The pace after an answer: half of what was under way after a refusal, one more after as many were taken as the limit
 * has. What began before the limit was last lowered was sent at the old pace, and says nothing of the new one.
 */
export function paceAfter(pace: Pace, taking: Taking, { started, underWay }: Answered): Pace {
  const { limit, lowered } = pace;
  if (started < lowered) return pace;
  if (taking === 'taken') return pace === UNLIMITED ? pace : { limit: limit + 1 / limit, lowered };
  return { limit: Math.max(1, Math.floor(Math.min(limit, underWay) / 2)), lowered: lowered + 1 };
}

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
  `the API server is throttling requests (429)${said && `: ${said}`}\nContinuing more slowly; retrying in ${Math.ceil(pause / 1000)}s.`;
