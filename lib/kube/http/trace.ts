import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { masked } from '../../words/masked.ts';

/** One request as it goes on the wire, without its body. */
export interface Sent {
  method: string;
  url: string;
  headers: OutgoingHttpHeaders;
}

/** Is told of every request before it is sent; gives what is told how it ended. */
export type Tracer = (sent: Sent) => {
  answered(response: IncomingMessage): void;
  failed(error: Error): void;
};

export interface TracerOptions {
  /** `-v`. */
  verbosity: number;
  /** What must not be shown, as it is at the time. */
  secrets(): string[];
  /** Takes one message, which may have several lines. */
  write(message: string): void;
}

/** From which level of `-v` on headers are written, as in kubectl. */
const HEADERS = 7;

/**
 * Writes what kubectl's client writes, without secrets and without bodies. An answer names its request at every level,
 * because requests run side by side.
 */
export function createTracer({ verbosity, secrets, write }: TracerOptions): Tracer {
  const say = (message: string, fields: Record<string, string | number>): void => {
    const hidden = secrets();
    const shown = Object.entries(fields).map(([key, value]) => `${key}=${field(value, hidden)}`);
    write([`"${message}"`, ...shown].join(' '));
  };

  return ({ method, url, headers }) => {
    if (verbosity >= HEADERS) say('Request', { verb: method, url, headers: headerLines(headers) });
    const started = performance.now();
    const ended = (status: string, rest: Record<string, string>): void => {
      const milliseconds = Math.round(performance.now() - started);
      say('Response', { verb: method, url, status, ...rest, milliseconds });
    };
    return {
      answered: ({ statusCode, statusMessage, headers: answer }) =>
        ended(`${statusCode} ${statusMessage}`, verbosity >= HEADERS ? { headers: headerLines(answer) } : {}),
      failed: ({ message }) => ended('', { err: message }),
    };
  };
}

/**
 * A field's value as kubectl's log has it: a text in quotes, or, where it has several lines, between `<` and `>` with a tab
 * before each.
 */
function field(value: string | number, secrets: string[]): string {
  if (typeof value === 'number') return String(value);
  const text = hide(value, secrets);
  if (!text.includes('\n')) return JSON.stringify(text);
  return `<\n\t${text.replace(/\n$/, '').replaceAll('\n', '\n\t')}\n >`;
}

/** One line a value, by name, as they are written in HTTP; credentials are masked. */
const headerLines = (headers: OutgoingHttpHeaders): string =>
  Object.entries(headers)
    .flatMap(([name, values]) =>
      [values ?? []].flat().map((value) => [capitalised(name), maskedHeader(name, String(value))] as const),
    )
    .toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');

/** Node gives the names of an answer's headers in lower case. */
const capitalised = (name: string): string =>
  name.replace(/(?<![^-])[a-z]/g, (letter) => letter.toUpperCase());

/** What is shown in the place of a secret, as in kubectl. */
const MASK = '<masked>';

/** Below this many characters a secret is a word like any other: hiding it everywhere would hide the rest. */
const SHORTEST = 6;

/** A private key in base64, as kubeconfigs and Secrets hold it, begins with `-----BEGIN` in base64. */
const ENCODED_PEM = /LS0tLS1CRUdJTi[A-Za-z0-9+/]{20,}={0,2}/g;

/** What gives itself away as a secret, whoever it belongs to; `$1` is what stays. */
const PATTERNS: [RegExp, string][] = [
  [
    /(authorization["'\\]*\s*[:=]\s*["'\\]*(?:(?:bearer|basic|negotiate)\s+)?)[^\s"'\\,{}[\]]+/gi,
    `$1${MASK}`,
  ],
  [/(--[a-z0-9-]{0,60}(?:token|password|secret|api-?key)=)[^\s"'\\,{}[\]]+/gi, `$1${MASK}`],
  [/\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*/g, MASK],
  [/-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g, MASK],
];

/** Text without the given secrets, in whichever form they stand in it, and without what looks like one. */
export function hide(text: string, secrets: readonly string[]): string {
  const known = secrets
    .filter(({ length }) => length >= SHORTEST)
    .flatMap(formsOf)
    .toSorted((a, b) => b.length - a.length)
    .reduce((shown, secret) => shown.replaceAll(secret, MASK), text);
  const without = PATTERNS.reduce((shown, [pattern, kept]) => shown.replace(pattern, kept), known);
  return masked(without.replace(ENCODED_PEM, (pem) => (isPrivateKey(pem) ? MASK : pem)));
}

/** A secret as it stands in plain text, in JSON, in an address, and in base64. */
function formsOf(secret: string): string[] {
  const whole = secret.toWellFormed();
  return [
    ...new Set([
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(whole),
      new URLSearchParams([['', whole]]).toString().slice(1),
      Buffer.from(whole).toString('base64'),
    ]),
  ];
}

const isPrivateKey = (base64: string): boolean =>
  /^-----BEGIN [A-Z ]{0,30}PRIVATE KEY/.test(Buffer.from(base64.slice(0, 80), 'base64').toString());

/** A header's value as it may be shown: of credentials, only the scheme that they are for. */
export function maskedHeader(name: string, value: string): string {
  if (/^(proxy-)?authorization$/i.test(name)) {
    const scheme = /^(bearer|basic|negotiate)(?= )/i.exec(value);
    return scheme ? `${scheme[0]} ${MASK}` : MASK;
  }
  return /cookie|token|secret|password|credential|api-?key/i.test(name) ? MASK : value;
}
