import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { isTooDeep, TOO_DEEP } from '../../input/json.ts';
import { oneLine } from '../../words/text.ts';
import { refusalOf, saidIn } from '../api/errors.ts';
import type { KubeClient, KubeList, KubeRequest, RawAnswer, RawRequest, WatchEvent } from '../api/types.ts';
import type { Connection } from '../config/connection.ts';
import { aborted, notAnApiServer, rawAnswer, type Target } from './answer-to.ts';
import { checkValues, type ListPiece, readBeginning, readLines, readListPieces, readText } from './body.ts';
import { MAX_WAIT, pauseBefore, slowDownText } from './limiter.ts';
import { createTracer, hide } from './trace.ts';
import { type Exchange, type Transport, transportOf } from './transport.ts';

export interface ClientOptions {
  /** Receives the text of a server's warning, without the prefix `Warning: `; each text once. */
  warn(text: string): void;
  /** Receives the messages about requests that `-v` asks for. */
  trace?(message: string): void;
  /** Resolves after a time in milliseconds, or rejects when the signal aborts; Node's timers by default. */
  wait?(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** From 0 to 1; `Math.random` by default. */
  chance?(): number;
}

/** A client that sends requests directly to the connection's server. */
export const createClient = (connection: Connection, options: ClientOptions): KubeClient =>
  clientOver(transportOf(connection), connection, options);

/** A client over any transport. It traces requests as the connection's verbosity says. */
export function clientOver(
  transport: Transport,
  { verbosity, timeout }: Pick<Connection, 'verbosity' | 'timeout'>,
  { warn, trace, wait = sleep, chance = Math.random }: ClientOptions,
): KubeClient {
  const { secrets } = transport;
  const tracer =
    trace && verbosity >= TRACE_FROM ? createTracer({ verbosity, secrets, write: trace }) : undefined;
  const warned = new Set<string>();

  async function once(exchange: Exchange): Promise<IncomingMessage> {
    const response = await transport.open({ ...exchange, tracer });
    for (const text of warningsIn(response.headers.warning)) {
      if (!warned.has(text)) warn(withoutSecrets(text));
      warned.add(text);
    }
    return response;
  }

  /** The server's texts may quote the request and the credentials that it carried. */
  const withoutSecrets = (text: string): string => hide(text, secrets());

  const targetOf = ({ method, path }: KubeRequest | RawRequest): Target => ({
    server: transport.server,
    request: `${method} ${path}`,
  });

  /**
   * The final response: waits and retries, within the request's time limit, while the server is too busy.
   *
   * @throws {ApiError} if it is a refusal.
   */
  async function open(request: KubeRequest, signal?: AbortSignal, streaming = false): Promise<Answer> {
    const target = targetOf(request);
    const exchange = { ...exchangeFor(request, transport.compression && !streaming), streaming, signal };
    const started = performance.now();
    let paused = 0;
    for (let attempt = 1; ; attempt += 1) {
      const response = await once(exchange);
      const { statusCode = 0 } = response;
      const pause = pauseBefore(response, attempt, chance());
      const spent = Math.max(paused, performance.now() - started);
      if (pause === undefined || spent + pause > (timeout || MAX_WAIT)) {
        if (statusCode >= 200 && statusCode < 300) return { response, target };
        const text = await readBeginning(response, target, { signal, limit: REFUSAL });
        throw refusalOf(statusCode, withoutSecrets(text));
      }
      paused += pause;
      // Its text is only for the warning: if it cannot be read, the warning goes without.
      const text = await readBeginning(response, target, { signal }).catch(() => '');
      if (statusCode === 429 && transport.isNews(pause))
        warn(slowDownText(withoutSecrets(saidIn(text)), pause));
      await wait(pause, signal).catch((error: unknown) => {
        throw signal?.aborted ? aborted(signal) : error;
      });
    }
  }

  return {
    async send<T>(request: KubeRequest, signal?: AbortSignal): Promise<T> {
      const answer = await open(request, signal);
      return parse(await readText(answer.response, answer.target, signal), answer) as T;
    },

    async *list<T>(request: KubeRequest, signal?: AbortSignal): AsyncGenerator<KubeList<T>> {
      const answer = await open(request, signal);
      const pieces = readListPieces(answer.response, answer.target, signal);
      yield* listParts<T>(pieces, (text) => {
        checkValues(text, answer.target);
        return parseObject(text, answer);
      });
    },

    async ask(request: RawRequest, signal?: AbortSignal): Promise<RawAnswer> {
      const { method, path, headers = {}, body, limit } = request;
      const response = await once({ method, path, headers, ...(body !== undefined && { body }), signal });
      return rawAnswer(response, await readBeginning(response, targetOf(request), { signal, limit }));
    },

    async *watch<T>(request: KubeRequest, signal?: AbortSignal): AsyncGenerator<WatchEvent<T>> {
      const watching = { ...request, query: { ...request.query, watch: 'true' } };
      const answer = await open(watching, signal, true);
      for await (const line of readLines(answer.response, answer.target, signal))
        yield parse(line, answer) as WatchEvent<T>;
    },

    close: () => transport.close(),
  };
}

/** A successful response whose body is not read yet. */
interface Answer {
  response: IncomingMessage;
  target: Target;
}

/** How much of a refusal is read, in bytes: a Status names each invalid field. */
const REFUSAL = 1024 * 1024;

const sleep = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  delay(milliseconds, undefined, { signal });

function parse(text: string, answer: Answer): object {
  checkValues(text, answer.target);
  if (isTooDeep(text)) throw notAnApiServer(answer.target, `JSON that is ${TOO_DEEP}`);
  return parseObject(text, answer);
}

/** An API server's response is always a JSON object. */
function parseObject(text: string, { response, target }: Answer): object {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    const type = oneLine(response.headers['content-type'] ?? 'text');
    throw notAnApiServer(target, `${type} that is not JSON`, cause);
  }
  if (typeof parsed === 'object' && parsed !== null) return parsed;
  throw notAnApiServer(target, 'JSON that is not an object');
}

