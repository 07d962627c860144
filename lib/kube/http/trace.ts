import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { hide, maskedHeader } from './mask.ts';

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
    const begun = performance.now();
    const ended = (status: string, rest: Record<string, string>): void => {
      const milliseconds = Math.round(performance.now() - begun);
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
