import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { isTooDeep, TOO_DEEP } from '../../input/json.ts';
import { oneLine } from '../../words/text.ts';
import { type ApiError, refusalOf, saidIn } from '../api/errors.ts';
import type { KubeClient, KubeList, KubeRequest, RawAnswer, RawRequest, WatchEvent } from '../api/types.ts';
import type { Connection } from '../config/connection.ts';
import { checkValues, type ListPiece, readBeginning, readLines, readListPieces, readText } from './body.ts';
import { MAX_WAIT, pauseBefore, slowDownText } from './limiter.ts';
import { createTracer, hide } from './trace.ts';
import { type Exchange, type Transport, transportOf } from './transport.ts';
import { aborted, notAnApiServer, type Target } from './unreachable.ts';

export interface ClientOptions {
  /** Takes the text of a server's warning, without `Warning: ` before it; each text once. */
  warn(text: string): void;
  /** Takes what `-v` asks to be said of requests, message by message. */
  trace?(message: string): void;
  /** Resolves after so many milliseconds, or rejects when the signal aborts; by Node's timers when absent. */
  wait?(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** From 0 to 1; `Math.random` when absent. */
  chance?(): number;
}

/** A client that sends requests straight to the connection's server. */
export const createClient = (connection: Connection, options: ClientOptions): KubeClient =>
  clientOver(transportOf(connection), connection, options);

/** A client over any transport, which traces as much as the connection asks for. */
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
    const response = await transport.open({ ...exchange, ...(tracer && { tracer }) });
    for (const text of warningsIn(response.headers.warning)) {
      if (!warned.has(text)) warn(withoutSecrets(text));
      warned.add(text);
    }
    return response;
  }

  /** What is said of a request may have the request in it, and what its sender presented. */
  const withoutSecrets = (text: string): string => hide(text, secrets());

  async function refused(
    response: IncomingMessage,
    request: KubeRequest,
    signal?: AbortSignal,
  ): Promise<ApiError> {
    const text = await readBeginning(response, targetOf(transport, request), { signal, limit: REFUSAL });
    return refusalOf(response.statusCode ?? 0, withoutSecrets(text));
  }

  /** The answer that counts: a server that is too busy for the request is waited for, within the limit of a request. */
  async function open(
    request: KubeRequest,
    streaming: boolean,
    signal?: AbortSignal,
  ): Promise<IncomingMessage> {
    const begun = performance.now();
    let paused = 0;
    for (let attempt = 1; ; attempt += 1) {
      const response = await once(exchangeFor(request, { transport, streaming, signal }));
      const pause = pauseBefore(response, attempt, chance());
      if (pause === undefined) return response;
      if (Math.max(paused, performance.now() - begun) + pause > (timeout || MAX_WAIT)) return response;
      paused += pause;
      // What it says beside that is for people alone: where it doesn't come, it is done without.
      const text = await readBeginning(response, targetOf(transport, request), { signal }).catch(() => '');
      if (response.statusCode === 429 && transport.isNews(pause))
        warn(slowDownText(withoutSecrets(saidIn(text)), pause));
      await wait(pause, signal).catch((error: unknown) => {
        throw signal?.aborted ? aborted(signal) : error;
      });
    }
  }

  async function whole(response: IncomingMessage, request: KubeRequest, signal?: AbortSignal) {
    const target = targetOf(transport, request);
    if (!succeeded(response)) throw await refused(response, request, signal);
    return parse(await readText(response, target, signal), target, response);
  }

  return {
    async send<T>(request: KubeRequest, signal?: AbortSignal): Promise<T> {
      const response = await open(request, false, signal);
      return (await whole(response, request, signal)) as T;
    },

    async *list<T>(request: KubeRequest, signal?: AbortSignal): AsyncGenerator<KubeList<T>> {
      const response = await open(request, false, signal);
      if (!succeeded(response)) throw await refused(response, request, signal);
      const target = targetOf(transport, request);
      const pieces = readListPieces(response, target, signal);
      yield* listParts<T>(pieces, (text) => {
        checkValues(text, target);
        return parseObject(text, target, response);
      });
    },

    async ask(request: RawRequest, signal?: AbortSignal): Promise<RawAnswer> {
      const { method, path, headers = {}, limit } = request;
      const response = await once({ method, path, headers, ...(signal && { signal }) });
      const body = await readBeginning(response, targetOf(transport, request), { signal, limit });
      return {
        status: response.statusCode ?? 0,
        contentType: response.headers['content-type'] ?? '',
        body,
      };
    },

    async *watch<T>(request: KubeRequest, signal?: AbortSignal): AsyncGenerator<WatchEvent<T>> {
      const watching = { ...request, query: { ...request.query, watch: 'true' } };
      const response = await open(watching, true, signal);
      const target = targetOf(transport, watching);
      if (!succeeded(response)) throw await refused(response, watching, signal);
      for await (const line of readLines(response, target, signal))
        yield parse(line, target, response) as WatchEvent<T>;
    },

    close: () => transport.close(),
  };
}

