import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { isConflict } from '../../../lib/kube/api/errors.ts';
import type { KubeRequest } from '../../../lib/kube/api/types.ts';
import type { ConnectionFlags } from '../../../lib/kube/config/connection.ts';
import { createClient } from '../../../lib/kube/http/client.ts';
import { CommandError } from '../../../lib/words/errors.ts';
import { connectTo, type Handler, json, refuse, startApiServer } from './support/api-server.ts';

const GET: KubeRequest = { method: 'GET', path: '/api/v1/nodes' };

/** A server of the test and a client of it. */
async function start(t: TestContext, handler: Handler, flags: ConnectionFlags = {}) {
  const server = await startApiServer(t, handler);
  const warnings: string[] = [];
  const connection = await connectTo({ ...server.flags, ...flags });
  const client = createClient(connection, {
    warn: (text) => warnings.push(text),
  });
  t.after(() => client.close());
  return { client, server, warnings };
}

test('sends method, path, query, body, media types and user agent', async (t) => {
  const { client } = await start(t, async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { accept, authorization, 'content-type': type, 'user-agent': agent } = request.headers;
    json(response, { method: request.method, url: request.url, body, accept, authorization, type, agent });
  });
  const answer = await client.send({
    method: 'PATCH',
    path: '/api/v1/nodes/..%2Fa',
    query: { fieldManager: 'a b', dryRun: 'All' },
    body: { metadata: {} },
    contentType: 'application/merge-patch+json',
  });
  assert.deepEqual(answer, {
    method: 'PATCH',
    url: '/api/v1/nodes/..%2Fa?fieldManager=a+b&dryRun=All',
    body: '{"metadata":{}}',
    accept: 'application/json',
    authorization: 'Bearer test-token',
    type: 'application/merge-patch+json',
    agent: 'kubectl-bmh',
  });
});

test('sends a path unchanged', async (t) => {
  const { client } = await start(t, (request, response) => json(response, { url: request.url }));
  assert.deepEqual(await client.send({ method: 'GET', path: '/api/v1/nodes/..' }), {
    url: '/api/v1/nodes/..',
  });
});

test('reuses one connection', async (t) => {
  const ports = new Set<number | undefined>();
  const { client } = await start(t, (request, response) => {
    ports.add(request.socket.remotePort);
    json(response, {});
  });
  for (let count = 0; count < 3; count += 1) await client.send(GET);
  assert.equal(ports.size, 1);
});

test('reads a gzip response', async (t) => {
  const { client } = await start(t, (_, response) => {
    response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('{"items":[]}'));
  });
  assert.deepEqual(await client.send(GET), { items: [] });
});

test('ask returns the response, whatever its status, with the beginning of its body, without retries', async (t) => {
  const asked: (string | undefined)[] = [];
  const { client } = await start(t, (request, response) => {
    asked.push(`${request.method} ${request.headers.range}`);
    response.writeHead(503, { 'Content-Type': 'text/html', 'Retry-After': '1' });
    const send = (): unknown => response.destroyed || response.write('x'.repeat(64 * 1024), send);
    if (request.method === 'GET') send();
    else response.end();
  });
  const path = '/api/v1/namespaces/a/services/b:80/proxy/';
  const answer = { status: 503, contentType: 'text/html' };
  assert.deepEqual(await client.ask({ method: 'HEAD', path }), { ...answer, body: '' });
  const headers = { Range: 'bytes=0-0' };
  const body = 'x'.repeat(16 * 1024);
  assert.deepEqual(await client.ask({ method: 'GET', path, headers }), { ...answer, body });
  const longer = await client.ask({ method: 'GET', path, limit: 100_000 });
  assert.deepEqual(longer, { ...answer, body: 'x'.repeat(100_000) });
  assert.deepEqual(asked, ['HEAD undefined', 'GET bytes=0-0', 'GET undefined']);
});

