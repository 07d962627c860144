import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { RequestOptions } from 'node:https';
import { type Presented, secretsOf } from '../auth/credentials.ts';
import type { Connection } from '../config/connection.ts';
import { agentFor } from './agent.ts';
import { aborted, answerTo, type Target, timedOut, unreachable } from './answer-to.ts';
import { limiter, newsOfPauses } from './limiter.ts';
import type { Tracer } from './trace.ts';

/** One HTTP request to the transport's server. */
export interface Exchange {
  method: string;
  /** Relative to the server's root, with its query. */
  path: string;
  headers: OutgoingHttpHeaders;
  body?: string | Buffer;
  signal?: AbortSignal;
  /** A watch: the request's time limit covers only the start of the response. */
  streaming?: boolean;
  tracer?: Tracer;
}

/** Sends requests to one server as one user. */
export interface Transport {
  /** The server's address, for messages. */
  server: string;
  compression: boolean;
  /** The response, whatever its status, with its body unread. Failures are `CommandError`s. */
  open(exchange: Exchange): Promise<IncomingMessage>;
  /** The secrets among the credentials in use. */
  secrets(): string[];
  /** Whether to warn the user that the server asks for a pause of so many milliseconds. */
  isNews(pause: number): boolean;
  /** Closes idle connections. */
  close(): void;
}

const transports = new WeakMap<Connection, Transport>();

/** The connection's only transport: all its clients and proxies share sockets and credentials. */
export function transportOf(connection: Connection): Transport {
  const transport = transports.get(connection) ?? createTransport(connection);
  transports.set(connection, transport);
  return transport;
}

/**
 * Concurrent requests share this many connections, because each additional one costs a handshake on both ends. On a slow link,
 * waiting costs more than a handshake.
 */
const CONNECTIONS = 3;

/** The wait, in milliseconds, from which a link counts as slow. */
const PATIENCE = 50;

function createTransport(connection: Connection): Transport {
  const { server, compression, credentials, impersonation, timeout, userAgent, identity, proxy, isNamed } =
    connection;
  const enter = limiter(CONNECTIONS, PATIENCE);
  let latest: Presented = {};
  let agent: { presented: Presented; ready: ReturnType<typeof agentFor> } | undefined;
  const agentAs = (presented: Presented) => {
    if (agent?.presented.cert !== presented.cert || agent?.presented.key !== presented.key) agent = undefined;
    agent ??= { presented, ready: agentFor(connection, presented) };
    return agent.ready;
  };

  async function attempt(exchange: Exchange, presented: Presented): Promise<IncomingMessage> {
    latest = presented;
    const { authorization } = presented;
    const headers = {
      'User-Agent': userAgent,
      ...exchange.headers,
      ...impersonation,
      ...(authorization && { Authorization: authorization }),
    };
    const options = { agent: await agentAs(presented), timeLimit: timeout, isNamed };
    const place = await enter(exchange.signal);
    // The response to a watch may start as late as its first event: other requests must not wait for it.
    if (exchange.streaming) place.leave();
    try {
      const response = await exchangeOnce(server, { ...exchange, headers }, options);
      place.answered(response.statusCode === 429 ? 'refused' : 'taken');
      response.once('close', place.leave);
      return response;
    } catch (error) {
      place.leave();
      throw error;
    }
  }

  return {
    server,
    compression,
    async open(exchange) {
      const presented = await credentials.present(exchange.signal);
      const response = await attempt(exchange, presented);
      if (response.statusCode !== 401 || !credentials.renew(presented)) return response;
      response.resume();
      return attempt(exchange, await credentials.present(exchange.signal));
    },
    secrets: () => secretsOf(identity, proxy, latest),
    isNews: newsOfPauses(),
    close() {
      void agent?.ready.then(closeIdle, () => undefined);
    },
  };
}

type Agent = NonNullable<Exclude<RequestOptions['agent'], boolean>>;

export function closeIdle(agent: Agent): void {
  for (const sockets of Object.values(agent.freeSockets))
    for (const socket of sockets ?? []) socket.destroy();
}

/** The limit for connecting to a server, in milliseconds: that of Go's dialer. */
const DIAL_LIMIT = 30_000;

/**
 * One request over the agent. When a kept connection turns out to be closed, the server never read the request: it is sent
 * again on a new connection, except a POST, which must not be done twice.
 *
 * @param timeLimit in milliseconds, for the whole response; 0: none.
 */
export async function exchangeOnce(
  server: string,
  exchange: Exchange,
  { agent, timeLimit, isNamed = true }: { agent: Agent; timeLimit: number; isNamed?: boolean },
): Promise<IncomingMessage> {
  const url = new URL(server);
  const secure = url.protocol === 'https:';
  const { request: start } = await (secure ? import('node:https') : import('node:http'));
  const { method, path, headers, body, signal, streaming, tracer } = exchange;
  const target: Target = { server, request: `${method} ${path}`, isNamed };
  if (signal?.aborted) throw aborted(signal);
  const destination = {
    protocol: url.protocol,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port,
    path: url.pathname.replace(/\/$/, '') + path,
  };

  const send = async (mayRetry: boolean): Promise<IncomingMessage> => {
    const request = start({ ...destination, method, headers, agent });
    let response: IncomingMessage | undefined;
    const giveUp = (error: Error) => (response ?? request).destroy(error);
    const abort = () => giveUp(aborted(signal as AbortSignal));
    const limit =
      timeLimit > 0 ? setTimeout(() => giveUp(timedOut(timeLimit, target)), timeLimit) : undefined;
    const dial = setTimeout(
      () => giveUp(Object.assign(new Error('i/o timeout'), { code: 'ETIMEDOUT' })),
      DIAL_LIMIT,
    );
    const settle = () => {
      clearTimeout(limit);
      clearTimeout(dial);
      signal?.removeEventListener('abort', abort);
    };
    signal?.addEventListener('abort', abort);
    request.on('socket', (socket) => {
      if (request.reusedSocket || !(secure || socket.connecting)) return clearTimeout(dial);
      socket.setKeepAlive(true, 30_000);
      socket.once(secure ? 'secureConnect' : 'connect', () => clearTimeout(dial));
    });
    try {
      response = await answerTo(request, body);
    } catch (error) {
      settle();
      const stale =
        request.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET' && method !== 'POST';
      if (!stale || !mayRetry) throw error;
      // The other idle connections are probably closed as well: the second attempt opens a new one.
      closeIdle(agent);
      return send(false);
    }
    clearTimeout(dial);
    if (streaming) clearTimeout(limit);
    if (response.closed) settle();
    else response.once('close', settle);
    return response;
  };
  const traced = tracer?.({ method, url: `${server}${path}`, headers });
  try {
    const response = await send(true);
    traced?.answered(response);
    return response;
  } catch (error) {
    // Node throws synchronously for a request that cannot be sent, such as one whose token has a line break.
    const failure = unreachable(error, target);
    traced?.failed(failure);
    throw failure;
  }
}
