import { randomBytes } from 'node:crypto';
import { Agent, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CommandError } from '../../words/errors.ts';
import { failureIn } from '../api/errors.ts';
import type { KubeClient } from '../api/types.ts';
import type { Connection } from '../config/connection.ts';
import { type ClientOptions, clientOver } from '../http/client.ts';
import { closeIdle, exchangeOnce, type Transport, transportOf } from '../http/transport.ts';
import { forwarder } from './forward.ts';
import { type AllowedRequest, type Gate, SECRET_HEADER } from './guard.ts';

/** An HTTP listener on 127.0.0.1 that passes a few requests on to the API server, with the user's credentials. */
export interface LoopbackProxy {
  port: number;
  /** Sends through this proxy; what it does not pass is refused with 403. */
  client: KubeClient;
  /** Closes the listener and every connection at once, answered or not; resolves when the port is free. */
  stop(): Promise<void>;
}

interface ProxyOptions extends ClientOptions {
  /** Only this port will do. Without it: 8001 or, where that is taken, the next free one. */
  port?: number;
  /** Asked at each request, so that it may change meanwhile. */
  allow: readonly AllowedRequest[];
}

/** The port of the document's proxy (§4.A), which is `kubectl proxy`'s default. */
export const DEFAULT_PORT = 8001;

/**
 * Starts the local API proxy of §4.A step 2, made safe: only who knows this run's secret may use it, and only for what
 * the procedure needs. It keeps no process alive and, being part of this process, can't outlive it.
 *
 * @throws {CommandError} where the port that was asked for can't be had.
 */
export async function startProxy(connection: Connection, options: ProxyOptions): Promise<LoopbackProxy> {
  const gate: Gate = { port: 0, secret: randomBytes(32).toString('base64url'), allow: options.allow };
  const ending = new AbortController();
  const upstream = transportOf(connection);
  const server = createServer(
    { keepAliveTimeout: 0, headersTimeout: 10_000 },
    forwarder(upstream, gate, ending.signal),
  );
  // While a request is under way, its sender's end of the connection keeps this process alive.
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

/** What the proxy's own request to the server failed with is thrown as if there were no proxy. */
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
        // The limit of a request is kept upstream, from when its turn has come.
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
  for (const port of asked === undefined ? [...neighbours, 0] : [asked]) {
    try {
      await listenOn(server, port);
      return (server.address() as AddressInfo).port;
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (asked === undefined && port !== 0 && (code === 'EADDRINUSE' || code === 'EACCES')) continue;
      throw unavailable(port, code, error);
    }
  }
  throw unavailable(DEFAULT_PORT, 'EADDRINUSE', undefined);
}

const listenOn = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      server.off('error', reject);
      resolve();
    });
  });

function unavailable(port: number, code: string | undefined, cause: unknown): CommandError {
  const why = code === 'EADDRINUSE' ? 'the address is already in use' : String(code);
  return new CommandError('usage', `error: can't listen on 127.0.0.1:${port}: ${why}`, {
    mend: 'Choose another port (--proxy-port), or leave the choice to this command.',
    cause,
  });
}
