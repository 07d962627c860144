import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type TestContext, test } from 'node:test';
import type { KubeObject } from '../../../lib/kube/api/types.ts';
import { createClient } from '../../../lib/kube/http/client.ts';
import { listWatch } from '../../../lib/kube/watch/list-watch.ts';
import { connectTo, json, refuse, startApiServer } from './support/api-server.ts';

const PATH = '/apis/metal3.io/v1alpha1/baremetalhosts';
const EXPIRED = { kind: 'Status', code: 410, reason: 'Expired', message: 'too old resource version' };

/** `a:7` is the object a at version 7; `a:7:u2` one that was created again. */
const object = (text: string): KubeObject => {
  const [name = '', resourceVersion = '', uid = `uid of ${name}`] = text.split(':');
  return { metadata: { name, namespace: 'metal', uid, resourceVersion } };
};
const event = (type: string, about: unknown) => `${JSON.stringify({ type, object: about })}\n`;

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const listing =
  (version: string, ...objects: string[]): Answer =>
  (response) =>
    json(response, { metadata: { resourceVersion: version }, items: objects.map(object) });

/** A watch that brings these events and then ends, breaks off, or stays open. */
const watching =
  (events: string[], end: 'ends' | 'breaks off' | 'stays' = 'stays'): Answer =>
  (response) => {
    response.writeHead(200);
    response.flushHeaders();
    const text = events.join('');
    if (end === 'ends') response.end(text);
    else if (end === 'stays') response.write(text);
    else response.write(`${text}{"type":"MODI`, () => response.destroy());
  };

/** Follows what a server says that gives these answers, one after the other; it stays silent when it has no more. */
async function follow(t: TestContext, ...answers: Answer[]) {
  const asked: string[] = [];
  const { flags } = await startApiServer(t, (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'https://server');
    const from = searchParams.get('continue');
    asked.push(
      searchParams.get('watch')
        ? `watch ${searchParams.get('resourceVersion')}`
        : `list${from ? ` ${from}` : ''}`,
    );
    answers.shift()?.(response, request);
  });
  const ending = new AbortController();
  t.after(() => ending.abort());
  const lost: string[] = [];
  const pauses: number[] = [];
  const client = createClient(await connectTo(flags), { warn: assert.fail });
  const changes = listWatch<KubeObject, string>(
    client,
    { path: PATH },
    {
      signal: ending.signal,
      read: ({ metadata: { name, resourceVersion } }) => `${name}:${resourceVersion}`,
      wait: async (milliseconds, signal) => {
        signal.throwIfAborted();
        pauses.push(milliseconds);
      },
      now: () => 0,
      lost: ({ message }) => lost.push(message.replace(/127\.0\.0\.1:\d+/, 'SERVER')),
    },
  );
  /** The next batch with anything in it. */
  const next = async (): Promise<string> => {
    for (;;) {
      const { value } = await changes.next();
      if (value?.length)
        return value.map(({ type, item }: { type: string; item: string }) => `${type} ${item}`).join(', ');
    }
  };
  return { next, changes, ending, asked, lost, pauses };
}

test('yields the objects and then each change; bookmarks only advance the version', async (t) => {
  const { next, asked } = await follow(
    t,
    listing('10', 'a:7', 'b:8'),
    watching(
      [
        event('MODIFIED', object('a:11')),
        event('ADDED', object('c:12')),
        event('DELETED', object('b:13')),
        event('BOOKMARK', { metadata: { resourceVersion: '20' } }),
      ],
      'ends',
    ),
    watching([event('MODIFIED', object('c:21'))]),
  );
  assert.equal(await next(), 'LISTED a:7, LISTED b:8');
  assert.equal(await next(), 'MODIFIED a:11');
  assert.equal(await next(), 'ADDED c:12');
  assert.equal(await next(), 'DELETED b:8');
  assert.equal(await next(), 'MODIFIED c:21');
  assert.deepEqual(asked, ['list', 'watch 10', 'watch 20']);
});

test('yields a batch for an empty collection', async (t) => {
  const { changes } = await follow(t, listing('10'), watching([]));
  assert.deepEqual((await changes.next()).value, []);
});

