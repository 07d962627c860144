import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { createAuthority } from '../support/certificates.ts';
import type { Endpoint, TestServer } from '../support/server.ts';
import { createAuthorizer } from './access/authorize.ts';
import { createImpersonator } from './access/impersonate.ts';
import { MASTERS, type User } from './access/user.ts';
import { startControllers } from './controllers/start.ts';
import { type Api, handle, type Incoming } from './http/handler.ts';
import { createStore } from './objects/store.ts';
import { createRegistry } from './resources/registry.ts';
import { seed } from './seed.ts';

/** Milliseconds that an idle connection stays open, as kube-apiserver has it: clients close one long before. */
const IDLE = 180_000;

export interface PlaygroundOptions {
  /** How many of the latest changes watches and later pages of lists can go back; 1,000 when absent. */
  history?: number;
  /**
   * Sees each request before the server does. True: it has dealt with it (answered, reset the connection) and the
   * server leaves it alone. What it awaits delays the request.
   */
  intercept?(request: IncomingMessage, response: ServerResponse): boolean | Promise<boolean>;
  /** Told of each request when its answer is done, or its connection gone. */
  onRequest?(entry: RequestEntry): void;
}

export interface RequestEntry {
  method: string;
  /** The path with its query. */
  url: string;
  /** The answer's code. */
  status: number;
  userAgent: string;
}

/** The embedded API server, with what only a server in the same process can offer. */
export interface Playground extends TestServer {
  name: 'embedded';
  /** Forgets all changes so far: older watches get their 410, older continue tokens too. */
  expireHistory(): void;
}

/** Starts a small Kubernetes API server on loopback, at a free port, with everything in memory. */
export async function startPlayground(options: PlaygroundOptions = {}): Promise<Playground> {
  const authority = await createAuthority();
  const { cert, key } = await authority.serverCertificate();
  const store = createStore({ window: options.history ?? 1_000 });
  const registry = createRegistry(store);
  const authorizer = createAuthorizer(store);
  const tokens = new Map<string, User>();
  const pods = new Map<string, number>();
  const impersonator = createImpersonator(authorizer);
  const api: Api = { store, registry, authorizer, impersonator, tokens, pods };
  seed(store, registry);
  const endControllers = startControllers(store, registry);
  const server = createServer(
    {
      ...{ cert, key, ca: authority.ca, requestCert: true, rejectUnauthorized: false },
      keepAliveTimeout: IDLE,
    },
    (request, response) => void serve(api, options, { request, response }),
  );
  // The server itself no longer knows of a connection that asks for another protocol.
  const upgraded = new Set<Socket>();
  server.on('upgrade', (request: IncomingMessage, socket: Socket, upgrade: Buffer) => {
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
    socket.on('error', () => socket.destroy());
    const response = new ServerResponse(request);
    response.assignSocket(socket);
    response.shouldKeepAlive = false;
    response.once('finish', () => socket.end());
    void serve(api, options, { request, response, upgrade });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function endpoint(user: User): Endpoint {
    const token = randomBytes(16).toString('hex');
    tokens.set(token, user);
    return { url, ca: authority.ca, token };
  }

  return {
    name: 'embedded',
    admin: endpoint({ name: 'admin', uid: 'admin', groups: [MASTERS] }),
    weak: endpoint({ name: 'weak', uid: 'weak', groups: [] }),
    clientCertificate: (user, groups) => authority.clientCertificate(user, groups),
    pods,
    expireHistory: () => store.forget(),
    async stop() {
      endControllers();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      for (const socket of upgraded) socket.destroy();
      await closed;
    },
  };
}

async function serve(
  api: Api,
  { intercept, onRequest }: PlaygroundOptions,
  incoming: Incoming,
): Promise<void> {
  const { request, response } = incoming;
  response.once('close', () =>
    onRequest?.({
      method: request.method ?? '',
      url: request.url ?? '',
      status: response.statusCode,
      userAgent: request.headers['user-agent'] ?? '',
    }),
  );
  if (await intercept?.(request, response)) return;
  await handle(api, incoming);
}