const unusable: [string, Handler, RegExp][] = [
  [
    'cut short by length',
    (_, response) => {
      response.writeHead(200, { 'Content-Length': 100 });
      response.write('{"items":[', () => response.destroy());
    },
    /^error: the response from 127\.0\.0\.1:\d+ to GET \/api\/v1\/nodes ended early$/,
  ],
  [
    'cut short in chunks',
    (_, response) => {
      response.write('{"items":[', () => response.destroy());
    },
    /ended early$/,
  ],
  [
    'cut short in gzip',
    (_, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('{"items":[]}').subarray(0, 15));
    },
    /ended early$/,
  ],
  [
    'HTML',
    (_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>');
    },
    /^error: 127\.0\.0\.1:\d+ answered GET \/api\/v1\/nodes with text\/html that is not JSON$/,
  ],
  ['not an object', (_, response) => json(response, null), /with JSON that is not an object$/],
  [
    'a closed connection',
    (_, response) => void response.socket?.destroy(),
    /^Unable to connect to the server: /,
  ],
];
for (const [name, handler, message] of unusable) {
  test(`reports an unusable response: ${name}`, async (t) => {
    const { client } = await start(t, handler);
    await assert.rejects(client.send(GET), (error) => {
      assert(error instanceof CommandError, String(error));
      assert.match(error.message, message);
      assert(error.hint);
      return true;
    });
  });
}

test('reports a refusal without retrying', async (t) => {
  let asked = 0;
  const { client } = await start(t, (_, response) => {
    asked += 1;
    refuse(response, 409, 'Conflict', 'the object has been modified');
  });
  await assert.rejects(client.send(GET), isConflict);
  assert.equal(asked, 1);
});

/** A client that never really waits, and how long it would have, in milliseconds. */
async function startWaiting(t: TestContext, handler: Handler, requestTimeout?: string) {
  const { flags } = await startApiServer(t, handler);
  const pauses: number[] = [];
  const warnings: string[] = [];
  const connection = await connectTo({ ...flags, ...(requestTimeout && { requestTimeout }) });
  const client = createClient(connection, {
    warn: (text) => warnings.push(text),
    wait: async (pause) => void pauses.push(pause),
    chance: () => 0,
  });
  t.after(() => client.close());
  return { client, pauses, warnings };
}

test('retries a 503 with Retry-After; reports one without, or with too long a pause', async (t) => {
  const answers: [number, Record<string, string>][] = [
    [503, { 'Retry-After': '1' }],
    [200, {}],
    [503, {}],
    [503, { 'Retry-After': '3600' }],
  ];
  const { client, pauses, warnings } = await startWaiting(t, (_, response) => {
    const [code, headers] = answers.shift() ?? [500, {}];
    response.writeHead(code, headers).end('{}');
  });
  assert.deepEqual(await client.send(GET), {});
  assert.deepEqual(pauses, [1000]);
  await assert.rejects(client.send(GET), { code: 503 });
  await assert.rejects(client.send(GET), { code: 503 });
  assert.deepEqual([pauses, warnings], [[1000], []]);
});

test('tries an unavailable server eleven times', async (t) => {
  let asked = 0;
  const { client } = await startWaiting(t, (_, response) => {
    asked += 1;
    response.writeHead(503, { 'Retry-After': '0' }).end();
  });
  await assert.rejects(client.send(GET), { code: 503 });
  assert.equal(asked, 11);
});

test('retries a 429 until the request is accepted, and warns once', async (t) => {
  const BUSY = 'Too many requests, please try again later.';
  const seen: string[] = [];
  const { client, pauses, warnings } = await startWaiting(t, async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    seen.push(`${request.method} ${request.url} ${body}`);
    const refusals = seen.length % 20;
    if (refusals === 0) response.end(body || '{"type":"ADDED","object":{}}\n');
    else response.writeHead(429, refusals > 3 ? { 'Retry-After': '1' } : {}).end(`${BUSY}\n`);
  });
  const made = { metadata: { name: 'a' } };
  assert.deepEqual(await client.send({ method: 'POST', path: GET.path, body: made }), made);
  assert.deepEqual(new Set(seen), new Set([`POST ${GET.path} ${JSON.stringify(made)}`]));
  assert.deepEqual(pauses, [1000, 2000, 4000, ...Array(16).fill(1000)]);
  for await (const { type } of client.watch(GET)) assert.equal(type, 'ADDED');
  assert.equal(seen.length, 40);
  assert.deepEqual(warnings, [
    `the API server is throttling requests (429): ${BUSY}\nContinuing more slowly; retrying in 1s.`,
  ]);
});

