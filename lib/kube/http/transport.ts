import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { RequestOptions } from 'node:https';
import { type Presented, secretsOf } from '../auth/credentials.ts';
import type { Connection } from '../config/connection.ts';
import { agentFor } from './agent.ts';
import { aborted, answerTo, type Target, timedOut, unreachable } from './answer-to.ts';
import { limiter, newsOfPauses } from './limiter.ts';
import type { Tracer } from './trace.ts';

/** One HTTP request to a server that the transport knows. */
export interface Exchange {
  method: string;
  /** From the server's root, with its query. */
  path: string;
  headers: OutgoingHttpHeaders;
  body?: string | Buffer;
  signal?: AbortSignal;
  /** A watch: the time limit of a request holds for its beginning alone. */
  streaming?: boolean;
  /** Is told what goes on the wire. */
  tracer?: Tracer;
}

/** Sends requests to one server as one user. */
export interface Transport {
  /** The server's address, for messages. */
  server: string;
  compression: boolean;
  /** The answer, whatever its status, with its body still to be read. Failures are `CommandError`s. */
  open(exchange: Exchange): Promise<IncomingMessage>;
  /** What must not be shown to anybody of the credentials that are used. */
  secrets(): string[];
  /** Whether a person is to be told that the server wants to be left alone for so many milliseconds. */
  isNews(pause: number): boolean;
  /** Closes idle connections. */
  close(): void;
}

const transports = new WeakMap<Connection, Transport>();

/** The connection's one transport: all its clients and proxies share sockets and credentials. */
export function transportOf(connection: Connection): Transport {
  const transport = transports.get(connection) ?? createTransport(connection);
  transports.set(connection, transport);
  return transport;
}

/**
 * What runs side by side shares so many connections, as each one more costs another handshake, here and on the server.
 * On a slow link waiting costs more than that.
 */
const CONNECTIONS = 3;

/** From how many milliseconds of waiting on. */
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
    // The answer to a watch may begin as late as its first event: nobody is to wait for that.
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

/** How long it may take until a server is connected to, in milliseconds: as long as Go's dialer gives it. */
const DIAL_LIMIT = 30_000;

/**
 * One request over the agent. When a kept connection turns out to be closed, the server never read the request: it is sent
 * again on a new connection, except a POST, which must not be done twice.
 *
 * @param timeLimit in milliseconds, for the answer with its body; 0: none.
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
    // What can't be sent at all, such as a token with a line break, is thrown by node as it is.
    const failure = unreachable(error, target);
    traced?.failed(failure);
    throw failure;
  }
}
