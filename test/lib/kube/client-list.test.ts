import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { checked, readAnswer } from '../../../lib/kube/api/checked-client.ts';
import { pagesOf } from '../../../lib/kube/api/pages.ts';
import type { KubeClient, KubeList, KubeObject } from '../../../lib/kube/api/types.ts';
import { createClient } from '../../../lib/kube/http/client.ts';
import { connectTo, type Handler, json, refuse, startApiServer } from './support/api-server.ts';

const PATH = '/apis/metal3.io/v1alpha1/baremetalhosts';
const LIST = { method: 'GET', path: PATH } as const;

const hosts = (count: number): KubeObject[] =>
  Array.from({ length: count }, (_, index) => ({ metadata: { name: `host-${index}`, uid: 'é'.repeat(99) } }));

async function start(t: Parameters<typeof startApiServer>[0], handler: Handler) {
  const { url, flags } = await startApiServer(t, handler);
  return { client: checked(createClient(await connectTo(flags), { warn: assert.fail }), url) };
}

async function read(client: KubeClient): Promise<KubeList<KubeObject>[]> {
  const parts: KubeList<KubeObject>[] = [];
  for await (const part of client.list<KubeObject>(LIST)) parts.push(part);
  return parts;
}

for (const [how, encode] of [
  ['uncompressed', (text: string) => Buffer.from(text)],
  ['in gzip', (text: string) => gzipSync(text)],
] as const)
  test(`yields a list in parts, and its metadata last: ${how}`, async (t) => {
    const { client } = await start(t, (_request, response) => {
      const body = JSON.stringify({ items: hosts(300), kind: 'L', metadata: { resourceVersion: '7' } });
      if (how === 'in gzip') response.setHeader('Content-Encoding', 'gzip');
      response.end(encode(body));
    });
    const parts = await read(client);
    assert.ok(parts.length > 1, String(parts.length));
    assert.deepEqual(
      parts.flatMap(({ items }) => items),
      hosts(300),
    );
    assert.deepEqual(
      parts.map(({ metadata }) => metadata),
      parts.map((_part, index) => (index === parts.length - 1 ? { resourceVersion: '7' } : {})),
    );
  });

test('reads a list without items, as Go writes it, as empty', async (t) => {
  for (const body of ['{"metadata":{},"items":null}', '{"metadata":{}}', '{"metadata":{},"items":[]}']) {
    const { client } = await start(t, (_request, response) => response.end(body));
    assert.deepEqual(
      (await read(client)).map(({ items }) => items),
      [[]],
    );
  }
});

test('reads null containers, as Go writes an empty list, as absent', async (t) => {
  const { client } = await start(t, (_request, response) =>
    json(response, { metadata: {}, items: [{ metadata: { name: 'a' }, spec: { containers: null } }] }),
  );
  assert.deepEqual((await read(client))[0]?.items, [{ metadata: { name: 'a' }, spec: {} }]);
});

test('requests the next page when a server pages a list', async (t) => {
  const asked: (string | undefined)[] = [];
  const { client } = await start(t, (request, response) => {
    asked.push(request.url);
    const more = request.url?.includes('continue') ? {} : { continue: 'a/b' };
    json(response, { metadata: more, items: hosts(1) });
  });
  const found: KubeObject[] = [];
  for await (const items of pagesOf(client, { path: PATH, query: { labelSelector: 'a=b' } }))
    found.push(...items);
  assert.equal(found.length, 2);
  assert.deepEqual(asked, [`${PATH}?labelSelector=a%3Db`, `${PATH}?labelSelector=a%3Db&continue=a%2Fb`]);
});

