import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { ApiError } from '../../../lib/kube/api/errors.ts';
import { createClient } from '../../../lib/kube/http/client.ts';
import { SECRET_HEADER } from '../../../lib/kube/proxy/guard.ts';
import { type LoopbackProxy, startProxy } from '../../../lib/kube/proxy/proxy.ts';
import { connectTo, type Handler, json, refuse, startApiServer } from './support/api-server.ts';

const PATH = '/apis/metal3.io/v1alpha1/namespaces/metal3/baremetalhosts/host-0';
const allow = [
  { method: 'GET' as const, path: PATH },
  { method: 'PATCH' as const, path: PATH },
];

/** A proxy on a free port before a server of the test. */
async function start(t: TestContext, handler: Handler): Promise<LoopbackProxy> {
  const { flags } = await startApiServer(t, handler);
  const proxy = await startProxy(await connectTo({ ...flags, as: 'jane' }), {
    port: 0,
    allow,
    warn: assert.fail,
  });
  t.after(() => proxy.stop());
  return proxy;
}

/** A request to the proxy from anybody. */
async function knock({ port }: { port: number }, headers: Record<string, string> = {}, path = PATH) {
  const asking = request({ host: '127.0.0.1', port, path, headers, agent: false }).end();
  const [response] = (await once(asking, 'response')) as [IncomingMessage];
  return { code: response.statusCode, body: JSON.parse(await text(response)) };
}

/** The secret of a proxy, seen where its own client hands it to node. */
async function secretOf({ client }: LoopbackProxy): Promise<string> {
  let secret = '';
  const snapshot = (message: unknown) => {
    const header = (message as { request: ClientRequest }).request.getHeader(SECRET_HEADER);
    if (header !== undefined) secret = String(header);
  };
  subscribe('http.client.request.start', snapshot);
  await client.send({ method: 'GET', path: PATH });
  unsubscribe('http.client.request.start', snapshot);
  return secret;
}

test("forwards allowed requests with the connection's credentials, not the sender's", async (t) => {
  const seen: IncomingMessage['headers'][] = [];
  const proxy = await start(t, (asked, response) => {
    seen.push(asked.headers);
    response.setHeader('Connection', 'close');
    json(response, { url: asked.url });
  });
  assert.deepEqual(await proxy.client.send({ method: 'GET', path: PATH }), { url: PATH });
  assert.deepEqual(
    await proxy.client.send({
      method: 'PATCH',
      path: PATH,
      query: { fieldManager: 'kubectl-bmh' },
      body: {},
      contentType: 'application/merge-patch+json',
    }),
    { url: `${PATH}?fieldManager=kubectl-bmh` },
  );
  const [, patch] = seen;
  assert.equal(patch?.authorization, 'Bearer test-token');
  assert.equal(patch?.['impersonate-user'], 'jane');
  assert.equal(patch?.['content-type'], 'application/merge-patch+json');
  assert.equal(patch?.[SECRET_HEADER], undefined);
});

test('refuses all other senders with 403 and a Status, and sends nothing to the server', async (t) => {
  const proxy = await start(t, () => assert.fail('it was passed on'));
  const host = `127.0.0.1:${proxy.port}`;
  const senders: Record<string, string>[] = [
    { host },
    { host, [SECRET_HEADER]: 'x' },
    { host: 'evil.example' },
  ];
  for (const headers of senders) {
    const { code, body } = await knock(proxy, headers);
    assert.equal(code, 403);
    assert.equal(body.kind, 'Status');
    assert.equal(body.reason, 'Forbidden');
  }
});

test('refuses another path to its own client as well', async (t) => {
  const proxy = await start(t, () => assert.fail('it was passed on'));
  await assert.rejects(proxy.client.send({ method: 'GET', path: '/api/v1/secrets' }), (error) => {
    assert(error instanceof ApiError);
    assert.equal(error.code, 403);
    return true;
  });
});

