import { usageError } from '../../words/errors.ts';

/**
 * Milliseconds of a duration as kubectl takes it: `30` (seconds), `1m30s`, `1.5h`, `250ms`; undefined when it is
 * not one. Negative durations are not.
 */
export function parseDuration(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  if (!WHOLE.test(text)) return undefined;
  return [...text.matchAll(PART)].reduce(
    (sum, [, value, unit = '']) => sum + Number(value) * (milliseconds[unit] ?? 0),
    0,
  );
}

/** What `--request-timeout` means, in milliseconds; 0 (the default) is no limit. */
export function parseRequestTimeout(text: string | undefined): number {
  const timeout = parseDuration(text ?? '0');
  if (timeout !== undefined && timeout <= LONGEST) return timeout;
  throw usageError(
    `Invalid timeout value ${JSON.stringify(text)}. Timeout must be a single integer in seconds, or an integer followed by a corresponding time unit (e.g. 1s | 2m | 3h)`,
    'For example: --request-timeout=30s; 0 means no limit.',
  );
}

/** The longest that a timer of Node can wait. */
const LONGEST = 2 ** 31 - 1;

const PART = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/g;
const WHOLE = new RegExp(`^(?:${PART.source})+$`);

const milliseconds: Record<string, number> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};
