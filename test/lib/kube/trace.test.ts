import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { KubeRequest } from '../../../lib/kube/api/types.ts';
import { secretsOf } from '../../../lib/kube/auth/credentials.ts';
import type { ConnectionFlags } from '../../../lib/kube/config/connection.ts';
import { createClient } from '../../../lib/kube/http/client.ts';
import { hide, maskedHeader } from '../../../lib/kube/http/trace.ts';
import { startProxy } from '../../../lib/kube/proxy/proxy.ts';
import { assertLinear } from '../../support/effort.ts';
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

test('traces refusals and an unreachable server', async (t) => {
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

test('traces a watch once, when it starts, and no body at any level', async (t) => {
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

test("traces requests through the proxy without its secret and the user's credentials", async (t) => {
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

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const headers: [string, string, string][] = [
  ['Authorization', 'Bearer abc', 'Bearer <masked>'],
  ['authorization', 'basic YTpi', 'basic <masked>'],
  ['Authorization', 'abc', '<masked>'],
  ['Authorization', 'Custom a b', '<masked>'],
  ['Proxy-Authorization', 'Basic YTpi', 'Basic <masked>'],
  ['Cookie', 'session=1', '<masked>'],
  ['Set-Cookie', 'session=1', '<masked>'],
  ['X-Loopback-Secret', 'abc', '<masked>'],
  ['X-Api-Key', 'abc', '<masked>'],
  ['X-Auth-Token', 'abc', '<masked>'],
  ['Impersonate-User', 'jane', 'jane'],
  ['Content-Type', 'application/json', 'application/json'],
];
for (const [name, value, shown] of headers)
  test(`header ${name}: ${value}`, () => assert.equal(maskedHeader(name, value), shown));

const key = '-----BEGIN EC PRIVATE KEY-----\nAbC\n-----END EC PRIVATE KEY-----\n';
const certificate = '-----BEGIN CERTIFICATE-----\nAbCdEfGhIjKlMnOpQrSt\n-----END CERTIFICATE-----\n';
const texts: [string, string, string[]?][] = [
  ['a s3cr"t/+ b', 'a <masked> b', ['s3cr"t/+']],
  ['{"a":"s3cr\\"t/+"}', '{"a":"<masked>"}', ['s3cr"t/+']],
  ['?a=s3cr%22t%2F%2B&b', '?a=<masked>&b', ['s3cr"t/+']],
  ['?a=s3c+ret+2', '?a=<masked>', ['s3c ret 2']],
  [`a ${base64('s3cr"t/+')} b`, 'a <masked> b', ['s3cr"t/+']],
  ['longer-secret and secret', '<masked> and <masked>', ['secret', 'longer-secret']],
  ['a word that is short', 'a word that is short', ['word']],
  ['Authorization: Bearer abc, more', 'Authorization: Bearer <masked>, more'],
  ['{"authorization":"Basic YTpi"}', '{"authorization":"Basic <masked>"}'],
  ['authorization=abc', 'authorization=<masked>'],
  ['Authorization: Bearer <masked>', 'Authorization: Bearer <masked>'],
  ['API group "authorization.k8s.io" is there', 'API group "authorization.k8s.io" is there'],
  ['["--bearer-token=abc","--token-file=/a"]', '["--bearer-token=<masked>","--token-file=/a"]'],
  ['is eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.x_y it', 'is <masked> it'],
  [`a ${key}b`, 'a <masked>\nb'],
  [`a ${key.slice(0, 40)}`, 'a <masked>'],
  [JSON.stringify(key), '"<masked>\\n"'],
  [`k: ${base64(key)}!`, 'k: <masked>!'],
  [`c: ${base64(certificate)}!`, `c: ${base64(certificate)}!`],
  [certificate, certificate],
  ['http://user:pass@images/a', 'http://***@images/a'],
];
for (const [text, shown, secrets = []] of texts)
  test(`text ${JSON.stringify(text).slice(0, 60)}`, () => assert.equal(hide(text, secrets), shown));

test('masks the whole of a secret that starts with another secret', () => {
  assert.equal(hide('abcdef-abcdefgh', ['abcdef', 'abcdefgh']), '<masked>-<masked>');
});

for (const part of ['a', 'eyJ', '-----BEGIN PRIVATE KEY-----', 'authorization:', 'a://', 'LS0tLS1CRUdJTi'])
  test(`masks a long text of ${part} in linear time`, () =>
    assertLinear(
      (count) => part.repeat(count / part.length),
      (text) => hide(text, ['not in there']),
      40_000,
    ));

test('collects the secrets of the kubeconfig, plugin, proxy and presented credentials', () => {
  const found = secretsOf(
    {
      token: 'token',
      username: 'name',
      password: 'password',
      'client-key-data': 'key data',
      'client-certificate-data': 'certificate',
      exec: {
        command: 'plugin',
        env: [
          { name: 'AWS_SECRET', value: 'plugin secret' },
          { name: 'REGION', value: 'here' },
        ],
      },
      'auth-provider': {
        name: 'oidc',
        config: { 'client-id': 'id', 'client-secret': 'client secret', 'refresh-token': 'refresh' },
      },
    },
    'http://user:p%40ss@proxy:3128',
    { authorization: 'Bearer presented', cert: 'a certificate', key: 'a key' },
  );
  assert.deepEqual(found.toSorted(), [
    'a key',
    'client secret',
    'key data',
    'p@ss',
    'password',
    'plugin secret',
    'presented',
    'refresh',
    'token',
  ]);
  assert.deepEqual(secretsOf({}, undefined, {}), []);
  assert.deepEqual(secretsOf({}, 'http://user:%ff@proxy', {}), ['%ff']);
});
