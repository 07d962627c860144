import type { IncomingMessage } from 'node:http';
import { aborted } from './answer-to.ts';

/** Whether the server accepted a request or throttled it (429). */
export type Taking = 'taken' | 'refused';

/** The slot of one request among those in flight. */
export interface Place {
  /** Its response has started. */
  answered(taking: Taking): void;
  /** Its response was read to the end, or will never come. */
  leave(): void;
}

/** Waits for a slot. Rejects if the signal aborts first. */
export type Limiter = (signal?: AbortSignal) => Promise<Place>;

/**
 * Runs `width` requests concurrently and queues the rest. Once one has waited for `patience` milliseconds, the requests in
 * flight take so long that starting another is cheaper than waiting: from then on none waits.
 *
 * Once the server throttles (429), a limit derived from its refusals applies instead. It counts only requests without a
 * response: a caller that reads a response may be waiting for another request.
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

/** How many requests may be in flight at a time, derived from the server's refusals. */
export interface Pace {
  /** Rounded down when used; Infinity until a request is refused. */
  limit: number;
  /** How many times it was lowered. */
  lowered: number;
}

export const UNLIMITED: Pace = { limit: Number.POSITIVE_INFINITY, lowered: 0 };

/** A request that was answered. */
interface Answered {
  /** `lowered` of the pace at which it started. */
  started: number;
  /** How many were in flight when it was answered, including itself. */
  underWay: number;
}

/**
 * The pace after a response: a refusal halves what was in flight, and a full window of accepted requests adds one. A request
 * that started before the limit was last lowered was sent at the old pace and says nothing about the new one.
 */
export function paceAfter(pace: Pace, taking: Taking, { started, underWay }: Answered): Pace {
  const { limit, lowered } = pace;
  if (started < lowered) return pace;
  if (taking === 'taken') return pace === UNLIMITED ? pace : { limit: limit + 1 / limit, lowered };
  return { limit: Math.max(1, Math.floor(Math.min(limit, underWay) / 2)), lowered: lowered + 1 };
}

/** The parts of a response that say whether and when to retry. */
type Answer = Pick<IncomingMessage, 'statusCode' | 'headers'>;

/**
 * How many milliseconds to wait before a request is sent again; undefined if the response is final.
 *
 * A server that throttles (429) did not execute the request: it is sent again after `Retry-After`, at most a minute later, or
 * without that header after a growing pause. An unavailable server (503) is retried only if it sends `Retry-After`, a limited
 * number of times.
 *
 * @param attempt the attempt that was answered, from 1.
 * @param chance from 0 to 1: requests that were refused together must not return together.
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

/** How long one request waits for a throttling server, in milliseconds, without `--request-timeout`. */
export const MAX_WAIT = 600_000;

/** As in client-go. */
const MAX_RETRIES = 10;

/** The longest pause, in milliseconds, except one that a 429 asks for. */
const MAX_PAUSE = 30_000;

/** The longest pause, in milliseconds, that is granted to a 429: a host may stay paused meanwhile. */
const LONGEST_ASKED = 60_000;

/** `Retry-After` in milliseconds, from seconds or from a date relative to the server's clock. */
function askedPause({ 'retry-after': later, date = '' }: Answer['headers']): number | undefined {
  if (later === undefined) return undefined;
  const pause = /^\d+$/.test(later) ? Number(later) * 1000 : Date.parse(later) - Date.parse(date);
  return pause >= 0 ? pause : undefined;
}

/** From 1 to 2 seconds, doubled with each attempt. */
const grown = (attempt: number, chance: number): number =>
  (Math.min(MAX_PAUSE, 2 ** attempt * 1000) * (1 + chance)) / 2;

/** Whether to warn the user of a pause in milliseconds: of the first, and of each that is far longer than those before. */
export function newsOfPauses(): (pause: number) => boolean {
  let told: number | undefined;
  return (pause) => {
    const isNews = told === undefined || (pause > MAX_PAUSE && pause > told);
    if (isNews) told = pause;
    return isNews;
  };
}

/** The warning about a 429 that is retried. */
export const slowDownText = (said: string, pause: number): string =>
  `the API server is throttling requests (429)${said && `: ${said}`}\nContinuing more slowly; retrying in ${Math.ceil(pause / 1000)}s.`;