test('masks secrets in the warning about a 429, and warns again of a far longer pause', async (t) => {
  const pauses = ['1', '1', '60', '45', '3600', '60'];
  const { client, warnings } = await startWaiting(t, (_, response) => {
    const pause = pauses.shift();
    if (pause === undefined) return json(response, {});
    response.setHeader('Retry-After', pause);
    refuse(response, 429, 'TooManyRequests', 'test-token is\n\u001b[31mtoo busy');
  });
  await client.send(GET);
  assert.deepEqual(
    warnings,
    [1, 60].map(
      (seconds) =>
        `the API server is throttling requests (429): <masked> is\\x0a\\x1b[31mtoo busy\nContinuing more slowly; retrying in ${seconds}s.`,
    ),
  );
});

for (const [limit, pause, waited] of [
  ['5s', '3', [3000]],
  ['5s', '3600', []],
  ['5s', undefined, [1000, 2000]],
  ['30s', '0', [0, 2000, 4000, 8000, 15_000]],
  // Without a limit of its own a request ends as well.
  [undefined, '86400', Array(10).fill(60_000)],
] as const)
  test(`gives up a request that is refused with 429 and Retry-After ${pause} when --request-timeout is ${limit}`, async (t) => {
    const handler: Handler = (_, response) => {
      if (pause !== undefined) response.setHeader('Retry-After', pause);
      refuse(response, 429, 'TooManyRequests', 'too busy');
    };
    const { client, pauses } = await startWaiting(t, handler, limit);
    await assert.rejects(client.send(GET), {
      code: 429,
      message: 'Error from server (TooManyRequests): too busy',
    });
    assert.deepEqual(pauses, waited);
  });

test('sends requests one at a time after a 429, until the server accepts some', async (t) => {
  const first = Promise.withResolvers<ServerResponse>();
  const arrived: string[] = [];
  const handler: Handler = ({ url = '' }, response) => {
    arrived.push(url);
    if (arrived.length <= 2) response.writeHead(429).end();
    else if (url === '/first') first.resolve(response);
    else json(response, {});
  };
  const { client } = await startWaiting(t, handler);
  const send = (path: string) => client.send({ method: 'GET', path });
  const sending = [send('/first')];
  const response = await first.promise;
  sending.push(...Array.from({ length: 10 }, (_, index) => send(`/${index}`)));
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(arrived, ['/first', '/first', '/first']);
  json(response, {});
  await Promise.all(sending);
  assert.equal(arrived.length, 13);
});

test('idle watches do not block other requests after a 429', async (t) => {
  let refused = false;
  const { client } = await startWaiting(t, ({ url = '' }, response) => {
    if (!refused) response.writeHead(429).end();
    else if (!url.includes('watch=')) json(response, {});
    refused = true;
  });
  await client.send(GET);
  const over = new AbortController();
  const watching = [1, 2, 3].map(() => client.watch(GET, over.signal)[Symbol.asyncIterator]().next());
  const ended = Promise.allSettled(watching);
  assert.deepEqual(await client.send(GET), {});
  over.abort();
  for (const { status } of await ended) assert.equal(status, 'rejected');
});

test('an abort cancels a request before it is sent, during it, and during a pause', async (t) => {
  const reached = Promise.withResolvers<void>();
  const { client } = await start(t, (request, response) => {
    if (request.url === '/busy') response.writeHead(429, { 'Retry-After': '20' }).end();
    else reached.resolve();
  });
  const given = { name: 'CommandError', kind: 'aborted' };
  await assert.rejects(client.send(GET, AbortSignal.abort()), given);
  const thinking = new AbortController();
  const sending = client.send(GET, thinking.signal);
  await reached.promise;
  const why = new CommandError('aborted', 'error: interrupted');
  thinking.abort(why);
  await assert.rejects(sending, why);
  const later = new AbortController();
  const waiting = client.send({ method: 'GET', path: '/busy' }, later.signal);
  setTimeout(() => later.abort(), 50);
  await assert.rejects(waiting, given);
});