test('resumes from the last change after a broken connection, and reports it', async (t) => {
  const { next, asked, lost } = await follow(
    t,
    listing('10', 'a:7'),
    watching([event('MODIFIED', object('a:11'))], 'breaks off'),
    (response) => response.destroy(),
    watching([event('MODIFIED', object('a:12'))]),
  );
  await next();
  assert.equal(await next(), 'MODIFIED a:11');
  assert.equal(await next(), 'MODIFIED a:12');
  assert.deepEqual(asked, ['list', 'watch 10', 'watch 11', 'watch 11']);
  assert.equal(lost[0], `error: the response from SERVER to GET ${PATH} ended early`);
  assert.equal(lost.length, 2);
});

for (const [what, gone] of [
  ['in the watch', watching([event('ERROR', EXPIRED)], 'ends')],
  ['in its answer', (response) => refuse(response, 410, 'Expired', 'too old resource version')],
] as [string, Answer][])
  test(`410 ${what}: lists again and yields only the differences, including deletions`, async (t) => {
    const { next, asked, lost } = await follow(
      t,
      listing('10', 'a:7', 'b:8', 'c:9'),
      gone,
      listing('30', 'a:7', 'c:25', 'd:26'),
      watching([event('MODIFIED', object('a:31'))]),
    );
    assert.equal(await next(), 'LISTED a:7, LISTED b:8, LISTED c:9');
    assert.equal(await next(), 'MODIFIED c:25, ADDED d:26');
    assert.equal(await next(), 'DELETED b:8');
    assert.equal(await next(), 'MODIFIED a:31');
    assert.deepEqual(asked, ['list', 'watch 10', 'list', 'watch 30']);
    assert.deepEqual(lost, []);
  });

test('yields an object that was created again under its name as modified', async (t) => {
  const { next } = await follow(
    t,
    listing('10', 'a:7'),
    watching([event('ERROR', EXPIRED)], 'ends'),
    listing('30', 'a:7:another'),
    watching([event('DELETED', object('a:31:another'))]),
  );
  await next();
  assert.equal(await next(), 'MODIFIED a:7');
  assert.equal(await next(), 'DELETED a:7');
});

test('restarts a list that expires between its pages', async (t) => {
  const first: Answer = (response) =>
    json(response, { metadata: { resourceVersion: '10', continue: 'more' }, items: [object('a:7')] });
  const { next, asked } = await follow(
    t,
    first,
    (response) => refuse(response, 410, 'Expired', 'the continue parameter is too old'),
    listing('20', 'a:7', 'b:8'),
    watching([]),
  );
  assert.equal(await next(), 'LISTED a:7');
  assert.equal(await next(), 'LISTED b:8');
  assert.deepEqual(asked.slice(0, 3), ['list', 'list more', 'list']);
});

test('retries a failing server before a watch, during one, and for a new list', async (t) => {
  const trouble: Answer = (response) => refuse(response, 503, 'ServiceUnavailable', 'not now');
  const { next, asked, lost, pauses } = await follow(
    t,
    listing('10', 'a:7'),
    trouble,
    watching(
      [event('ERROR', { kind: 'Status', code: 500, reason: 'InternalError', message: 'etcd' })],
      'ends',
    ),
    watching([event('ERROR', EXPIRED)], 'ends'),
    trouble,
    listing('20', 'a:15'),
    watching([]),
  );
  await next();
  assert.equal(await next(), 'MODIFIED a:15');
  assert.deepEqual(asked.slice(0, 6), ['list', 'watch 10', 'watch 10', 'watch 10', 'list', 'list']);
  assert.deepEqual(lost, [
    'Error from server (ServiceUnavailable): not now',
    'Error from server (InternalError): etcd',
    'Error from server (ServiceUnavailable): not now',
  ]);
  assert.deepEqual(pauses, [0, 500, 1_000, 2_000]);
});

test('throws permanent errors: a failing first list, and a later refusal', async (t) => {
  const first = await follow(t, (response) => refuse(response, 500, 'InternalError', 'etcd'));
  await assert.rejects(first.next(), { code: 500 });
  const later = await follow(t, listing('10', 'a:7'), (response) =>
    refuse(response, 403, 'Forbidden', 'you may not watch'),
  );
  await later.next();
  await assert.rejects(later.next(), { code: 403 });
});

test('ends on an abort', async (t) => {
  const { next, ending } = await follow(t, listing('10', 'a:7'), watching([]));
  await next();
  const end = next();
  ending.abort();
  await assert.rejects(end, /canceled|abort/);
});
