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
const bodyOf = (text: string): string => `body=${JSON.stringify(text)}`;
const requestBody = `"Request Body" verb="PATCH" ${url} ${bodyOf('{"metadata":{"labels":{"a":"b"}}}')}`;
const responseBody = `"Response Body" verb="PATCH" ${url} ${bodyOf('{"kind":"Node","metadata":{"name":"a"}}')}`;
const curl = [
  'curl -v -XPATCH -H "Accept: application/json" -H "Accept-Encoding: gzip" -H "Authorization: Bearer <masked>"',
  '-H "Content-Length: 33" -H "Content-Type: application/merge-patch+json" -H "Impersonate-User: jane"',
  `-H "User-Agent: kubectl-bmh" 'http://HOST/api/v1/nodes/a?dryRun=All'`,
].join(' ');
const responseLine = (headers = ''): string =>
  `"Response" verb="PATCH" ${url} status="200 OK"${headers && ` ${headers}`} milliseconds=N`;

const levels: [number, string[]][] = [
  [0, []],
  [5, []],
  [6, [responseLine()]],
  [7, [`"Request" verb="PATCH" ${url} ${requestHeaders}`, responseLine(responseHeaders)]],
  [
    8,
    [
      requestBody,
      `"Request" verb="PATCH" ${url} ${requestHeaders}`,
      responseLine(responseHeaders),
      responseBody,
    ],
  ],
  ...[9, 10, 99].map((level): [number, string[]] => [
    level,
    [requestBody, `"Request" curlCommand=<\n\t${curl}\n >`, responseLine(responseHeaders), responseBody],
  ]),
];
for (const [level, messages] of levels)
  test(`-v=${level}`, async (t) => {
    const { client, traced } = await start(t, level, answer, { as: 'jane' });
    await client.send(PATCH);
    assert.deepEqual(traced(), messages);
  });

const whole = JSON.stringify({ metadata: { name: 'a' }, text: 'x'.repeat(20_000) });
const lengths: [number, string][] = [
  [8, `${whole.slice(0, 1024)} [truncated 19011 chars]`],
  [9, `${whole.slice(0, 10_240)} [truncated 9795 chars]`],
  [10, whole],
];
for (const [level, shown] of lengths)
  test(`a long body at -v=${level}`, async (t) => {
    const { client, traced } = await start(t, level, (_, response) => void response.end(whole));
    await client.send({ method: 'GET', path: PATH });
    const where = 'verb="GET" url="http://HOST/api/v1/nodes/a"';
    assert.equal(traced().at(-1), `"Response Body" ${where} ${bodyOf(shown)}`);
  });

test('a body of several lines is shown line by line', async (t) => {
  const { client, traced } = await start(t, 8, (_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<a>\n"Response" status="200 OK"\n');
  });
  await client.ask({ method: 'GET', path: PATH });
  assert.match(traced().at(-1) ?? '', / body=<\n\t<a>\n\t"Response" status="200 OK"\n >$/);
});

test('refusals, and a server that is not there', async (t) => {
  const { client, traced } = await start(t, 8, (_, response) => refuse(response, 403, 'Forbidden', 'no'));
  await assert.rejects(client.send({ method: 'GET', path: PATH }), { code: 403 });
  assert.match(
    traced()[1] ?? '',
    /^"Response" verb="GET" url="http:\/\/HOST\/api\/v1\/nodes\/a" status="403 Forbidden" /,
  );
  assert.match(traced()[2] ?? '', /^"Response Body" .*\\"reason\\":\\"Forbidden\\"/);
  const away = await start(t, 6, answer, { server: 'http://127.0.0.1:1' });
  await assert.rejects(away.client.send({ method: 'GET', path: PATH }));
  assert.deepEqual(away.traced(), [
    '"Response" verb="GET" url="http://HOST/api/v1/nodes/a" status="" err="The connection to the server HOST was refused - did you specify the right host or port?" milliseconds=N',
  ]);
});

test('a watch: one line when it begins, and each event at 8', async (t) => {
  const events: Handler = (_, response) => {
    response.end(
      '{"type":"ADDED","object":{"kind":"Secret","metadata":{"name":"a"},"data":{"a":"YWJj"}}}\n{"type":"BOOKMARK","object":{"metadata":{}}}\n',
    );
  };
  const watched = async (level: number): Promise<string[]> => {
    const { client, traced } = await start(t, level, events);
    for await (const _ of client.watch({ method: 'GET', path: '/api/v1/secrets' }));
    return traced();
  };
  const where = 'verb="GET" url="http://HOST/api/v1/secrets?watch=true"';
  assert.deepEqual(await watched(6), [`"Response" ${where} status="200 OK" milliseconds=N`]);
  const bodies = (await watched(8)).filter((message) => message.startsWith('"Response Body"'));
  assert.deepEqual(bodies, [
    `"Response Body" ${where} ${bodyOf('{"type":"ADDED","object":{"kind":"Secret","metadata":{"name":"a"},"data":{"a":"<masked>"}}}')}`,
    `"Response Body" ${where} ${bodyOf('{"type":"BOOKMARK","object":{"metadata":{}}}')}`,
  ]);
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
  const [request, response, body] = traced();
  assert.equal(
    request,
    `"Request" verb="GET" url="http://HOST/api/v1/nodes/a" headers=<\n\tAccept: application/json\n\tX-Loopback-Secret: <masked>\n >`,
  );
  assert.match(
    response ?? '',
    /^"Response" verb="GET" url="http:\/\/HOST\/api\/v1\/nodes\/a" status="200 OK" /,
  );
  assert.match(body ?? '', /^"Response Body" verb="GET" /);
});
