import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { oneLine } from '../text.ts';
import { readBeginning, readLines, readText } from './body.ts';
import type { Connection } from './connection.ts';
import { type ApiError, refusalOf } from './errors.ts';
import { exchangeFor, pathOf } from './exchange.ts';
import { hide } from './mask.ts';
import { tracerFor } from './tracer.ts';
import { type Exchange, type Transport, transportOf } from './transport.ts';
import type { KubeClient, KubeRequest, RawAnswer, RawRequest, WatchEvent } from './types.ts';
import { aborted, notAnApiServer, type Target } from './unreachable.ts';
import { warningsIn } from './warnings.ts';

interface ClientOptions {
  /** Takes the text of a server's warning, without `Warning: ` before it; each text once. */
  warn(text: string): void;
  /** Takes what `-v` asks to be said of requests, message by message. */
  trace?(message: string): void;
}

/** A client that sends requests straight to the connection's server. */
export const createClient = (connection: Connection, options: ClientOptions): KubeClient =>
  clientOver(transportOf(connection), connection, options);

/** A client over any transport, which traces as much as the connection asks for. */
export function clientOver(
  transport: Transport,
  { verbosity }: Pick<Connection, 'verbosity'>,
  { warn, trace }: ClientOptions,
): KubeClient {
  const { server, secrets } = transport;
  const tracing = trace && tracerFor({ verbosity, secrets, write: trace });
  const warned = new Set<string>();

  async function once(exchange: Exchange): Promise<IncomingMessage> {
    const tracer = await tracing;
    const response = await transport.open({ ...exchange, ...(tracer && { tracer }) });
    for (const text of warningsIn(response.headers.warning)) {
      if (!warned.has(text)) warn(withoutSecrets(text));
      warned.add(text);
    }
    return response;
  }

  async function traceBody(request: KubeRequest | RawRequest, text: string): Promise<void> {
    if (tracing) (await tracing).body({ method: request.method, url: `${server}${pathOf(request)}` }, text);
  }

  /** What is said of a request may have the request in it, and what its sender presented. */
  const withoutSecrets = (text: string): string => hide(text, secrets());

  const refused = ({ statusCode = 0 }: IncomingMessage, text: string): ApiError =>
    refusalOf(statusCode, withoutSecrets(text));

  /** A server that is too busy says when to come again: it is taken at its word, some times. */
  async function open(
    request: KubeRequest,
    streaming: boolean,
    signal?: AbortSignal,
  ): Promise<IncomingMessage> {
    for (let attempts = 1; ; attempts += 1) {
      const response = await once(exchangeFor(request, { transport, streaming, signal }));
      const pause = retryAfter(response);
      if (pause === undefined || attempts > MAX_RETRIES) return response;
      response.resume();
      await delay(pause, undefined, { ...(signal && { signal }) }).catch(() => {
        throw aborted(signal as AbortSignal);
      });
    }
  }

  return {
    async send<T>(request: KubeRequest, signal?: AbortSignal): Promise<T> {
      const response = await open(request, false, signal);
      const target = targetOf(transport, request);
      const text = await readText(response, target, signal);
      await traceBody(request, text);
      if (!succeeded(response)) throw refused(response, text);
      return parse(text, target, response) as T;
    },

    async ask(request: RawRequest, signal?: AbortSignal): Promise<RawAnswer> {
      const { method, path, headers = {} } = request;
      const response = await once({ method, path, headers, ...(signal && { signal }) });
      const body = await readBeginning(response, targetOf(transport, request), signal);
      await traceBody(request, body);
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
      if (!succeeded(response)) {
        const text = await readText(response, target, signal);
        await traceBody(watching, text);
        throw refused(response, text);
      }
      for await (const line of readLines(response, target, signal)) {
        await traceBody(watching, line);
        yield parse(line, target, response) as WatchEvent<T>;
      }
    },

    close: () => transport.close(),
  };
}

/** As often as client-go. */
const MAX_RETRIES = 10;

/** The longest that one request waits because the server says so, in milliseconds; beyond it the refusal is told. */
const MAX_PAUSE = 30_000;

function retryAfter({ statusCode, headers }: IncomingMessage): number | undefined {
  if (statusCode !== 429 && statusCode !== 503) return undefined;
  const seconds = headers['retry-after'];
  if (!seconds || !/^\d+$/.test(seconds)) return undefined;
  const pause = Number(seconds) * 1000;
  return pause <= MAX_PAUSE ? pause : undefined;
}

const targetOf = ({ server }: Transport, { method, path }: KubeRequest | RawRequest): Target => ({
  server,
  request: `${method} ${path}`,
});

const succeeded = ({ statusCode = 0 }: IncomingMessage): boolean => statusCode >= 200 && statusCode < 300;

/** What an API server says is always a JSON object. */
function parse(text: string, target: Target, { headers }: IncomingMessage): object {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw notAnApiServer(target, `${oneLine(headers['content-type'] ?? 'text')} that is not JSON`, cause);
  }
  if (typeof parsed === 'object' && parsed !== null) return parsed;
  throw notAnApiServer(target, 'JSON that is no object');
}
