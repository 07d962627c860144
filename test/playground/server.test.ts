import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { type Answer, call, watch } from '../support/http.ts';
import { type Playground, type PlaygroundOptions, type RequestEntry, startPlayground } from './server.ts';

const MAPS = '/api/v1/namespaces/default/configmaps';
const configMap = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });

/** Runs `use` with a server that is stopped afterwards. */
async function withServer(
  options: PlaygroundOptions,
  use: (server: Playground) => Promise<void>,
): Promise<void> {
  const server = await startPlayground(options);
  try {
    await use(server);
  } finally {
    await server.stop();
  }
}

const make = (server: Playground, name: string): Promise<Answer> =>
  call(server.admin, { method: 'POST', path: MAPS, body: configMap(name) });

test('intercept answers instead of the server, or passes the request', () =>
  withServer(
    {
      intercept(request, response) {
        if (request.method !== 'DELETE') return false;
        response.writeHead(503).end('busy');
        return true;
      },
    },
    async (server) => {
      assert.equal((await make(server, 'a')).status, 201);
      const answer = await call(server.admin, { method: 'DELETE', path: `${MAPS}/a` });
      assert.deepEqual([answer.status, answer.text], [503, 'busy']);
      assert.equal((await call(server.admin, { path: `${MAPS}/a` })).status, 200);
    },
  ));

test('intercept can reset a connection, and the server never sees the request', () =>
  withServer(
    {
      intercept(request) {
        if (request.method === 'POST') request.socket.destroy();
        return request.method === 'POST';
      },
    },
    async (server) => {
      await assert.rejects(make(server, 'a'), /ECONNRESET|socket hang up/);
      assert.equal((await call(server.admin, { path: `${MAPS}/a` })).status, 404);
    },
  ));

test('calls onRequest after each request', async () => {
  const entries: RequestEntry[] = [];
  await withServer({ onRequest: (entry) => entries.push(entry) }, async (server) => {
    await make(server, 'a');
    const headers = { 'user-agent': 'probe/1' };
    await call(server.admin, { path: `${MAPS}/b?resourceVersion=0`, headers });
  });
  assert.deepEqual(entries, [
    { method: 'POST', url: MAPS, status: 201, userAgent: '' },
    { method: 'GET', url: `${MAPS}/b?resourceVersion=0`, status: 404, userAgent: 'probe/1' },
  ]);
});

test('expireHistory makes older watches and continue tokens too old, not newer ones', () =>
  withServer({}, async (server) => {
    const old = (await make(server, 'a')).json.metadata.resourceVersion;
    await make(server, 'b');
    const page = (await call(server.admin, { path: `${MAPS}?limit=1` })).json;
    const latest = (await make(server, 'c')).json.metadata.resourceVersion;
    server.expireHistory();
    const first = async (version: string) => {
      const events = watch(server.admin, `${MAPS}?watch=true&resourceVersion=${version}`);
      const { value } = await events.next();
      await events.return(undefined);
      return value;
    };
    const { type, object } = await first(old);
    assert.deepEqual([type, object.code, object.reason], ['ERROR', 410, 'Expired']);
    const token = encodeURIComponent(page.metadata.continue);
    const gone = await call(server.admin, { path: `${MAPS}?limit=1&continue=${token}` });
    assert.deepEqual([gone.status, gone.json.reason], [410, 'Expired']);
    const next = first(latest);
    await make(server, 'd');
    assert.equal((await next).object.metadata.name, 'd');
  }));

test('drops history beyond the window', () =>
  withServer({ history: 2 }, async (server) => {
    const { resourceVersion } = (await make(server, 'a')).json.metadata;
    for (const name of ['b', 'c', 'd', 'e', 'f']) await make(server, name);
    const path = `${MAPS}?watch=true&timeoutSeconds=1&resourceVersion=${resourceVersion}`;
    const { text } = await call(server.admin, { path });
    assert.equal(JSON.parse(text).object.code, 410);
  }));

test('stop ends watches and leaves the port free', async () => {
  const server = await startPlayground();
  const events = watch(server.admin, `${MAPS}?watch=true`);
  await make(server, 'a');
  assert.equal((await events.next()).value.type, 'ADDED');
  const end = events.next();
  await server.stop();
  await end.catch(() => undefined);
  const port = Number(new URL(server.admin.url).port);
  await assert.rejects(
    new Promise((resolve, reject) =>
      connect(port, '127.0.0.1').once('connect', resolve).once('error', reject),
    ),
    { code: 'ECONNREFUSED' },
  );
});

test('deletes the contents of a namespace with it, and dependents with their owner', () =>
  withServer({}, async (server) => {
    const { admin } = server;
    await call(admin, { method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: 'n' } } });
    await call(admin, { method: 'POST', path: '/api/v1/namespaces/n/configmaps', body: configMap('inside') });
    const owner = (await make(server, 'owner')).json;
    const { uid, name } = owner.metadata;
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name, uid }];
    const owned = { ...configMap('owned'), metadata: { name: 'owned', ownerReferences } };
    const made = await call(admin, { method: 'POST', path: MAPS, body: owned });
    const { resourceVersion } = made.json.metadata;
    const gone: string[] = [];
    await call(admin, { method: 'DELETE', path: '/api/v1/namespaces/n' });
    await call(admin, { method: 'DELETE', path: `${MAPS}/owner` });
    const path = `/api/v1/configmaps?watch=true&resourceVersion=${resourceVersion}`;
    for await (const { type, object } of watch(admin, path)) {
      if (type === 'DELETED') gone.push(object.metadata.name);
      if (gone.length === 3) break;
    }
    assert.deepEqual(gone.toSorted(), ['inside', 'owned', 'owner']);
    assert.equal((await call(admin, { path: '/api/v1/namespaces/n' })).status, 404);
  }));

test('a watch whose end and bookmark coincide ends, and the server keeps running', (t) =>
  withServer({}, async (server) => {
    await make(server, 'a');
    t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    const types: string[] = [];
    for await (const { type } of watch(
      server.admin,
      `${MAPS}?watch=1&timeoutSeconds=60&allowWatchBookmarks=true`,
    )) {
      types.push(type);
      if (types.length === 1) t.mock.timers.tick(60_000);
    }
    t.mock.timers.reset();
    assert.deepEqual(types, ['ADDED', 'BOOKMARK']);
    assert.equal((await call(server.admin, { path: MAPS })).status, 200);
  }));
