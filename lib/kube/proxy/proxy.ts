import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { CommandError } from '../../words/errors.ts';
import { failureIn, failureStatus } from '../api/errors.ts';
import type { KubeClient, Status } from '../api/types.ts';
import type { Connection } from '../config/connection.ts';
import { type ClientOptions, clientOver } from '../http/client.ts';
import { closeIdle, exchangeOnce, type Transport, transportOf } from '../http/transport.ts';
import { type AllowedRequest, type Gate, refusal, SECRET_HEADER } from './guard.ts';

/** An HTTP listener on 127.0.0.1 that forwards a few requests to the API server with the user's credentials. */
export interface LoopbackProxy {
  port: number;
  /** Sends through this proxy, which refuses other requests with 403. */
  client: KubeClient;
  /** Closes the listener and every connection immediately, even with a request in flight; resolves when the port is free. */
  stop(): Promise<void>;
}

interface ProxyOptions extends ClientOptions {
  /** The port to use. Default: 8001 or, if that is taken, the next free one. */
  port?: number;
  /** Read at each request, so it may change. */
  allow: readonly AllowedRequest[];
}

/** The port of the platform document's proxy (§4.A), which is `kubectl proxy`'s default. */
export const DEFAULT_PORT = 8001;

/**
 * Starts the local API proxy of §4.A step 2, made safe: only clients with this run's secret may use it, and only for what the
 * procedure needs. It does not keep the process alive and cannot outlive it.
 *
 * @throws {CommandError} if the requested port cannot be used.
 */
export async function startProxy(connection: Connection, options: ProxyOptions): Promise<LoopbackProxy> {
  const gate: Gate = { port: 0, secret: randomBytes(32).toString('base64url'), allow: options.allow };
  const ending = new AbortController();
  const upstream = transportOf(connection);
  const server = createServer(
    { keepAliveTimeout: 0, headersTimeout: 10_000 },
    forwarder(upstream, gate, ending.signal),
  );
  // While a request is in flight, the client's end of the connection keeps this process alive.
  server.on('connection', (socket) => socket.unref());
  server.unref();
  gate.port = await listen(server, options.port);
  const transport = loopbackTransport(gate, upstream, ending.signal);
  return {
    port: gate.port,
    client: rethrowing(clientOver(transport, connection, options)),
    async stop() {
      ending.abort(new CommandError('aborted', 'error: the local API proxy was stopped'));
      transport.close();
      if (!server.listening) return;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Rethrows failures of the proxy's own request to the server as if there were no proxy. */
const rethrowing = (client: KubeClient): KubeClient => ({
  ...client,
  send: (request, signal) =>
    client.send<never>(request, signal).catch((error: unknown) => {
      throw failureIn(error);
    }),
});

function loopbackTransport({ port, secret }: Gate, upstream: Transport, ending: AbortSignal): Transport {
  const agent = new Agent({ keepAlive: true });
  const server = `http://127.0.0.1:${port}`;
  return {
    server,
    compression: false,
    open: ({ headers, signal, ...exchange }) =>
      exchangeOnce(
        server,
        {
          ...exchange,
          headers: { ...headers, [SECRET_HEADER]: secret },
          signal: signal ? AbortSignal.any([signal, ending]) : ending,
        },
        // The time limit applies upstream, from the moment the request is sent.
        { agent, timeLimit: 0 },
      ),
    secrets: () => [secret, ...upstream.secrets()],
    isNews: upstream.isNews,
    close: () => closeIdle(agent),
  };
}

/** How many ports after the default one are tried before any free one is taken. */
const NEIGHBOURS = 50;

async function listen(server: Server, asked: number | undefined): Promise<number> {
  const neighbours = Array.from({ length: NEIGHBOURS }, (_, index) => DEFAULT_PORT + index);
  for (const port of asked === undefined ? neighbours : []) {
    const listening = await listenOn(server, port).catch((error: CommandError) => error);
    if (typeof listening === 'number') return listening;
    if (!TAKEN.includes((listening.cause as NodeJS.ErrnoException).code ?? '')) throw listening;
  }
  return listenOn(server, asked ?? 0);
}

const TAKEN = ['EADDRINUSE', 'EACCES'];

async function listenOn(server: Server, port: number): Promise<number> {
  try {
    server.listen({ host: '127.0.0.1', port, exclusive: true });
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const why = code === 'EADDRINUSE' ? 'the address is already in use' : String(code);
    throw new CommandError('usage', `error: cannot listen on 127.0.0.1:${port}: ${why}`, {
      hint: 'Choose another port (--proxy-port), or omit the flag to use a free port.',
      cause,
    });
  }
}

/** The headers that are forwarded to the server. All others, above all credentials, come from the connection. */
const PASSED_ON = ['accept', 'accept-encoding', 'content-type'];

/** Headers about a single connection, which are not forwarded to the client. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The largest request body, in bytes: the limit of an API server. */
const LIMIT = 3 * 1024 * 1024;

/** Handles each request: refuses it with 403, or forwards it and the response. */
const forwarder =
  (transport: Transport, gate: Gate, ending: AbortSignal): RequestListener =>
  (request, response) => {
    const why = refusal(request, gate);
    if (why !== undefined) return answer(response, failure(403, 'Forbidden', why));
    forward(transport, { request, response, ending }).catch((error: unknown) => {
      if (response.headersSent || response.destroyed) return response.destroy();
      if (error instanceof CommandError) return answer(response, failureStatus(error));
      answer(response, failure(500, 'InternalError', String(error)));
    });
  };

interface Passage {
  request: IncomingMessage;
  response: ServerResponse;
  ending: AbortSignal;
}

async function forward(transport: Transport, { request, response, ending }: Passage): Promise<void> {
  const body = await readBody(request);
  if (body === undefined) {
    const message = 'the request is larger than an API server accepts';
    return answer(response, failure(413, 'RequestEntityTooLarge', message));
  }
  const left = new AbortController();
  response.once('close', () => left.abort());
  const upstream = await transport.open({
    method: request.method ?? 'GET',
    path: request.url ?? '/',
    headers: pick(request.headers, (name) => PASSED_ON.includes(name)),
    signal: AbortSignal.any([ending, left.signal]),
    ...(body.length > 0 && { body }),
  });
  response.writeHead(
    upstream.statusCode ?? 502,
    pick(upstream.headers, (name) => !HOP_BY_HOP.has(name)),
  );
  await pipeline(upstream, response);
}

/** Undefined if the body is too large. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LIMIT) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const pick = (
  headers: NodeJS.Dict<string | string[]>,
  keep: (name: string) => boolean,
): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name, value]) => value !== undefined && keep(name)));

const failure = (code: number, reason: string, message: string): Status => ({
  status: 'Failure',
  code,
  reason,
  message,
});

function answer(response: ServerResponse, status: Status): void {
  const text = JSON.stringify({ kind: 'Status', apiVersion: 'v1', metadata: {}, ...status });
  response.writeHead(status.code ?? 500, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    Connection: 'close',
  });
  response.end(text);
}
