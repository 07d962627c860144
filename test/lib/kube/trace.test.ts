import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { KubeRequest } from '../../../lib/kube/api/types.ts';
import type { ConnectionFlags } from '../../../lib/kube/config/connection.ts';
import { createClient } from '../../../lib/kube/http/client.ts';
import { startProxy } from '../../../lib/kube/proxy/proxy.ts';
import { connectTo, type Handler, json, refuse, startApiServer } from './support/api-server.ts';

const PATH = '/api/v1/nodes/a';
const PATCH: KubeRequest = {
  method: 'PATCH',
  path: PATH,
  query: { dryRun: 'All' },
  body: { metadata: { labels: { a: 'b' } } },
  contentType: 'application/merge-patch+json',
};

/** A client at this level of `-v`, and all that it has traced, without what differs from run to run. */
async function start(t: TestContext, v: number, handler: Handler, flags: ConnectionFlags = {}) {
  const server = await startApiServer(t, handler, { plain: true });
  const connection = await connectTo({ ...server.flags, v, ...flags });
  const messages: string[] = [];
  const trace = (message: string) => {
    messages.push(message);
  };
  const client = createClient(connection, { warn: assert.fail, trace });
  t.after(() => client.close());
  const traced = () => messages.map(plain);
  return { client, connection, trace, traced };
}

const plain = (message: string): string =>
  message
    .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
    .replace(/ milliseconds=\d+/, ' milliseconds=N')
    .replace(/\tDate: .*/, '\tDate: DATE');

const answer: Handler = (_, response) => json(response, { kind: 'Node', metadata: { name: 'a' } });

const url = 'url="http://HOST/api/v1/nodes/a?dryRun=All"';
const requestHeaders = `headers=<
	Accept: application/json
	Accept-Encoding: gzip
	Authorization: Bearer <masked>
	Content-Length: 33
	Content-Type: application/merge-patch+json
	Impersonate-User: jane
	User-Agent: kubectl-bmh
 >`;
const responseHeaders = `headers=<
	Connection: keep-alive
	Content-Length: 39
	Content-Type: application/json
	Date: DATE
	Keep-Alive: timeout=5
 >`;
const responseLine = (headers = ''): string =>
  `"Response" verb="PATCH" ${url} status="200 OK"${headers && ` ${headers}`} milliseconds=N`;

const WITH_HEADERS = [`"Request" verb="PATCH" ${url} ${requestHeaders}`, responseLine(responseHeaders)];

const levels: [number, string[]][] = [
  [0, []],
  [5, []],
  [6, [responseLine()]],
  [7, WITH_HEADERS],
  ...[8, 10, 99].map((level): [number, string[]] => [level, WITH_HEADERS]),
];
for (const [level, messages] of levels)
  test(`-v=${level}`, async (t) => {
    const { client, traced } = await start(t, level, answer, { as: 'jane' });
    await client.send(PATCH);
    assert.deepEqual(traced(), messages);
  });

test('refusals, and a server that is not there', async (t) => {
  const { client, traced } = await start(t, 8, (_, response) => refuse(response, 403, 'Forbidden', 'no'));
  await assert.rejects(client.send({ method: 'GET', path: PATH }), { code: 403 });
  assert.match(
    traced()[1] ?? '',
    /^"Response" verb="GET" url="http:\/\/HOST\/api\/v1\/nodes\/a" status="403 Forbidden" /,
  );
  assert.equal(traced().length, 2);
  const away = await start(t, 6, answer, { server: 'http://127.0.0.1:1' });
  await assert.rejects(away.client.send({ method: 'GET', path: PATH }));
  assert.deepEqual(away.traced(), [
    '"Response" verb="GET" url="http://HOST/api/v1/nodes/a" status="" err="The connection to the server HOST was refused - did you specify the right host or port?" milliseconds=N',
  ]);
});

test('a watch is one line, when it begins, and no body is shown at any level', async (t) => {
  const events: Handler = (_, response) => {
    response.end('{"type":"ADDED","object":{"kind":"Secret","metadata":{"name":"a"},"data":{"a":"YWJj"}}}\n');
  };
  const watched = async (level: number): Promise<string[]> => {
    const { client, traced } = await start(t, level, events);
    for await (const _ of client.watch({ method: 'GET', path: '/api/v1/secrets' }));
    return traced();
  };
  const where = 'verb="GET" url="http://HOST/api/v1/secrets?watch=true"';
  assert.deepEqual(await watched(6), [`"Response" ${where} status="200 OK" milliseconds=N`]);
  const all = await watched(10);
  assert.equal(all.length, 2);
  assert.doesNotMatch(all.join('\n'), /YWJj/);
});

test('through the loopback proxy, without its secret and with nothing of the user', async (t) => {
  const { connection, trace, traced } = await start(t, 8, answer);
  const proxy = await startProxy(connection, {
    port: 0,
    allow: [{ method: 'GET', path: PATH }],
    warn: assert.fail,
    trace,
  });
  t.after(() => proxy.stop());
  await proxy.client.send({ method: 'GET', path: PATH });
  const [request, response] = traced();
  assert.equal(
    request,
    `"Request" verb="GET" url="http://HOST/api/v1/nodes/a" headers=<\n\tAccept: application/json\n\tX-Loopback-Secret: <masked>\n >`,
  );
  assert.match(
    response ?? '',
    /^"Response" verb="GET" url="http:\/\/HOST\/api\/v1\/nodes\/a" status="200 OK" /,
  );
});