test("does not forward the sender's credentials or impersonation, even with the secret", async (t) => {
  const seen: IncomingMessage['headers'][] = [];
  const proxy = await start(t, (asked, response) => {
    seen.push(asked.headers);
    json(response, {});
  });
  const secret = await secretOf(proxy);
  assert.match(secret, /^[\w-]{43}$/);
  const { code } = await knock(proxy, {
    host: `127.0.0.1:${proxy.port}`,
    [SECRET_HEADER]: secret,
    authorization: 'Bearer stolen',
    'impersonate-user': 'system:admin',
    'impersonate-group': 'system:masters',
    'x-remote-user': 'system:admin',
    te: 'trailers',
  });
  assert.equal(code, 200);
  const { authorization, 'impersonate-user': user, 'impersonate-group': group, ...rest } = seen[1] ?? {};
  assert.deepEqual([authorization, user, group], ['Bearer test-token', 'jane', undefined]);
  assert.deepEqual(Object.keys(rest).toSorted(), ['connection', 'host', 'user-agent']);
});

test('uses a new secret in each run', async (t) => {
  const [one, other] = [await start(t, (_, response) => json(response, {})), await start(t, assert.fail)];
  const { code } = await knock(other, {
    host: `127.0.0.1:${other.port}`,
    [SECRET_HEADER]: await secretOf(one),
  });
  assert.equal(code, 403);
});

test('reports refusals and connection failures as without a proxy', async (t) => {
  const proxy = await start(t, (_, response) => refuse(response, 409, 'Conflict', 'changed'));
  await assert.rejects(proxy.client.send({ method: 'GET', path: PATH }), {
    code: 409,
    message: 'Error from server (Conflict): changed',
  });
  const unreachable = await startProxy(await connectTo({ server: 'http://127.0.0.1:1' }), {
    port: 0,
    allow,
    warn: assert.fail,
  });
  t.after(() => unreachable.stop());
  await assert.rejects(unreachable.client.send({ method: 'GET', path: PATH }), {
    name: 'CommandError',
    message: 'The connection to the server 127.0.0.1:1 was refused - did you specify the right host or port?',
  });
});

test('retries a 429 and warns once, with and without the proxy', async (t) => {
  const answers = [429, 429, 200, 429, 200];
  const { flags } = await startApiServer(t, (_, response) => {
    if (answers.shift() === 429) response.writeHead(429, { 'Retry-After': '7' }).end();
    else json(response, {});
  });
  const connection = await connectTo(flags);
  const pauses: number[] = [];
  const warnings: string[] = [];
  const options = {
    warn: (text: string) => warnings.push(text),
    wait: async (pause: number) => void pauses.push(pause),
  };
  const proxy = await startProxy(connection, { ...options, port: 0, allow });
  t.after(() => proxy.stop());
  const request = { method: 'GET' as const, path: PATH };
  await proxy.client.send(request);
  const direct = createClient(connection, options);
  t.after(() => direct.close());
  await direct.send(request);
  assert.deepEqual(pauses, [7000, 7000, 7000]);
  assert.equal(warnings.length, 1);
});

test('applies --request-timeout to the server behind the proxy', async (t) => {
  const { flags, url } = await startApiServer(t, () => undefined);
  const connection = await connectTo({ ...flags, requestTimeout: '200ms' });
  const proxy = await startProxy(connection, { port: 0, allow, warn: assert.fail });
  t.after(() => proxy.stop());
  await assert.rejects(proxy.client.send({ method: 'GET', path: PATH }), {
    kind: 'timeout',
    message: `error: ${new URL(url).host} did not answer GET ${PATH} within 0.2s`,
  });
});

test('refuses a request larger than an API server accepts', async (t) => {
  const proxy = await start(t, () => assert.fail('it was passed on'));
  const body = { data: 'x'.repeat(4 * 1024 * 1024) };
  await assert.rejects(proxy.client.send({ method: 'PATCH', path: PATH, body }), {
    name: /^(Api|Command)Error$/,
  });
});

