import { usageError } from '../../words/errors.ts';

/**
 * A duration in kubectl's notation in milliseconds: `30` (seconds), `1m30s`, `1.5h`, `250ms`; undefined if it is invalid or
 * negative.
 */
export function parseDuration(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  if (!WHOLE.test(text)) return undefined;
  return [...text.matchAll(PART)].reduce(
    (sum, [, value, unit = '']) => sum + Number(value) * (milliseconds[unit] ?? 0),
    0,
  );
}

/** `--request-timeout` in milliseconds; 0 (the default) is no limit. */
export function parseRequestTimeout(text: string | undefined): number {
  const timeout = parseDuration(text ?? '0');
  if (timeout !== undefined && timeout <= LONGEST) return timeout;
  throw usageError(
    `Invalid timeout value ${JSON.stringify(text)}. Timeout must be a single integer in seconds, or an integer followed by a corresponding time unit (e.g. 1s | 2m | 3h)`,
    'For example: --request-timeout=30s; 0 means no limit.',
  );
}

/** The longest delay of a Node timer, in milliseconds. */
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
