import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type TestContext, test } from 'node:test';
import type { KubeObject } from '../../../lib/kube/api/types.ts';
import { createClient } from '../../../lib/kube/http/client.ts';
import { watchObject } from '../../../lib/kube/watch/list-watch.ts';
import { connectTo, type Handler, json, refuse, startApiServer } from './support/api-server.ts';

const COLLECTION = '/apis/metal3.io/v1alpha1/namespaces/metal3/baremetalhosts';
const host = (resourceVersion: string): KubeObject => ({
  metadata: { name: 'host-0', uid: 'u', resourceVersion },
});
const event = (type: string, object: unknown) => `${JSON.stringify({ type, object })}\n`;

interface Watching {
  request: IncomingMessage;
  response: ServerResponse;
}

/** A server whose watches the test holds in its hands; `list` answers everything else. */
async function start(t: TestContext, list: Handler) {
  const waiting: ((watching: Watching) => void)[] = [];
  const arrived: Watching[] = [];
  const { flags } = await startApiServer(t, (request, response) => {
    if (!request.url?.includes('watch=true')) return list(request, response);
    response.writeHead(200);
    response.flushHeaders();
    const take = waiting.shift();
    if (take) take({ request, response });
    else arrived.push({ request, response });
  });
  const client = createClient(await connectTo(flags), { warn: assert.fail });
  const ending = new AbortController();
  t.after(() => ending.abort());
  const states = watchObject<KubeObject>(client, `${COLLECTION}/host-0`, ending.signal)[
    Symbol.asyncIterator
  ]();
  return {
    ending,
    next: async () => {
      const { value, done } = await states.next();
      return done ? 'done' : ((value as KubeObject | undefined)?.metadata.resourceVersion ?? 'gone');
    },
    /** The next watch that the client opens. */
    watch: (): Promise<Watching> =>
      new Promise((resolve) => {
        const watching = arrived.shift();
        if (watching) resolve(watching);
        else waiting.push(resolve);
      }),
  };
}

const listing =
  (...versions: (string | undefined)[]): Handler =>
  (request, response) => {
    assert.equal(request.url, `${COLLECTION}?fieldSelector=metadata.name%3Dhost-0`);
    const version = versions.length > 1 ? versions.shift() : versions[0];
    json(response, { metadata: { resourceVersion: '100' }, items: version ? [host(version)] : [] });
  };

test('yields the object, then each change, and undefined once it is deleted', async (t) => {
  const { next, watch, ending } = await start(t, listing('7'));
  assert.equal(await next(), '7');
  const second = next();
  const { request, response } = await watch();
  assert.equal(
    request.url,
    `${COLLECTION}?fieldSelector=metadata.name%3Dhost-0&resourceVersion=100&allowWatchBookmarks=true&timeoutSeconds=60&watch=true`,
  );
  response.write(
    event('MODIFIED', host('101')) + event('BOOKMARK', host('102')) + event('DELETED', host('103')),
  );
  assert.equal(await second, '101');
  assert.equal(await next(), 'gone');
  const closed = once(response, 'close');
  const end = next();
  ending.abort();
  assert.equal(await end, 'done');
  await closed;
});

test('yields undefined for an object that does not exist yet', async (t) => {
  const { next, watch } = await start(t, listing(undefined));
  assert.equal(await next(), 'gone');
  const created = next();
  (await watch()).response.write(event('ADDED', host('101')));
  assert.equal(await created, '101');
});

test('resumes a watch that ended from the last bookmark', async (t) => {
  const { next, watch } = await start(t, listing('7'));
  assert.equal(await next(), '7');
  const changed = next();
  (await watch()).response.end(event('BOOKMARK', host('200')));
  const { request, response } = await watch();
  assert.match(request.url ?? '', /&resourceVersion=200&/);
  response.write(event('MODIFIED', host('201')));
  assert.equal(await changed, '201');
});

test('resumes a broken watch', async (t) => {
  const { next, watch } = await start(t, listing('7'));
  assert.equal(await next(), '7');
  const changed = next();
  const { response } = await watch();
  response.write('{"type":"MODI', () => response.destroy());
  (await watch()).response.write(event('MODIFIED', host('101')));
  assert.equal(await changed, '101');
});

test('lists again without repetition when the version is too old, in the response or in the watch', async (t) => {
  const { next, watch } = await start(t, listing('7', '7', '8'));
  assert.equal(await next(), '7');
  const changed = next();
  const expired = { kind: 'Status', code: 410, reason: 'Expired', message: 'too old resource version' };
  (await watch()).response.end(event('ERROR', expired));
  (await watch()).response.end(event('ERROR', expired));
  assert.equal(await changed, '8');
});

test('polls the object when watching is forbidden', async (t) => {
  let reads = 0;
  const { next, ending } = await start(t, (request, response) => {
    if (request.url?.includes('?')) return refuse(response, 403, 'Forbidden', 'no list for you');
    assert.equal(request.url, `${COLLECTION}/host-0`);
    reads += 1;
    if (reads === 1) json(response, host('7'));
    else refuse(response, 404, 'NotFound', 'not found');
  });
  assert.equal(await next(), '7');
  assert.equal(await next(), 'gone');
  const end = next();
  ending.abort();
  assert.equal(await end, 'done');
});

test('throws permanent errors', async (t) => {
  const { next } = await start(t, (_, response) => refuse(response, 401, 'Unauthorized', 'Unauthorized'));
  await assert.rejects(next(), { code: 401 });
  const down = await start(t, (_, response) => refuse(response, 500, 'InternalError', 'etcd is down'));
  await assert.rejects(down.next(), { code: 500 });
});