const unusable: [what: string, handler: Handler, message: RegExp][] = [
  [
    'a refusal',
    (_request, response) => refuse(response, 403, 'Forbidden', 'not for you'),
    /^Error from server \(Forbidden\): not for you$/,
  ],
  ['HTML', (_request, response) => response.end('<html>'), /answered GET \S+ with text that is not JSON$/],
  [
    'a list that ends in an object',
    (_request, response) => response.end('{"items":[{"metadata":{"name":"a"}},{"meta'),
    /with text that is not JSON$/,
  ],
  [
    'a broken connection',
    (_request, response) => {
      response.writeHead(200, { 'Content-Length': 1000 });
      response.write('{"items":[{"metadata":{"name":"a"}},', () => response.destroy());
    },
    /ended early$/,
  ],
  [
    'a host without a name',
    (_request, response) => json(response, { metadata: {}, items: [...hosts(1), { metadata: {} }] }),
    /an invalid API object \(items\[1\]\.metadata\.name: expected a value, not nothing\)$/,
  ],
  [
    'a lease whose holder is not text',
    (_request, response) =>
      json(response, { metadata: {}, items: [{ metadata: { name: 'a' }, spec: { holderIdentity: {} } }] }),
    /\(items\[0\]\.spec\.holderIdentity: expected a string, not a mapping\)$/,
  ],
  [
    'a pod whose containers are not objects',
    (_request, response) =>
      json(response, { metadata: {}, items: [{ metadata: { name: 'a' }, spec: { containers: [null] } }] }),
    /\(items\[0\]\.spec\.containers\[0\]: expected a mapping, not nothing\)$/,
  ],
  [
    'items that are not objects',
    (_request, response) => json(response, { metadata: {}, items: ['a'] }),
    /\(items\[0\]: expected a mapping, not other text\)$/,
  ],
];
for (const [what, handler, message] of unusable)
  test(`reports ${what}`, async (t) => {
    const { client } = await start(t, handler);
    await assert.rejects(read(client), { name: /Error$/, message });
  });

test('closes the connection when the reader stops early', async (t) => {
  const closed = Promise.withResolvers<void>();
  const { client } = await start(t, (_request, response) => {
    response.once('close', closed.resolve);
    response.write(JSON.stringify({ metadata: {}, items: hosts(200) }).slice(0, -2));
  });
  for await (const { items } of client.list<KubeObject>(LIST)) {
    assert.equal(items[0]?.metadata.name, 'host-0');
    break;
  }
  await closed.promise;
});

test('an abort cancels a list', async (t) => {
  const ending = new AbortController();
  const { client } = await start(t, (_request, response) => {
    response.write(JSON.stringify({ metadata: {}, items: hosts(200) }).slice(0, -2));
  });
  const reading = (async () => {
    for await (const _part of client.list(LIST, ending.signal)) ending.abort();
  })();
  await assert.rejects(reading, { kind: 'aborted' });
});

test('fails on a list with endless pages', async (t) => {
  let asked = 0;
  const { client } = await start(t, (_request, response) => {
    asked += 1;
    json(response, { metadata: { continue: `page ${asked}` }, items: [] });
  });
  const read = async (): Promise<void> => {
    for await (const items of pagesOf(client, { path: PATH })) assert.deepEqual(items, []);
  };
  await assert.rejects(read(), { message: `error: the list of ${PATH} has no end` });
  assert.equal(asked, 1000);
});

for (const [what, request, answer] of [
  ['a read', { method: 'GET', path: `${PATH}/a` }, { metadata: { name: 'b' } }],
  ['a patch', { method: 'PATCH', path: `${PATH}/a/status` }, { metadata: { name: 'b' } }],
  [
    'a list of that name',
    { method: 'GET', path: PATH, query: { fieldSelector: 'metadata.name=a,metadata.namespace=n' } },
    { metadata: {}, items: [{ metadata: { name: 'a' } }, { metadata: { name: 'b' } }] },
  ],
] as const)
  test(`fails when the answer to ${what} has another name`, () => {
    assert.throws(() => readAnswer(answer, request), /metadata.name: expected the requested name/);
    assert.doesNotThrow(() =>
      readAnswer(JSON.parse(JSON.stringify(answer).replaceAll('"b"', '"a"')), request),
    );
  });

test('fails when a server does not return its version', () => {
  assert.throws(() => readAnswer({}, { method: 'GET', path: '/version' }), /gitVersion/);
});