/** How much is read of a refusal, in bytes: a Status names each field that is wrong. */
const REFUSAL = 1024 * 1024;

const sleep = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  delay(milliseconds, undefined, { ...(signal && { signal }) });

const targetOf = ({ server }: Transport, { method, path }: KubeRequest | RawRequest): Target => ({
  server,
  request: `${method} ${path}`,
});

const succeeded = ({ statusCode = 0 }: IncomingMessage): boolean => statusCode >= 200 && statusCode < 300;

/** What an API server says is always a JSON object. */
function parse(text: string, target: Target, answer: Pick<IncomingMessage, 'headers'>): object {
  checkValues(text, target);
  if (isTooDeep(text)) throw notAnApiServer(target, `JSON that is ${TOO_DEEP}`);
  return parseObject(text, target, answer);
}

function parseObject(text: string, target: Target, { headers }: Pick<IncomingMessage, 'headers'>): object {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw notAnApiServer(target, `${oneLine(headers['content-type'] ?? 'text')} that is not JSON`, cause);
  }
  if (typeof parsed === 'object' && parsed !== null) return parsed;
  throw notAnApiServer(target, 'JSON that is no object');
}

/** The level of `-v` from which on requests are traced. */
const TRACE_FROM = 6;

/**
 * The texts of an answer's `Warning` headers of code 299, which is how an API server speaks to people
 * (`299 - "text"`, several joined by commas), fit to be shown.
 */
export function warningsIn(header: string | string[] | undefined): string[] {
  const values = [header ?? []].flat().join(', ');
  return [...values.matchAll(WARNING)].map(([, text = '']) => oneLine(text.replace(/\\(.)/g, '$1')));
}

/** Code, agent, quoted text, and perhaps a quoted date. */
const WARNING = /(?:^|,)\s*299\s+\S+\s+"((?:[^"\\]|\\.)*)"(?:\s+"[^"]*")?/g;

interface Sending {
  transport: Transport;
  streaming: boolean;
  signal: AbortSignal | undefined;
}

/** What goes on the wire for a request to the API. */
function exchangeFor(request: KubeRequest, { transport, streaming, signal }: Sending): Exchange {
  const { method, body, contentType = 'application/json', accept = 'application/json' } = request;
  const payload = body === undefined ? undefined : JSON.stringify(body);
  return {
    method,
    path: pathOf(request),
    headers: {
      Accept: accept,
      ...(transport.compression && !streaming && { 'Accept-Encoding': 'gzip' }),
      ...(payload !== undefined && {
        'Content-Type': contentType,
        'Content-Length': Buffer.byteLength(payload),
      }),
    },
    streaming,
    ...(payload !== undefined && { body: payload }),
    ...(signal && { signal }),
  };
}

/** Where a request goes on its server, with its query. */
function pathOf({ path, query = {} }: Pick<KubeRequest, 'path' | 'query'>): string {
  const encoded = new URLSearchParams(query).toString();
  return encoded ? `${path}?${encoded}` : path;
}

/** How many objects a part of a list has at least, unless it is the last: so few that they are garbage while they are young. */
const PART = 32;

/**
 * The parts of a list, from its pieces.
 *
 * @param parse throws where a text is no JSON object.
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
      // What is there beside the objects is for the reader to judge.
      yield Array.isArray(list.items) ? { ...list, items: [...items, ...list.items] } : list;
    } else if (items.length >= PART) {
      yield { metadata: {}, items };
      items = [];
    }
  }
}
