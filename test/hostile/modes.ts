import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { OwnAnswer, Play } from '../support/relay.ts';
import { refusal } from '../support/relay-answers.ts';
import { isWatch, type Mode } from './mode.ts';

const MEBIBYTE = 1024 * 1024;

/** Bytes in place of an answer; the connection is closed behind them unless it stays open. */
const raw =
  (text: string, staysOpen = false): Play =>
  ({ socket }) =>
    staysOpen ? socket?.write(text, 'latin1') : socket?.end(text, 'latin1');

const body =
  (content: string | Buffer, headers: Record<string, string> = {}, code = 200): Play =>
  (outgoing) =>
    outgoing.writeHead(code, { 'Content-Type': 'application/json', ...headers }).end(content);

/** So many copies of each text, in gzip. What follows a compressed part is another part. */
const bomb = (...parts: [text: string, copies: number][]): Play =>
  body(Buffer.concat(parts.flatMap(([text, copies]) => new Array(copies).fill(gzipSync(text)))), {
    'Content-Encoding': 'gzip',
  });

/** Sends something repeatedly while the connection is open. */
const dripping = (begin: (outgoing: ServerResponse) => void, piece: string, pause: number): Play => {
  return (outgoing) => {
    begin(outgoing);
    const drip = setInterval(() => outgoing.socket?.write(piece, 'latin1'), pause);
    outgoing.socket?.once('close', () => clearInterval(drip));
  };
};

const head = (text: string) => (outgoing: ServerResponse) => void outgoing.socket?.write(text, 'latin1');
const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const STEERING = '\u001b[31m\u009b2J\u001b]0;t\u0007\u202e\u200b';
const status = (fields: object): OwnAnswer => {
  const answer = refusal(500, 'InternalError', 'broken');
  return { ...answer, body: { ...answer.body, ...fields } };
};
const isPlainGet = ({ method, path }: { method: string; path: string }): boolean =>
  method === 'GET' && !path.includes('watch=');

/** Answers that hold the request's own headers, as a debugging proxy gives. */
const echo: Play = (outgoing) =>
  body(
    JSON.stringify(refusal(400, 'BadRequest', JSON.stringify(outgoing.req.headers)).body),
    {},
    400,
  )(outgoing);

// biome-ignore lint/suspicious/noExplicitAny: whatever a client writes
function rewriteAddress(written: any): unknown {
  if (Array.isArray(written))
    return written.map((one) =>
      /image/.test(one.path ?? '') && typeof one.value === 'string' && one.value.startsWith('http')
        ? { ...one, value: one.value.replace('httpd-http', 'mirror') }
        : one,
    );
  return JSON.parse(JSON.stringify(written).replaceAll('http://httpd-http/', 'http://mirror/'));
}

// biome-ignore lint/suspicious/noExplicitAny: whatever a client writes
function stripAnnotations(written: any): unknown {
  if (Array.isArray(written))
    return written.filter(({ path = '' }) => !/annotations\/kubectl-bmh/.test(path));
  const annotations = written?.metadata?.annotations;
  for (const key of Object.keys(annotations ?? {}))
    if (key.startsWith('kubectl-bmh')) delete annotations[key];
  return written;
}

/** An answer without what `forget` takes from each object's metadata. */
const without =
  (field: string) =>
  (json: unknown): unknown =>
    JSON.parse(JSON.stringify(json), (key, value) => {
      if (key === 'metadata' && typeof value === 'object' && value !== null) delete value[field];
      return value;
    });

