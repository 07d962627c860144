import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import type { KeyPair } from './certificates.ts';

/** A forward proxy on loopback that notes where it was asked to connect. */
export interface ForwardProxy {
  /** 0 where it listens at a Unix socket. */
  port: number;
  /** `host:port` of each tunnel asked for, in order. */
  asked: string[];
  stop(): Promise<void>;
}

export interface HttpProxyOptions {
  /** TLS to the proxy itself. */
  tls?: KeyPair;
  /** `user:password` that it wants (basic); 407 otherwise. */
  login?: string;
  /** Where a destination really is: for names that no DNS has. Undefined: nowhere, which is answered with 502. */
  resolve?: (destination: string) => { host: string; port: number } | undefined;
  /** Path of a Unix socket to listen at, instead of a port on loopback. */
  socket?: string;
}

/** An HTTP proxy that offers CONNECT. */
export async function startHttpProxy({
  tls,
  login,
  resolve = split,
  socket,
}: HttpProxyOptions = {}): Promise<ForwardProxy> {
  const asked: string[] = [];
  const server = tls ? createHttpsServer(tls) : createHttpServer();
  const sockets = track(server);
  server.on('connect', (request: IncomingMessage, client: Socket, head: Buffer) => {
    client.on('error', () => undefined);
    asked.push(request.url ?? '');
    const wanted = login && `Basic ${Buffer.from(login).toString('base64')}`;
    if (wanted && request.headers['proxy-authorization'] !== wanted) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    const destination = resolve(request.url ?? '');
    const fail = () => client.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n');
    if (!destination) return fail();
    const upstream = connect(destination, () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.write(head);
      join(client, upstream);
    });
    sockets.add(upstream);
    upstream.on('error', fail);
  });
  return running(server, { sockets, asked, socket });
}

/** A SOCKS 5 proxy (RFC 1928) without authentication, for CONNECT to a name or an IPv4 address. */
export async function startSocksProxy(): Promise<ForwardProxy> {
  const asked: string[] = [];
  const server = createTcpServer();
  const sockets = track(server);
  server.on('connection', async (client: Socket) => {
    client.on('error', () => undefined);
    const read = reader(client);
    const methods = (await read(2))[1] ?? 0;
    await read(methods);
    client.write(Buffer.from([5, 0]));
    const type = (await read(4))[3];
    const host = type === 1 ? (await read(4)).join('.') : (await read((await read(1))[0] ?? 0)).toString();
    const port = (await read(2)).readUInt16BE();
    asked.push(`${host}:${port}`);
    const upstream = connect({ host, port }, () => {
      client.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
      join(client, upstream);
    });
    sockets.add(upstream);
    upstream.on('error', () => client.destroy());
  });
  return running(server, { sockets, asked });
}

function split(destination: string): { host: string; port: number } {
  const at = destination.lastIndexOf(':');
  return { host: destination.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(destination.slice(at + 1)) };
}

function join(left: Socket, right: Socket): void {
  left.pipe(right).pipe(left);
  left.once('close', () => right.destroy());
  right.once('close', () => left.destroy());
}

/** Reads exactly so many bytes, however they arrive. */
function reader(socket: Socket): (count: number) => Promise<Buffer> {
  return async (count) => {
    for (;;) {
      const chunk: Buffer | null = count === 0 ? Buffer.alloc(0) : socket.read(count);
      if (chunk !== null) return chunk;
      await once(socket, 'readable');
    }
  };
}

type Listener = ReturnType<typeof createTcpServer>;

function track(server: Listener): Set<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

interface Listening {
  sockets: Set<Socket>;
  asked: string[];
  socket?: string | undefined;
}

async function running(server: Listener, { sockets, asked, socket }: Listening): Promise<ForwardProxy> {
  if (socket) server.listen(socket);
  else server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: socket ? 0 : (server.address() as AddressInfo).port,
    asked,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
