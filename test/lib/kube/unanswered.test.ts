import { strict as assert } from 'node:assert';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { local } from '../../../lib/cluster/metrics/local.ts';
import { getting } from '../../../lib/cluster/metrics/ways.ts';
import type { KubeClient, KubeRequest } from '../../../lib/kube/api/types.ts';
import { fetchIdToken } from '../../../lib/kube/auth/oidc.ts';
import { createClient } from '../../../lib/kube/http/client.ts';
import { exchange } from '../../../lib/kube/port-forward/port-forward.ts';
import { startProxy } from '../../../lib/kube/proxy/proxy.ts';
import { CommandError } from '../../../lib/words/errors.ts';
import { connectTo } from './support/api-server.ts';

/** What a server sends instead of a response, and whether it then closes the connection. */
const SILENCES: Record<string, { said: string; closes: boolean }> = {
  'an unrequested 101': {
    said: 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    closes: false,
  },
  'a 101 without a protocol': { said: 'HTTP/1.1 101 Switching Protocols\r\n\r\n', closes: false },
  'a 101, then the end': { said: 'HTTP/1.1 101 Switching Protocols\r\n\r\n', closes: true },
  'a 100, then the end': { said: 'HTTP/1.1 100 Continue\r\n\r\n', closes: true },
  'an immediate close': { said: '', closes: true },
  'half a header': { said: 'HTTP/1.1 200 OK\r\nContent-', closes: true },
};

const GET: KubeRequest = { method: 'GET', path: '/api/v1/nodes' };

async function drained(parts: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of parts);
}

/** All senders: each must fail although no time limit is set. */
const SENDERS: Record<string, (port: number, t: TestContext) => Promise<unknown>> = {
  send: async (port) => (await clientAt(port)).send(GET),
  list: async (port) => drained((await clientAt(port)).list(GET)),
  watch: async (port) => drained((await clientAt(port)).watch(GET)),
  ask: async (port) => (await clientAt(port)).ask({ method: 'GET', path: '/' }),
  'the local proxy': async (port, t) => {
    const allow = [GET];
    const proxy = await startProxy(await connectionAt(port), { allow, warn: assert.fail });
    t.after(proxy.stop);
    return proxy.client.send(GET);
  },
  'a login': async (port) =>
    fetchIdToken(
      { 'idp-issuer-url': `http://127.0.0.1:${port}`, 'client-id': 'id', 'refresh-token': 'refresh' },
      { env: {}, now: () => 0, warn: assert.fail, user: 'me', file: undefined },
    ),
  'a forwarded port': async (port) =>
    exchange(connect(port, '127.0.0.1'), { method: 'GET', path: '/' }, new AbortController().signal),
  "a user's own Prometheus": async (port) =>
    local(`http://127.0.0.1:${port}`).ask(getting('/'), new AbortController().signal),
};

for (const [sender, send] of Object.entries(SENDERS))
  for (const [silence, says] of Object.entries(SILENCES))
    test(`${sender}: fails on ${silence}`, { timeout: 30_000 }, async (t) => {
      const port = await startSilent(t, says);
      await assert.rejects(send(port, t), (error: Error) => error.message !== '');
    });

test('says that the connection was closed without an answer', async (t) => {
  const port = await startSilent(t, { said: 'HTTP/1.1 101 Switching Protocols\r\n\r\n', closes: false });
  const error = await SENDERS.send?.(port, t).catch((reason: unknown) => reason);
  assert(error instanceof CommandError);
  assert.equal(error.message, 'Unable to connect to the server: the connection was closed without an answer');
  assert.equal(
    error.hint,
    "Check that the kubeconfig's server, and any proxy in front of it, is the Kubernetes API.",
  );
});

const connectionAt = (port: number) => connectTo({ server: `http://127.0.0.1:${port}` });

const clientAt = async (port: number): Promise<KubeClient> =>
  createClient(await connectionAt(port), { warn: assert.fail });

async function startSilent(t: TestContext, { said, closes }: { said: string; closes: boolean }) {
  const server = createServer((socket) => {
    t.after(() => socket.destroy());
    socket.on('error', () => {});
    socket.once('data', () => (closes ? socket.end(said) : socket.write(said)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}