/** The level of `-v` from which requests are traced. */
const TRACE_FROM = 6;

/**
 * The texts of a response's `Warning` headers of code 299, which an API server addresses to users (`299 - "text"`, several
 * joined by commas), sanitized.
 */
export function warningsIn(header: string | string[] | undefined): string[] {
  const values = [header ?? []].flat().join(', ');
  return [...values.matchAll(WARNING)].map(([, text = '']) => oneLine(text.replace(/\\(.)/g, '$1')));
}

/** Code, agent, quoted text, optionally a quoted date. */
const WARNING = /(?:^|,)\s*299\s+\S+\s+"((?:[^"\\]|\\.)*)"(?:\s+"[^"]*")?/g;

/** The HTTP exchange for a request to the API. */
function exchangeFor(
  { method, path, query, body, contentType = 'application/json', accept = 'application/json' }: KubeRequest,
  isPacked: boolean,
): Exchange {
  const encoded = new URLSearchParams(query).toString();
  const payload = body === undefined ? undefined : JSON.stringify(body);
  return {
    method,
    path: encoded ? `${path}?${encoded}` : path,
    headers: {
      Accept: accept,
      ...(isPacked && { 'Accept-Encoding': 'gzip' }),
      ...(payload !== undefined && {
        'Content-Type': contentType,
        'Content-Length': Buffer.byteLength(payload),
      }),
    },
    body: payload,
  };
}

/** How many objects a part of a list has at least, except the last: few enough to be collected while they are young. */
const PART = 32;

/**
 * The parts of a list, from its pieces.
 *
 * @param parse throws if a text is not a JSON object.
 */
async function* listParts<T>(
  pieces: AsyncIterable<ListPiece>,
  parse: (text: string) => object,
): AsyncGenerator<KubeList<T>> {
  let items: T[] = [];
  for await (const { objects, envelope } of pieces) {
    for (const text of objects) items.push(parse(text) as T);
    if (envelope !== undefined) {
      const list = parse(envelope) as KubeList<T>;
      // `items` that is not an array is left for the caller to check.
      yield Array.isArray(list.items) ? { ...list, items: [...items, ...list.items] } : list;
    } else if (items.length >= PART) {
      yield { metadata: {}, items };
      items = [];
    }
  }
}
