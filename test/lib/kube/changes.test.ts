import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createClient } from '../../../lib/kube/http/client.ts';
import { keptUp, type Listing } from '../../../lib/kube/watch/list-watch.ts';
import { connectTo, refuse, startApiServer } from './support/api-server.ts';

const PODS = '/api/v1/namespaces/monitoring/pods';
const CLAIMS = '/api/v1/namespaces/monitoring/persistentvolumeclaims';

const object = (name: string, resourceVersion: string) => ({
  metadata: { name, uid: `uid of ${name}`, resourceVersion },
});
const event = (type: string, value: unknown): string => `${JSON.stringify({ type, object: value })}\n`;

type Watches = Record<string, { request: IncomingMessage; response: ServerResponse }>;
type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const open: Handler = (_request, response) => {
  response.writeHead(200);
  response.flushHeaders();
};

/** Two listings from a server whose watches the test controls. */
async function start(t: TestContext, answer: Handler = open) {
  const watches: Watches = {};
  const arrived = Promise.withResolvers<void>();
  const { flags } = await startApiServer(t, (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'https://server');
    watches[pathname] = { request, response };
    answer(request, response);
    if (Object.keys(watches).length === 2) arrived.resolve();
  });
  const client = createClient(await connectTo(flags), { warn: assert.fail });
  const ending = new AbortController();
  t.after(() => ending.abort());
  const listings: Record<'pods' | 'claims', Listing> = {
    pods: {
      path: PODS,
      query: { labelSelector: 'app=one' },
      version: '10',
      items: [object('a', '1'), object('b', '2')],
    },
    claims: { path: CLAIMS, version: '11', items: [] },
  };
  const states = keptUp(client, listings, ending.signal);
  /** The next listing: names and versions; `over` when it has to be listed again. */
  const next = async () => {
    const { value, done } = await states.next();
    if (done || !value) return 'over';
    return [...value.pods.items, ...value.claims.items]
      .map(({ metadata: { name, resourceVersion } }) => `${name}:${resourceVersion}`)
      .join(' ');
  };
  const response = (path: string): ServerResponse => {
    const found = watches[path]?.response;
    assert.ok(found, `${path} is not watched`);
    return found;
  };
  return { next, states, ending, watches, response, arrived: arrived.promise, listings };
}

test('watches each listing from its version and applies the events', async (t) => {
  const { next, watches, response, arrived, listings } = await start(t);
  const first = next();
  await arrived;
  assert.equal(
    watches[PODS]?.request.url,
    `${PODS}?labelSelector=app%3Done&resourceVersion=10&timeoutSeconds=30&watch=true`,
  );
  assert.equal(watches[CLAIMS]?.request.url, `${CLAIMS}?resourceVersion=11&timeoutSeconds=30&watch=true`);
  response(PODS).write(event('MODIFIED', object('a', '12')));
  assert.equal(await first, 'a:12 b:2');
  response(CLAIMS).write(event('ADDED', object('c', '13')));
  assert.equal(await next(), 'a:12 b:2 c:13');
  response(PODS).write(event('DELETED', object('b', '14')));
  assert.equal(await next(), 'a:12 c:13');
  assert.deepEqual(
    listings.pods.items.map(({ metadata: { name } }) => name),
    ['a', 'b'],
  );
});

test('yields changes that happen during a yield', async (t) => {
  const { next, states, response, arrived } = await start(t);
  const first = states.next();
  await arrived;
  response(PODS).write(event('MODIFIED', object('a', '12')));
  const { value } = await first;
  response(CLAIMS).write(event('ADDED', object('c', '13')));
  while (value?.claims.items.length === 0) await setImmediate();
  assert.equal(await next(), 'a:12 b:2 c:13');
});

test('ignores bookmarks', async (t) => {
  const { next, response, arrived } = await start(t);
  const first = next();
  await arrived;
  response(PODS).write(event('BOOKMARK', { metadata: { resourceVersion: '20' } }));
  response(PODS).write(event('ADDED', object('d', '21')));
  assert.equal(await first, 'a:1 b:2 d:21');
});

test('ends when a watch ends, and ends the other watch', async (t) => {
  const { next, response, arrived } = await start(t);
  const first = next();
  await arrived;
  const closed = once(response(CLAIMS), 'close');
  response(PODS).end();
  assert.equal(await first, 'over');
  await closed;
});

test('ends when a version is too old, in an event or in the response', async (t) => {
  const { next, response, arrived } = await start(t);
  const first = next();
  await arrived;
  response(PODS).write(event('ERROR', { kind: 'Status', code: 410, reason: 'Expired', message: 'too old' }));
  assert.equal(await first, 'over');
  const gone = await start(t, (_request, answer) =>
    refuse(answer, 410, 'Expired', 'too old resource version'),
  );
  assert.equal(await gone.next(), 'over');
});

for (const [code, reason] of [
  [403, 'Forbidden'],
  [503, 'ServiceUnavailable'],
] as const)
  test(`ends after a pause when a watch is answered with ${code}`, async (t) => {
    const { next } = await start(t, (_request, answer) => refuse(answer, code, reason, 'not now'));
    const started = performance.now();
    assert.equal(await next(), 'over');
    assert.ok(performance.now() - started > 900);
  });

test('throws permanent errors', async (t) => {
  const { next } = await start(t, (_request, answer) => refuse(answer, 400, 'BadRequest', 'no such watch'));
  await assert.rejects(next(), /no such watch/);
});

test('an abort ends it with its reason', async (t) => {
  const { next, ending, arrived } = await start(t);
  const first = next();
  await arrived;
  ending.abort(new Error('enough'));
  await assert.rejects(first, /enough/);
});
