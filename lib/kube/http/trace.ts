import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { hide, maskedHeader } from './mask.ts';
import { maskedBody } from './mask-body.ts';
import type { Sent, Tracer, TracerOptions } from './tracer.ts';
import { BODIES, klogLine } from './tracer.ts';

/** From which level of `-v` on each is written; the levels are kubectl's. */
const HEADERS = 7;
const CURL = 9;

/** How many characters of a body each level shows; above them, all. */
const BODY_LENGTHS: Record<number, number> = { 8: 1024, 9: 10_240 };

/**
 * Writes what kubectl's client writes, without secrets. An answer names its request at every level, because requests run
 * side by side.
 */
export function createTracer({ verbosity, secrets, write }: TracerOptions): Tracer {
  const shown = (text: string): string => hide(text, secrets());
  const say = (message: string, fields: Record<string, string | number>): void => {
    const texts = Object.entries(fields).map(([key, value]) => [
      key,
      typeof value === 'string' ? shown(value) : value,
    ]);
    write(klogLine(message, Object.fromEntries(texts)));
  };
  const sayBody = (message: string, { method, url }: Pick<Sent, 'method' | 'url'>, text: string): void => {
    if (verbosity < BODIES) return;
    const body = shown(maskedBody(text, new URL(url).pathname));
    write(klogLine(message, { verb: method, url: shown(url), body: shortened(body, verbosity) }));
  };

  return {
    begin(sent) {
      const { method, url, headers, body } = sent;
      if (body !== undefined) sayBody('Request Body', sent, body.toString());
      if (verbosity >= CURL) say('Request', { curlCommand: curlCommand(sent) });
      else if (verbosity >= HEADERS) say('Request', { verb: method, url, headers: headerLines(headers) });
      const begun = performance.now();
      const ended = (fields: Record<string, string>): void => {
        const { status = '', ...rest } = fields;
        const milliseconds = Math.round(performance.now() - begun);
        say('Response', { verb: method, url, status, ...rest, milliseconds });
      };
      return {
        answered: ({ statusCode, statusMessage, headers: answer }: IncomingMessage) =>
          ended({
            status: `${statusCode} ${statusMessage}`,
            ...(verbosity >= HEADERS && { headers: headerLines(answer) }),
          }),
        failed: ({ message }) => ended({ err: message }),
      };
    },
    body: (sent, text) => sayBody('Response Body', sent, text),
  };
}

/** One line a value, as they are written in HTTP; credentials are masked. */
const headerLines = (headers: OutgoingHttpHeaders): string =>
  headerPairs(headers)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');

/** The request as a command that asks the same, but for its body and for what is masked. */
function curlCommand({ method, url, headers }: Sent): string {
  const flags = headerPairs(headers).map(([name, value]) => `-H ${JSON.stringify(`${name}: ${value}`)}`);
  return `${['curl -v', `-X${method}`, ...flags, `'${url}'`].join(' ')}\n`;
}

/** Names and values, by name. */
const headerPairs = (headers: OutgoingHttpHeaders): [string, string][] =>
  Object.entries(headers)
    .flatMap(([name, values]) =>
      [values ?? []]
        .flat()
        .map((value): [string, string] => [capitalised(name), maskedHeader(name, String(value))]),
    )
    .toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)));

/** Node gives the names of an answer's headers in lower case. */
const capitalised = (name: string): string =>
  name.replace(/(?<![^-])[a-z]/g, (letter) => letter.toUpperCase());

function shortened(body: string, verbosity: number): string {
  const length = BODY_LENGTHS[verbosity];
  if (length === undefined || body.length <= length) return body;
  return `${body.slice(0, length)} [truncated ${body.length - length} chars]`;
}