test('fails when the requested port is taken', async (t) => {
  const { port } = await occupy(t, 0);
  const connection = await connectTo({ server: 'http://127.0.0.1:1' });
  await assert.rejects(startProxy(connection, { port, allow, warn: assert.fail }), {
    name: 'CommandError',
    kind: 'usage',
    message: `error: cannot listen on 127.0.0.1:${port}: the address is already in use`,
  });
});

test('uses the default port, or the next free one', async (t) => {
  const connection = await connectTo({ server: 'http://127.0.0.1:1' });
  const open = async () => {
    const proxy = await startProxy(connection, { allow, warn: assert.fail });
    t.after(() => proxy.stop());
    return proxy;
  };
  let first = await open();
  let second = await open();
  // Another process may have given a lower port back between the two: then they are not neighbours of one moment.
  for (let tries = 1; second.port < first.port && tries < 20; tries += 1)
    [first, second] = [second, await open()];
  assert(first.port >= 8001, `${first.port}`);
  assert(second.port > first.port, `${second.port} after ${first.port}`);
});

test('stop cancels a request in flight and frees the port', async (t) => {
  const reached = Promise.withResolvers<IncomingMessage>();
  const proxy = await start(t, (asked) => reached.resolve(asked));
  const sending = proxy.client.send({ method: 'GET', path: PATH });
  const refused = assert.rejects(sending, {
    kind: 'aborted',
    message: 'error: the local API proxy was stopped',
  });
  const upstream = await reached.promise;
  const closed = once(upstream.socket, 'close');
  await proxy.stop();
  await refused;
  await closed;
  await proxy.stop();
  await occupy(t, proxy.port);
  await assert.rejects(proxy.client.send({ method: 'GET', path: PATH }), { kind: 'aborted' });
});

test('an open proxy does not keep the process alive', async (t) => {
  const { url } = await startApiServer(t, (_, response) => json(response, {}), { plain: true });
  const { code, output } = await run(
    `
    const proxy = await startProxy(connection, { port: 0, allow: [{ method: 'GET', path: '/api' }], warn() {} });
    console.log(JSON.stringify(await proxy.client.send({ method: 'GET', path: '/api' })));
  `,
    url,
  );
  assert.deepEqual([code, output], [0, '{}\n']);
});

test('refuses another user of this machine with 403', {
  skip: process.getuid?.() !== 0 && 'only root may switch users',
}, async (t) => {
  const proxy = await start(t, () => assert.fail('it was passed on'));
  const child = spawn(process.execPath, ['-e', OTHER_USER], {
    env: { PORT: String(proxy.port), REQUEST_PATH: PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = await text(child.stdout);
  assert.equal(output, '65534 403\n');
});

/** Sends a request as a system user that cannot read this project or its Node. */
const OTHER_USER = `
  process.setgroups([]);
  process.setgid(65534);
  process.setuid(65534);
  const { PORT: port, REQUEST_PATH: path } = process.env;
  require('node:http').get({ host: '127.0.0.1', port, path }, ({ statusCode }) => {
    console.log(process.getuid(), statusCode);
    process.exit();
  });`;

async function occupy(t: TestContext, port: number): Promise<{ server: Server; port: number }> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return { server, port: (server.address() as AddressInfo).port };
}

/** Runs a program that has a connection to `url`. */
async function run(body: string, url: string): Promise<{ code: number | null; output: string }> {
  const library = new URL('../../../lib/kube/', import.meta.url);
  const program = `
    import { connect } from '${library}config/connect.ts';
    import { startProxy } from '${library}proxy/proxy.ts';
    const host = { env: {}, interactive: false, warn() {} };
    const connection = await connect({ server: '${url}' }, host);
    ${body}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = text(child.stdout);
  const [code] = await once(child, 'close');
  return { code, output: await output };
}
