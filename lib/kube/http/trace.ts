import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { masked } from '../../words/masked.ts';

/** One HTTP request, without its body. */
export interface Sent {
  method: string;
  url: string;
  headers: OutgoingHttpHeaders;
}

/** Called before each request is sent; returns callbacks for its outcome. */
export type Tracer = (sent: Sent) => {
  answered(response: IncomingMessage): void;
  failed(error: Error): void;
};

export interface TracerOptions {
  /** `-v`. */
  verbosity: number;
  /** The secrets to mask, as of now. */
  secrets(): string[];
  /** Writes one message, which may have several lines. */
  write(message: string): void;
}

/** The level of `-v` from which headers are written, as in kubectl. */
const HEADERS = 7;

/**
 * Writes what kubectl's client writes, without secrets and bodies. A response names its request at every level because
 * requests run concurrently.
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
 * A field's value as in kubectl's log: quoted, or, if it has several lines, between `<` and `>` with each line indented by a
 * tab.
 */
function field(value: string | number, secrets: string[]): string {
  if (typeof value === 'number') return String(value);
  const text = hide(value, secrets);
  if (!text.includes('\n')) return JSON.stringify(text);
  return `<\n\t${text.replace(/\n$/, '').replaceAll('\n', '\n\t')}\n >`;
}

/** One line per value, sorted by name, in HTTP's notation; credentials are masked. */
const headerLines = (headers: OutgoingHttpHeaders): string =>
  Object.entries(headers)
    .flatMap(([name, values]) =>
      [values ?? []].flat().map((value) => [capitalised(name), maskedHeader(name, String(value))] as const),
    )
    .toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');

/** Node lowercases the header names of a response. */
const capitalised = (name: string): string =>
  name.replace(/(?<![^-])[a-z]/g, (letter) => letter.toUpperCase());

/** Replaces a secret, as in kubectl. */
const MASK = '<masked>';

/** A secret with fewer characters is not masked: it may occur in any text. */
const SHORTEST = 6;

/** A private key in base64, as in kubeconfigs and Secrets: it starts with `-----BEGIN`, encoded. */
const ENCODED_PEM = /LS0tLS1CRUdJTi[A-Za-z0-9+/]{20,}={0,2}/g;

/** Patterns of unknown secrets; `$1` is kept. */
const PATTERNS: [RegExp, string][] = [
  [
    /(authorization["'\\]*\s*[:=]\s*["'\\]*(?:(?:bearer|basic|negotiate)\s+)?)[^\s"'\\,{}[\]]+/gi,
    `$1${MASK}`,
  ],
  [/(--[a-z0-9-]{0,60}(?:token|password|secret|api-?key)=)[^\s"'\\,{}[\]]+/gi, `$1${MASK}`],
  [/\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*/g, MASK],
  [/-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g, MASK],
];

/** Masks the given secrets in a text, in any of their encodings, and everything that looks like a secret. */
export function hide(text: string, secrets: readonly string[]): string {
  const known = secrets
    .filter(({ length }) => length >= SHORTEST)
    .flatMap(formsOf)
    .toSorted((a, b) => b.length - a.length)
    .reduce((shown, secret) => shown.replaceAll(secret, MASK), text);
  const without = PATTERNS.reduce((shown, [pattern, kept]) => shown.replace(pattern, kept), known);
  return masked(without.replace(ENCODED_PEM, (pem) => (isPrivateKey(pem) ? MASK : pem)));
}

/** A secret in plain text, in JSON, in a URL and in base64. */
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

/** A header's value with credentials masked; only their scheme is kept. */
export function maskedHeader(name: string, value: string): string {
  if (/^(proxy-)?authorization$/i.test(name)) {
    const scheme = /^(bearer|basic|negotiate)(?= )/i.exec(value);
    return scheme ? `${scheme[0]} ${MASK}` : MASK;
  }
  return /cookie|token|secret|password|credential|api-?key/i.test(name) ? MASK : value;
}
