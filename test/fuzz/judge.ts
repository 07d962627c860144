import type { Ran } from '../support/run-command.ts';

/** What is not to be known of a call, and what it was given that may be said again. */
export interface Known {
  /** Secrets that the call was given: none of them may be said. */
  secrets: string[];
  /** Everything else that it was given: words of it that look like a defect of ours are none. */
  given: string;
}

/** The exit codes that are documented. */
const CODES = [0, 1, 2, 124, 130];

/** What steers a terminal or is not seen on it, but for tabs and line ends. */
const STEERING = new RegExp(
  [
    '[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\xad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff]',
    '[\\ud800-\\udbff](?![\\udc00-\\udfff])',
    '(?<![\\ud800-\\udbff])[\\udc00-\\udfff]',
    // Tags, which have no width.
    '\\udb40[\\udc00-\\udfff]',
  ].join('|'),
);

/** Words that values which are no text leave behind in a message. */
const LEFTOVERS = ['undefined', '[object Object]', 'NaN'];

/** What is wrong with how a call ended; empty where nothing is. */
export function defectsOf({ code, stdout, stderr }: Ran, { secrets, given }: Known): string[] {
  const said = stdout + stderr;
  return [
    ...(CODES.includes(code) ? [] : [`exit code ${code} is not documented`]),
    ...(/\n {4}at /.test(said) ? ['a stack trace'] : []),
    ...(said.includes('This is a bug.') ? ['reported as a bug of its own'] : []),
    ...LEFTOVERS.filter((word) => said.includes(word) && !given.includes(word)).map((word) => `says ${word}`),
    ...[STEERING.exec(said)].flatMap((found) =>
      found ? [`writes U+${found[0].codePointAt(0)?.toString(16).padStart(4, '0')} to the terminal`] : [],
    ),
    ...secrets.filter((secret) => said.includes(secret)).map(() => 'tells a secret'),
    ...(code !== 0 && stdout + stderr === '' ? [`ends with ${code} and says nothing`] : []),
  ];
}