test('--request-timeout covers the start and the end of a response', async (t) => {
  const handlers: Handler[] = [() => undefined, (_, response) => void response.write('{')];
  const { client } = await start(t, (request, response) => handlers.shift()?.(request, response), {
    requestTimeout: '200ms',
  });
  const late = {
    kind: 'timeout',
    message: /^error: 127\.0\.0\.1:\d+ did not answer GET \/api\/v1\/nodes within 0\.2s$/,
  };
  await assert.rejects(client.send(GET), late);
  await assert.rejects(client.send(GET), late);
});

test('passes on each warning of the server once', async (t) => {
  const { client, warnings } = await start(t, (_, response) => {
    response.setHeader('Warning', '299 - "old API"');
    json(response, {});
  });
  await client.send(GET);
  await client.send(GET);
  assert.deepEqual(warnings, ['old API']);
});

test('sends a request again when its kept connection was closed, except a POST', async (t) => {
  let requests = 0;
  const { client } = await start(t, (request, response) => {
    requests += 1;
    if (requests % 2 === 1) json(response, {});
    // As a server that closes an idle connection while a request is under way: it never answers.
    else if (requests === 2 || request.method === 'POST') request.socket.destroy();
    else json(response, {});
  });
  await client.send(GET);
  assert.deepEqual(await client.send(GET), {});
  await assert.rejects(client.send({ ...GET, method: 'POST', body: {} }), /connection reset by peer/);
  assert.equal(requests, 4);
});

test('sends a request again on a new connection when every kept connection was closed', async (t) => {
  const connections = new Set<Socket>();
  const waiting: ServerResponse[] = [];
  const { client } = await start(t, ({ socket }, response) => {
    if (connections.has(socket)) return void socket.destroy();
    connections.add(socket);
    waiting.push(response);
    if (connections.size >= 3) for (const one of waiting.splice(0)) json(one, {});
  });
  await Promise.all([client.send(GET), client.send(GET), client.send(GET)]);
  assert.deepEqual(await client.send(GET), {});
  assert.equal(connections.size, 4);
});

test('a watch yields events as they arrive, until the server ends it', async (t) => {
  const started = Promise.withResolvers<[IncomingMessage, ServerResponse]>();
  const { client } = await start(t, (request, response) => started.resolve([request, response]));
  const events = client
    .watch<{ n: number }>({ ...GET, query: { resourceVersion: '7' } })
    [Symbol.asyncIterator]();
  const first = events.next();
  const [request, response] = await started.promise;
  assert.equal(request.url, '/api/v1/nodes?resourceVersion=7&watch=true');
  response.write('{"type":"ADDED","object":{"n":1}}\n{"type":"MODI');
  assert.deepEqual((await first).value, { type: 'ADDED', object: { n: 1 } });
  response.end('FIED","object":{"n":2}}\n');
  assert.deepEqual((await events.next()).value, { type: 'MODIFIED', object: { n: 2 } });
  assert.equal((await events.next()).done, true);
});

test('a watch closes its connection when its reader stops, and fails when aborted', async (t) => {
  const closed: Promise<unknown>[] = [];
  const { client } = await start(t, (_, response) => {
    closed.push(once(response, 'close'));
    response.write('{"type":"ADDED","object":{}}\n');
  });
  for await (const { type } of client.watch(GET)) {
    assert.equal(type, 'ADDED');
    break;
  }
  await closed[0];
  const ending = new AbortController();
  await assert.rejects(
    async () => {
      for await (const _ of client.watch(GET, ending.signal)) ending.abort();
    },
    { kind: 'aborted' },
  );
  await closed[1];
});

test('reports a refused watch, and a response that is not a watch', async (t) => {
  const handlers: Handler[] = [
    (_, response) => refuse(response, 410, 'Expired', 'too old resource version'),
    (_, response) => void response.end('<html>\n'),
  ];
  const { client } = await start(t, (request, response) => handlers.shift()?.(request, response));
  const next = () => client.watch(GET)[Symbol.asyncIterator]().next();
  await assert.rejects(next(), {
    code: 410,
    message: 'Error from server (Expired): too old resource version',
  });
  await assert.rejects(next(), { message: /that is not JSON$/ });
});
