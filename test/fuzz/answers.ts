import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { Answer } from '../support/http.ts';
import { hostileText, hostileValue } from './hostile.ts';
import { type Changes, changed, changes, type Spoiling, spoiling, spoilt } from './mutate.ts';

/** What a server does with the answer that it would give. */
export type Trick =
  | { kind: 'changed'; changes: Changes }
  | { kind: 'spoilt'; spoiling: Spoiling }
  | { kind: 'hostile'; text: string; alsoNames: boolean }
  | { kind: 'status'; code: number; message: unknown; reason: unknown }
  | { kind: 'code'; code: number }
  | { kind: 'header'; name: string; value: string }
  | { kind: 'raw'; text: string }
  | {
      kind:
        | 'redirect'
        | 'endless'
        | 'silent'
        | 'reset'
        | 'cut'
        | 'no-gzip'
        | 'bomb'
        | 'empty'
        | 'huge-line'
        | 'deep';
    };

const text = hostileText.map((hostile) => hostile.slice(0, 200));

const MEBIBYTE = 1024 * 1024;

/** 300 MiB of spaces, unfolded from a thousandth of that: what follows a compressed part is another part. */
const BOMB = Buffer.concat(new Array(300).fill(gzipSync(Buffer.alloc(MEBIBYTE, ' '))));

export const trick: fc.Arbitrary<Trick> = fc.oneof(
  { arbitrary: fc.record({ kind: fc.constant('changed' as const), changes: changes(3) }), weight: 12 },
  { arbitrary: fc.record({ kind: fc.constant('spoilt' as const), spoiling }), weight: 2 },
  {
    arbitrary: fc.record({ kind: fc.constant('hostile' as const), text, alsoNames: fc.boolean() }),
    weight: 2,
  },
  {
    arbitrary: fc.record({
      kind: fc.constant('status' as const),
      code: fc.constantFrom(400, 401, 403, 404, 405, 409, 410, 415, 422, 429, 500, 503, 504),
      message: fc.oneof(text, hostileValue),
      reason: fc.oneof(
        fc.constantFrom('Forbidden', 'Conflict', 'NotFound', 'Invalid', 'ServerUnreachable', ''),
        text,
        hostileValue,
      ),
    }),
    weight: 4,
  },
  {
    arbitrary: fc.record({
      kind: fc.constant('code' as const),
      code: fc.constantFrom(100, 103, 204, 206, 301, 304, 400, 418, 500, 599, 999),
    }),
    weight: 2,
  },
  {
    arbitrary: fc.record({
      kind: fc.constant('header' as const),
      name: fc.constantFrom(
        'Warning',
        'Content-Type',
        'Retry-After',
        'Content-Encoding',
        'Location',
        'X-Long',
      ),
      value: fc.oneof(
        fc.constantFrom(
          '299 - "\u009b31m \\"quoted\\" \u0085"',
          '299 - "unclosed',
          '0',
          '99999',
          '-1',
          'soon',
          'br',
          'gzip, gzip',
          'text/html',
          'x'.repeat(15_000),
        ),
        fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)) }),
      ),
    }),
    weight: 3,
  },
  {
    arbitrary: fc.record({
      kind: fc.constant('raw' as const),
      text: fc.oneof(
        text,
        fc.constantFrom(
          'HTTP/9.9 200\r\n\r\n',
          'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
          'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n',
          'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
          'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
          '\u0016\u0003\u0001',
        ),
      ),
    }),
    weight: 2,
  },
  {
    arbitrary: fc.record({
      kind: fc.constantFrom('redirect', 'reset', 'cut', 'no-gzip', 'empty', 'huge-line', 'deep'),
    }),
    weight: 3,
  },
  // Each of these takes its time.
  {
    arbitrary: fc.record({ kind: fc.constantFrom('endless', 'silent', 'endless', 'silent', 'bomb') }),
    weight: 1,
  },
) as fc.Arbitrary<Trick>;

/** Sends an answer as a trick has it. */
export function play(
  trick: Trick | undefined,
  { status, text: body, json }: Answer,
  response: ServerResponse,
): void {
  const send = (content: string | Buffer, code = status, headers: Record<string, string> = {}): void => {
    response.writeHead(code, { 'Content-Type': 'application/json', ...headers });
    response.end(content);
  };
  switch (trick?.kind) {
    case undefined:
      send(body);
      break;
    case 'changed':
      send(JSON.stringify(changed(json, trick.changes)));
      break;
    case 'spoilt':
      send(spoilt(body, trick.spoiling));
      break;
    case 'hostile':
      send(JSON.stringify(withText(json, trick)), status, {
        Warning: '299 - "\u009b31m\u0085 \\"quoted\\""',
      });
      break;
    case 'status': {
      const { code, message, reason } = trick;
      send(
        JSON.stringify({
          kind: 'Status',
          status: 'Failure',
          code,
          message,
          reason,
          details: { name: message, kind: reason, causes: [{ message, field: reason }] },
        }),
        code,
      );
      break;
    }
    case 'code':
      // What is no code of an answer can only be written by hand.
      if (trick.code < 200) raw(`HTTP/1.1 ${trick.code} Early\r\n\r\n`, response);
      else send(body, trick.code);
      break;
    case 'header':
      send(body, status, { [trick.name]: trick.value });
      break;
    case 'raw':
      raw(trick.text, response);
      break;
    case 'redirect':
      send('', 302, { Location: 'http://127.0.0.1:1/elsewhere' });
      break;
    case 'reset':
      response.destroy();
      break;
    case 'cut':
      response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': body.length + 10 });
      response.write(body.slice(0, body.length / 2), () => response.destroy());
      break;
    case 'no-gzip':
      send(body, status, { 'Content-Encoding': 'gzip' });
      break;
    case 'bomb':
      send(BOMB, status, { 'Content-Encoding': 'gzip' });
      break;
    case 'empty':
      send('');
      break;
    case 'huge-line':
      send(JSON.stringify({ ...json, filler: 'x'.repeat(2_000_000) }));
      break;
    case 'deep':
      send(
        JSON.stringify({ ...json, filler: 0 }).replace(
          '"filler":0',
          `"filler":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
        ),
      );
      break;
    case 'silent':
      break;
    case 'endless': {
      response.writeHead(status, { 'Content-Type': 'application/json' });
      const drip = setInterval(() => response.write('{"a":'), 20);
      response.once('close', () => clearInterval(drip));
    }
  }
}

function raw(text: string, response: ServerResponse): void {
  response.socket?.end(text, 'latin1');
}

/** Values that say what an object is: with other ones it is not the object that was asked for. */
const SAYS_WHAT = [
  'apiVersion',
  'kind',
  'uid',
  'resourceVersion',
  'continue',
  'version',
  'resource',
  'storage',
  'state',
  'type',
  'status',
];
const NAMES = ['name', 'namespace'];

/** A copy of an answer with a text behind every other value that is one. */
const withText = (json: unknown, { text, alsoNames }: { text: string; alsoNames: boolean }): unknown =>
  JSON.parse(JSON.stringify(json), (key, value) =>
    typeof value === 'string' && !SAYS_WHAT.includes(key) && (alsoNames || !NAMES.includes(key))
      ? value + text
      : value,
  );