/** Everything that is done to commands. */
export const modes: readonly Mode[] = [
  { name: 'redirect elsewhere', instead: body('', { Location: 'http://127.0.0.1:1/elsewhere' }, 302) },
  { name: 'redirect to itself', instead: (out) => body('', { Location: out.req.url ?? '/' }, 307)(out) },
  {
    name: '101',
    instead: raw('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n', true),
  },
  { name: '100 alone', instead: raw('HTTP/1.1 100 Continue\r\n\r\n') },
  { name: '204', instead: body('', {}, 204) },
  { name: 'connection closed', instead: 'reset' },
  { name: 'connection ended', instead: raw('') },
  { name: 'not HTTP', instead: raw('SSH-2.0-OpenSSH_9.2\r\n') },
  { name: 'silence', instead: 'silence' },
  {
    name: 'slow drip of a body',
    instead: dripping(head('HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n{'), ' ', 100),
  },
  { name: 'slow drip of headers', instead: dripping(head('HTTP/1.1 200 OK\r\n'), 'X-A: b\r\n', 100) },
  { name: 'endless 103', instead: dripping(head(''), 'HTTP/1.1 103 Early Hints\r\n\r\n', 50) },
  {
    name: 'truncated body',
    instead: raw('HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{"metadata":{},"items":[]}'),
  },
  {
    name: 'truncated chunks',
    instead: raw('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1a\r\n{"metadata":{},"items":[]}\r\n'),
  },
  { name: 'half of the JSON', instead: body('{"metadata":{},"items":[{"metadata"') },
  { name: 'bad gzip', instead: body('{"items":[]}', { 'Content-Encoding': 'gzip' }) },
  {
    name: 'truncated gzip',
    instead: body(gzipSync('{"metadata":{},"items":[]}').subarray(0, -9), { 'Content-Encoding': 'gzip' }),
  },
  { name: 'unknown encoding', instead: body('{"items":[]}', { 'Content-Encoding': 'br' }) },
  { name: 'bomb of spaces', instead: bomb([' '.repeat(MEBIBYTE), 300]) },
  { name: 'bomb of one text', instead: bomb(['{"a":"', 1], ['x'.repeat(MEBIBYTE), 300]) },
  {
    name: 'bomb of short values',
    instead: bomb(['{"metadata":{},"items":[],"a":[', 1], ['{},'.repeat(100_000), 100]),
  },
  {
    name: 'bomb of objects',
    instead: bomb(
      ['{"metadata":{},"items":[', 1],
      ['{"metadata":{"name":"worker-0"},"spec":{}},'.repeat(10_000), 2_000],
    ),
    at: isPlainGet,
  },
  { name: 'deep JSON', instead: body(deep(100_000)) },
  { name: 'deep refusal', instead: body(`{"kind":"Status","details":${deep(100_000)}}`, {}, 500) },
  {
    name: 'objects nested 20,000 deep',
    instead: body(
      `{"apiVersion":"v1","kind":"L","metadata":{"name":"a","resourceVersion":"1"},"items":[{"metadata":{"name":"a"},"spec":${deep(20_000)}}],"spec":${deep(20_000)}}`,
    ),
  },
  {
    name: 'refusal of 50 MB',
    instead: body(JSON.stringify(status({ message: 'x'.repeat(50 * MEBIBYTE) }).body), {}, 500),
  },
  { name: 'message that is an object', instead: status({ message: { a: 1 }, reason: { b: 2 } }) },
  {
    name: 'causes that are no list',
    instead: status({ reason: 'Invalid', details: { causes: 'no', kind: {}, name: [] } }),
  },
  { name: 'control characters in a refusal', instead: status({ message: STEERING, reason: STEERING }) },
  {
    name: 'control characters in a header',
    instead: raw(`HTTP/1.1 500 ${'\u009b31m'}\r\nWarning: 299 - "\u009b2J"\r\nContent-Length: 2\r\n\r\n{}`),
  },
  { name: '401 for ever', instead: refusal(401, 'Unauthorized', 'Unauthorized') },
  { name: 'refusal that tells the request', instead: echo },
  {
    name: '403 as a page',
    instead: body(`<html>${'<p>no'.repeat(5_000)}`, { 'Content-Type': 'text/html' }, 403),
  },
  { name: 'page to log in', instead: body('<html><form action="/login">', { 'Content-Type': 'text/html' }) },
  {
    name: '429, come back tomorrow',
    instead: { ...refusal(429, 'TooManyRequests', 'busy'), headers: { 'Retry-After': '86400' } },
  },
  {
    name: '429, come back at once',
    instead: { ...refusal(429, 'TooManyRequests', 'busy'), headers: { 'Retry-After': '0' } },
  },
  {
    name: '503, come back at once',
    instead: { ...refusal(503, 'ServiceUnavailable', 'busy'), headers: { 'Retry-After': '0' } },
  },
  {
    name: 'smuggling: length and chunks',
    instead: raw(
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    ),
  },
  {
    name: 'smuggling: two lengths',
    instead: raw('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{} '),
  },
  {
    name: 'smuggling: a second answer',
    instead: raw(
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}HTTP/1.1 200 OK\r\nContent-Length: 26\r\n\r\n{"metadata":{},"items":[]}',
      true,
    ),
  },
  { name: 'headers of 1 MB', instead: raw(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(MEBIBYTE)}\r\n\r\n`) },
  { name: 'empty answer', instead: body('') },
  { name: 'null', instead: body('null') },
  { name: 'a number', instead: body('7') },
  { name: 'not UTF-8', instead: body(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])) },
  { name: 'success without an object', instead: body('{"kind":"Status","status":"Success"}') },
  {
    name: '__proto__',
    instead: body(
      '{"metadata":{"name":"a"},"__proto__":{"items":[]},"constructor":{"prototype":{"items":[]}}}',
    ),
  },
  {
    name: 'pages without an end',
    instead: body('{"metadata":{"continue":"more"},"items":[]}'),
    at: isPlainGet,
  },
  {
    name: 'other pages without an end',
    instead: (out) => body(`{"metadata":{"continue":"${performance.now()}"},"items":[]}`)(out),
    at: isPlainGet,
  },
  { name: 'no resourceVersion', turns: without('resourceVersion'), isBearable: true },
  { name: 'no uid', turns: without('uid'), isBearable: true },
  {
    name: 'another object',
    turns: (json, { path }) =>
      json.metadata?.name && /\/[^/]+s\/[^/?]+/.test(path)
        ? { ...json, metadata: { ...json.metadata, name: 'another', uid: 'another' } }
        : json,
    isBearable: true,
  },
  {
    name: 'writes that are not done',
    instead: (out) => body('{"metadata":{"name":"a","resourceVersion":"9"}}')(out),
    at: ({ method }) => method === 'PATCH',
    isBearable: true,
  },
  { name: 'webhook that rewrites addresses', writes: rewriteAddress, isBearable: true },
  { name: 'webhook that strips annotations', writes: stripAnnotations, isBearable: true },
  { name: 'watch: garbage', instead: body('garbage\n\u0000\n'), at: isWatch, isBearable: true },
  {
    name: 'watch: another type',
    instead: body('{"type":"MODIFIED"}\n{"type":7,"object":[]}\n'),
    at: isWatch,
    isBearable: true,
  },
  { name: 'watch: ends at once', instead: body(''), at: isWatch, isBearable: true },
  {
    name: 'watch: too old, always',
    instead: body(
      '{"type":"ERROR","object":{"kind":"Status","code":410,"reason":"Expired","message":"too old"}}\n',
    ),
    at: isWatch,
    isBearable: true,
  },
  {
    name: 'watch: a line without an end',
    instead: bomb(['{"type":"ADDED","object":{"a":"', 1], ['x'.repeat(MEBIBYTE), 300]),
    at: isWatch,
    isBearable: true,
  },
];
