import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiError } from '../../../lib/kube/api/errors.ts';
import type { Connection, ConnectionFlags } from '../../../lib/kube/config/connection.ts';
import { type Forward, openForward } from '../../../lib/kube/port-forward/port-forward.ts';
import { CommandError } from '../../../lib/words/errors.ts';
import { create } from '../../scenarios/requests.ts';
import { withForwardedPod } from '../../support/forwarded-pod.ts';
import { writeKubeconfig } from '../../support/kubeconfig.ts';
import { startLink } from '../../support/link.ts';
import { holdParts } from '../../support/parts.ts';
import { PATIENCE } from '../../support/patience.ts';
import { POD_PORT } from '../../support/pods.ts';
import { startHttpProxy, startSocksProxy } from '../../support/proxies.ts';
import type { Endpoint, TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { connectTo, temporaryFolder } from './support/api-server.ts';

const NAMESPACE = 'monitoring';
const TARGET = { namespace: NAMESPACE, pod: 'web', port: POD_PORT };
const LARGE = 'x'.repeat(5 * 1024 * 1024);

/** Responses of the pod that are held back until the test ends. */
const held: ServerResponse[] = [];

/** Says what it was asked for; `/large` is large, `/silent` never answers, `/half` stops in the middle. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url, headers } = request;
  const body = await text(request);
  if (url === '/silent' || url === '/half') {
    held.push(response);
    if (url === '/half') response.writeHead(200, { 'Content-Length': '1000' }).write('half');
    return;
  }
  response.writeHead(url === '/missing' ? 404 : 200, { 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(url === '/large' ? LARGE : `${method} ${url} ${headers['x-own'] ?? ''}${body && `: ${body}`}`);
}

/** A connection as a user of the server, whatever else it is told. */
async function connectionAs(
  t: TestContext,
  user: Endpoint,
  flags: ConnectionFlags = {},
): Promise<Connection> {
  const kubeconfig = join(await temporaryFolder(t), 'kubeconfig');
  await writeKubeconfig(kubeconfig, user);
  return connectTo({ kubeconfig, ...flags });
}

async function open(t: TestContext, connection: Connection, target = {}): Promise<Forward> {
  const forward = await openForward(connection, { ...TARGET, ...target });
  t.after(() => forward.close());
  return forward;
}

const get = (path: string) => ({ method: 'GET', path }) as const;

/** The kind, message and hint of a request's error. */
async function failureOf(answer: Promise<unknown>): Promise<[string, string, string | undefined]> {
  const error = await answer.then(
    (given) => assert.fail(`it was answered: ${JSON.stringify(given)}`),
    (error: unknown) => error,
  );
  assert.ok(error instanceof CommandError, String((error as Error).stack));
  return [error.kind, error.message, error.hint];
}

/** Rights in the namespace for a user of the name. */
async function grant({ admin }: TestServer, name: string, verbs: string[]): Promise<void> {
  const path = `/apis/rbac.authorization.k8s.io/v1/namespaces/${NAMESPACE}`;
  const apiGroup = 'rbac.authorization.k8s.io';
  const rules = [{ apiGroups: [''], resources: ['pods/portforward'], resourceNames: ['web'], verbs }];
  await create(admin, `${path}/roles`, { metadata: { name }, rules });
  await create(admin, `${path}/rolebindings`, {
    metadata: { name },
    roleRef: { apiGroup, kind: 'Role', name },
    subjects: [{ apiGroup, kind: 'User', name }],
  });
}

/** Repeats a request until a right that was granted has taken effect. */
async function untilAllowed(forward: Forward): Promise<string> {
  const deadline = performance.now() + PATIENCE;
  for (;;) {
    try {
      return (await forward.request(get('/'))).body;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 403 || performance.now() > deadline) throw error;
      await delay(50);
    }
  }
}

for (const { name, start } of servers()) {
  test(`port-forward, ${name}`, async (t) => {
    const server = await start();
    const { admin } = server;
    let parts: { stop(): Promise<void> } | undefined;
    after(async () => {
      await parts?.stop();
      await server.stop();
    });
    parts = await holdParts(server);
    await create(admin, '/api/v1/namespaces', { metadata: { name: NAMESPACE } });
    const pod = { namespace: NAMESPACE, name: 'web', handler: answer };
    await withForwardedPod(server, pod, async () => {
      for (const [what, run] of Object.entries(cases)) await t.test(what, (t) => run(t, server));
    });
  });
}

