import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { KubeClient } from '../../../lib/kube/api/types.ts';
import { createClient } from '../../../lib/kube/http/client.ts';
import { connectTo, startApiServer } from './support/api-server.ts';

const MEBIBYTE = 1024 * 1024;
const GET = { method: 'GET', path: '/api/v1/nodes/a' } as const;
const LIST = { method: 'GET', path: '/api/v1/nodes' } as const;

async function start(t: TestContext, answer: (response: ServerResponse, url: string) => void) {
  const { flags } = await startApiServer(t, ({ url = '' }, response) => answer(response, url));
  const client = createClient(await connectTo(flags), { warn: assert.fail });
  t.after(() => client.close());
  return client;
}

/** The concatenation of the parts in gzip, each a number of copies of a text. */
const packed = (...parts: [text: string, copies: number][]): Buffer =>
  Buffer.concat(parts.map(([text, copies]) => gzipSync(text.repeat(copies))));

const inGzip =
  (body: Buffer) =>
  (response: ServerResponse): void =>
    void response.setHeader('Content-Encoding', 'gzip').end(body);

async function count(client: KubeClient): Promise<number> {
  let found = 0;
  for await (const { items } of client.list(LIST)) found += items.length;
  return found;
}

/** Short values: 4 MB of text that would take 90 MB in memory. */
const VALUES: [string, number][] = [
  ['{"a":[', 1],
  ['{},', 1_400_000],
  ['{}]}', 1],
];

for (const [what, body] of [
  ['spaces', packed([' '.repeat(MEBIBYTE), 65])],
  ['a single text', packed(['{"a":"', 1], ['x'.repeat(MEBIBYTE), 64], ['"}', 1])],
  ['short values', packed(...VALUES)],
] as const) {
  test(`refuses a response that would take more than 64 MiB: ${what}`, async (t) => {
    const client = await start(t, inGzip(body));
    await assert.rejects(client.send(GET), /answered GET \/api\/v1\/nodes\/a with more than 64 MiB/);
  });

  test(`refuses a list with an object that would take more than 64 MiB: ${what}`, async (t) => {
    const object = what === 'spaces' ? packed(['{', 1]) : Buffer.alloc(0);
    const client = await start(t, inGzip(Buffer.concat([packed(['{"items":[', 1]), object, body])));
    await assert.rejects(count(client), /answered GET \/api\/v1\/nodes with more than 64 MiB/);
  });

  test(`refuses a watch event that would take more than 64 MiB: ${what}`, async (t) => {
    const client = await start(t, inGzip(body));
    const watching = client.watch(GET)[Symbol.asyncIterator]();
    await assert.rejects(watching.next(), /answered GET \/api\/v1\/nodes\/a with more than 64 MiB/);
  });
}

test('accepts a response just below the limit', async (t) => {
  const client = await start(t, inGzip(packed(['{"a":"', 1], ['x'.repeat(MEBIBYTE), 63], ['"}', 1])));
  const { a } = await client.send<{ a: string }>(GET);
  assert.equal(a.length, 63 * MEBIBYTE);
});

test('refuses a list whose objects would take more than 1 GiB together, and accepts a long one', async (t) => {
  const object = `{"metadata":{"name":"a"},"a":[${'0,'.repeat(200_000)}0]}`;
  const list = (copies: number): Buffer =>
    packed(['{"metadata":{},"items":[', 1], [`${object},`, copies], [`${object}]}`, 1]);
  let copies = 60;
  const client = await start(t, (response) => inGzip(list(copies))(response));
  assert.equal(await count(client), 61);
  copies = 120;
  await assert.rejects(count(client), /answered GET \/api\/v1\/nodes with more than 1024 MiB/);
});

test('refuses a response when all concurrent ones together hold more than 256 MiB', async (t) => {
  const half = Buffer.alloc(50 * MEBIBYTE, ' ');
  const waiting: ServerResponse[] = [];
  const client = await start(t, (response, url) => {
    if (url !== GET.path) return void response.end('{}');
    waiting.push(response);
    response.write(half);
  });
  const together = Array.from({ length: 6 }, () => client.send(GET));
  await assert.rejects(Promise.all(together), /with more than 256 MiB, together with concurrent responses/);
  for (const response of waiting) response.end('{}');
  await Promise.allSettled(together);
  // What was held is released.
  for (const response of waiting) response.destroy();
  await client.send({ method: 'GET', path: '/version' });
});

test('reads only the first MiB of a refusal', async (t) => {
  const client = await start(t, (response) => {
    response.statusCode = 500;
    inGzip(packed(['{"kind":"Status","message":"', 1], ['x'.repeat(MEBIBYTE), 70], ['"}', 1]))(response);
  });
  await assert.rejects(client.send(GET), ({ message }: Error) => message.length < 400);
});
