import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer, request as send } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { KeyPair } from '../certificates.ts';
import type { TestServer } from '../server.ts';

export interface GatewayOptions {
  /** Plain HTTP when absent. */
  tls?: KeyPair;
  /** What the path must begin with; the server gets it without. */
  prefix?: string;
  /** Who may pass, as the server's administrator; 401 otherwise. */
  accept(request: IncomingMessage): boolean;
}

/** A way to an API server that asks for other credentials than it, as identity-aware proxies do. */
export interface Gateway {
  port: number;
  /** The TLS server names that it was asked for, of requests that passed. */
  names: (string | false | null)[];
  stop(): Promise<void>;
}

export async function startGateway(
  { admin }: TestServer,
  { tls, prefix = '', accept }: GatewayOptions,
): Promise<Gateway> {
  const names: Gateway['names'] = [];
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '';
    if (!path.startsWith(prefix)) return response.writeHead(404).end();
    if (!accept(request)) return response.writeHead(401).end();
    if (tls) names.push((request.socket as TLSSocket).servername ?? null);
    const headers = { ...request.headers, authorization: `Bearer ${admin.token}` };
    const passed = send(
      admin.url + path.slice(prefix.length),
      { method: request.method, headers, ca: admin.ca, agent: false },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    passed.once('error', () => response.destroy());
    response.once('close', () => passed.destroy());
    request.pipe(passed);
  };
  const server = tls ? createHttpsServer(tls, handle) : createHttpServer(handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    names,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