const cases: Record<string, (t: TestContext, server: TestServer) => Promise<void>> = {
  async 'returns the response of the pod, whatever its status'(t, { admin }) {
    const forward = await open(t, await connectionAs(t, admin));
    const contentType = 'text/plain; charset=utf-8';
    assert.deepEqual(await forward.request({ ...get('/a?b=1%2F2'), headers: { 'X-Own': 'yes' } }), {
      status: 200,
      contentType,
      body: 'GET /a?b=1%2F2 yes',
    });
    assert.deepEqual(await forward.request(get('/missing')), {
      status: 404,
      contentType,
      body: 'GET /missing ',
    });
    const posted = await forward.request({ method: 'POST', path: '/b', body: 'größe=1' });
    assert.equal(posted.body, 'POST /b : größe=1');
    const large = 'y'.repeat(300_000);
    assert.equal((await forward.request({ method: 'POST', path: '/b', body: large })).body.length, 300_010);
  },

  async 'reaches a pod with TLS, whatever its certificate, and reports plain HTTP to it'(t, server) {
    const pod = { namespace: NAMESPACE, name: 'secure', handler: answer, secure: true };
    await withForwardedPod(server, pod, async () => {
      const connection = await connectionAs(t, server.admin);
      const forward = await open(t, connection, { pod: 'secure', secure: true });
      assert.equal((await forward.request(get('/a'))).body, 'GET /a ');
      assert.ok((await forward.request(get('/large'))).body === LARGE);
      await assert.rejects((await open(t, connection, { pod: 'secure' })).request(get('/')), CommandError);
    });
    await assert.rejects(
      (await open(t, await connectionAs(t, server.admin), { secure: true })).request(get('/')),
      CommandError,
    );
  },

  async 'a large answer comes whole, or as much of it as is wanted, and several come side by side'(
    t,
    server,
  ) {
    const forward = await open(t, await connectionAs(t, server.admin));
    assert.ok((await forward.request(get('/large'))).body === LARGE);
    assert.equal((await forward.request({ ...get('/large'), limit: 10 })).body, 'xxxxxxxxxx');
    const paths = ['/0', '/large', '/2', '/large', '/4', '/large'];
    const answers = await Promise.all(paths.map((path) => forward.request(get(path))));
    assert.deepEqual(
      answers.map(({ body }) => body.length),
      paths.map((path) => (path === '/large' ? LARGE.length : 'GET /0 '.length)),
    );
  },

  async 'reports a closed port, a missing pod and an unscheduled pod'(t, { admin }) {
    const connection = await connectionAs(t, admin);
    const [kind, message, hint] = await failureOf((await open(t, connection, { port: 9 })).request(get('/')));
    assert.equal(kind, 'api');
    assert.match(
      message,
      /^error: port 9 of pod monitoring\/web cannot be reached: error forwarding port 9 to pod .+$/,
    );
    assert.equal(
      hint,
      'Check that the pod is running (kubectl -n monitoring get pod web) and listens on port 9.',
    );
    assert.deepEqual(await failureOf((await open(t, connection, { pod: 'gone' })).request(get('/'))), [
      'api',
      'Error from server (NotFound): pods "gone" not found',
      'Check the name, the namespace (-n) and the cluster (--context).',
    ]);
    const spec = { containers: [{ name: 'main', image: 'busybox' }] };
    await create(admin, `/api/v1/namespaces/${NAMESPACE}/pods`, { metadata: { name: 'idle' }, spec });
    assert.deepEqual(await failureOf((await open(t, connection, { pod: 'idle' })).request(get('/'))), [
      'api',
      'Error from server (BadRequest): pod idle does not have a host assigned',
      'Check that the pod is running and that its node is ready (kubectl -n monitoring get pod idle -o wide), then run the same command again.',
    ]);
  },

  async 'needs exactly get and create on pods/portforward, and a refusal names them'(t, server) {
    const forward = await open(t, await connectionAs(t, server.weak));
    assert.deepEqual(await failureOf(forward.request(get('/'))), [
      'api',
      'Error from server (Forbidden): pods "web" is forbidden: User "weak" cannot get resource "pods/portforward" in API group "" in the namespace "monitoring"',
      'Ask the cluster administrator for permission to get and create pods/portforward in namespace monitoring, or choose another user (--context, --user).',
    ]);
    await grant(server, 'weak', ['get', 'create']);
    assert.equal(await untilAllowed(forward), 'GET / ');
  },

  async "sends requests with the connection's impersonation"(t, server) {
    const forward = await open(t, await connectionAs(t, server.admin, { as: 'jane' }));
    const [, message] = await failureOf(forward.request(get('/')));
    assert.match(message, /User "jane" cannot get resource "pods\/portforward"/);
    await grant(server, 'jane', ['get', 'create']);
    assert.equal(await untilAllowed(forward), 'GET / ');
  },

  async 'uses a client certificate, and renews refused credentials once'(t, server) {
    const { url, ca } = server.admin;
    const certificate = await server.clientCertificate('root', ['system:masters']);
    const byCertificate = await open(t, await connectionAs(t, { url, ca, ...certificate }));
    assert.equal((await byCertificate.request(get('/'))).body, 'GET / ');

    const connection = await connectionAs(t, server.admin);
    const tokens = ['stale', 'stale', server.admin.token];
    const credentials = {
      present: async () => ({ authorization: `Bearer ${tokens.shift()}` }),
      renew: () => true,
    };
    const renewing = await open(t, { ...connection, credentials });
    const [, message] = await failureOf(renewing.request(get('/')));
    assert.equal(message, 'error: You must be logged in to the server (Unauthorized)');
    tokens.unshift('stale');
    assert.equal((await renewing.request(get('/'))).body, 'GET / ');
  },

  async "uses the connection's proxy"(t, server) {
    const connection = await connectionAs(t, server.admin);
    const { host } = new URL(server.admin.url);
    for (const [scheme, startProxy] of [
      ['http', startHttpProxy],
      ['socks5', startSocksProxy],
    ] as const) {
      const proxy = await startProxy();
      t.after(() => proxy.stop());
      const url = `${scheme}://127.0.0.1:${proxy.port}`;
      const forward = await open(t, { ...connection, proxy: url });
      assert.equal((await forward.request(get('/'))).body, 'GET / ');
      assert.deepEqual(proxy.asked, [host]);
    }
  },

  async 'ends a request at once on a timeout, an abort or a close'(t, { admin }) {
    const hasty = await open(t, await connectionAs(t, admin, { requestTimeout: '3s' }));
    for (const path of ['/silent', '/half']) {
      assert.deepEqual(await failureOf(hasty.request(get(path))), [
        'timeout',
        `error: port 8080 of pod monitoring/web did not answer GET ${path} within 3s`,
        'Run the same command again, or allow more time (--request-timeout).',
      ]);
    }
    await untilHeld(2);
    const forward = await open(t, await connectionAs(t, admin));
    const aborted = ['aborted', 'error: the request was canceled', undefined];
    assert.deepEqual(await failureOf(forward.request(get('/'), AbortSignal.abort())), aborted);
    const ending = new AbortController();
    const waiting = ['/silent', '/half'].map((path) => forward.request(get(path), ending.signal));
    const ends = Promise.all(waiting.map(failureOf));
    await untilHeld(2);
    ending.abort();
    assert.deepEqual(await ends, [aborted, aborted]);

    const closed = ['aborted', 'error: the connection to the pod was closed', undefined];
    const last = failureOf(forward.request(get('/silent')));
    await untilHeld(1);
    forward.close();
    forward.close();
    assert.deepEqual(await last, closed);
    assert.deepEqual(await failureOf(forward.request(get('/'))), closed);
  },

  async 'reports a connection that is cut during a response'(t, { admin }) {
    const link = await startLink(admin, 0);
    const forward = await open(t, await connectionAs(t, link.endpoint(admin)));
    const cut = Promise.all(['/silent', '/half'].map((path) => failureOf(forward.request(get(path)))));
    await untilHeld(2);
    await link.stop();
    const hint =
      'Check the network path to the API server and that the pod is still running (kubectl -n monitoring get pod web), then run the same command again.';
    assert.deepEqual(
      await cut,
      ['/silent', '/half'].map((path) => [
        'api',
        `error: the response from port 8080 of pod monitoring/web to GET ${path} ended early`,
        hint,
      ]),
    );
    const { host } = new URL(link.endpoint(admin).url);
    const [, refused] = await failureOf(forward.request(get('/')));
    assert.equal(
      refused,
      `The connection to the server ${host} was refused - did you specify the right host or port?`,
    );
  },

  async 'does not keep the process alive, closed or not'(t, { admin }) {
    const kubeconfig = join(await temporaryFolder(t), 'kubeconfig');
    await writeKubeconfig(kubeconfig, admin);
    const script = `
      const { connect } = await import(${moduleOf('config/connect.ts')});
      const { openForward } = await import(${moduleOf('port-forward/port-forward.ts')});
      const host = { env: {}, interactive: false, warn: () => {} };
      const connection = await connect({ kubeconfig: ${JSON.stringify(kubeconfig)} }, host);
      const at = (port) => openForward(connection, { ...${JSON.stringify(TARGET)}, port });
      const forward = await at(${POD_PORT});
      const abandoned = AbortSignal.timeout(300);
      const asked = ['/', '/large'].map((path) => forward.request({ method: 'GET', path }));
      const others = [(await at(9)).request({ method: 'GET', path: '/' })];
      others.push(forward.request({ method: 'GET', path: '/silent' }, abandoned));
      for (const { status, value } of await Promise.allSettled([...asked, ...others]))
        console.log(status, value?.status ?? '');
      // Handles that are closed are gone some turns later.
      for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
      console.log(process.getActiveResourcesInfo().filter((name) => /^(Timeout|T.*Wrap)$/.test(name)));
    `;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    assert.equal(said, 'fulfilled 200\nfulfilled 200\nrejected \nrejected \n[]\n');
    held.length = 0;
  },
};

const moduleOf = (file: string): string =>
  JSON.stringify(new URL(`../../../lib/kube/${file}`, import.meta.url).href);

/** Resolves when the pod has so many requests more to which it does not answer, and forgets them. */
async function untilHeld(count: number): Promise<void> {
  while (held.length < count) await new Promise((resolve) => setImmediate(resolve));
  held.length = 0;
}
