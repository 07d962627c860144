import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createAuthority } from '../support/certificates.ts';
import { call } from '../support/http.ts';
import type { TestServer } from '../support/server.ts';

/** Where every node says that its kubelet is; no machine has this address. */
const NODE_IP = '192.0.2.1';
const KUBELET_PORT = 10_250;

/** Wraps kwok's kubelet, so that it forwards ports of pods to where `TestServer.pods` leads. */
export interface Kubelet {
  /** What kwok has to be told: where its kubelet serves, where nodes say that it is, and where it forwards to. */
  flags: string[];
  isReady(): Promise<boolean>;
  stop(): Promise<void>;
}

interface KubeletOptions extends Pick<TestServer, 'admin' | 'pods'> {
  kwokPort: number;
}

/** kwok forwards from pods of this namespace alone. It does not exist: it signals that the port is open. */
const LISTENING = 'listening';

/**
 * kwok learns from its configuration where it forwards to, and that is one place for all pods. So each request for a
 * forward is seen before it is kwok's: the connection to the port is made first, kwok dials the one place, and is joined
 * to it. One request at a time, so that it is known whose dialling that is. Where nothing listens, kwok is to find no
 * forward and says so.
 */
export async function startKubelet(
  folder: string,
  { admin, pods, kwokPort }: KubeletOptions,
): Promise<Kubelet> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket));
  };
  let dialled: ((socket: Socket) => void) | undefined;
  const ports = createServer((socket) => (dialled ? dialled(keep(socket)) : socket.destroy()));
  const front = createHttpsServer(await (await createAuthority()).serverCertificate());
  front.on('connection', keep);
  let turn = Promise.resolve();
  front.on('upgrade', (request: IncomingMessage, client: Socket, head: Buffer) => {
    keep(client);
    turn = turn.then(() => forward(request, client, head)).catch(() => void client.destroy());
  });

  async function forward(request: IncomingMessage, client: Socket, head: Buffer): Promise<void> {
    const upstream = await listener(request.url ?? '');
    const kwok = keep(connect({ host: '127.0.0.1', port: kwokPort }));
    kwok.write(Buffer.concat([headOf(request, upstream !== undefined), head]));
    joinSockets(client, kwok);
    if (upstream === undefined) return;
    const socket = await new Promise<Socket | undefined>((resolve) => {
      dialled = resolve;
      kwok.once('close', () => resolve(undefined));
    });
    dialled = undefined;
    if (socket === undefined) upstream.destroy();
    else joinSockets(socket, upstream);
  }

  /** A connection to the port of the pod that a request is about; undefined where nothing listens. */
  async function listener(url: string): Promise<Socket | undefined> {
    const { pathname, searchParams } = new URL(url, 'https://localhost');
    const [, , namespace, name] = pathname.split('/');
    const { json } = await call(admin, { path: `/api/v1/namespaces/${namespace}/pods/${name}` });
    const port = pods.get(`${json.status?.podIP}:${searchParams.get('port')}`);
    if (port === undefined) return undefined;
    const socket = keep(connect({ host: '127.0.0.1', port }));
    return once(socket, 'connect').then(
      () => socket,
      () => undefined,
    );
  }

  for (const server of [ports, front]) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  const address = `${NODE_IP}:${KUBELET_PORT}`;
  pods.set(address, (front.address() as AddressInfo).port);
  const config = join(folder, 'forward.yaml');
  const target = { address: '127.0.0.1', port: (ports.address() as AddressInfo).port };
  const spec = { selector: { matchNamespaces: [LISTENING] }, forwards: [{ target }] };
  const rule = { apiVersion: 'kwok.x-k8s.io/v1alpha1', kind: 'ClusterPortForward', spec };
  await writeFile(config, JSON.stringify({ ...rule, metadata: { name: 'all' } }));
  return {
    flags: [
      `--node-ip=${NODE_IP}`,
      `--node-port=${KUBELET_PORT}`,
      // Else it serves that port on every address of this machine.
      `--server-address=127.0.0.1:${kwokPort}`,
      `--config=${config}`,
    ],
    isReady: () =>
      fetch(`http://127.0.0.1:${kwokPort}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    async stop() {
      pods.delete(address);
      const closed = [ports, front].map((server) => once(server.close(), 'close'));
      for (const socket of sockets) socket.destroy();
      await Promise.all(closed);
    },
  };
}

function headOf({ method, url = '', rawHeaders }: IncomingMessage, listening: boolean): Buffer {
  const path = listening ? url.replace(/^(\/portForward\/)[^/]+/, `$1${LISTENING}`) : url;
  const lines = [`${method} ${path} HTTP/1.1`];
  for (let index = 0; index < rawHeaders.length; index += 2)
    lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
}

function joinSockets(left: Socket, right: Socket): void {
  left.pipe(right).pipe(left);
  left.once('close', () => right.destroy());
  right.once('close', () => left.destroy());
}
