import type { IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { oneLine } from '../text.ts';
import { readBeginning, readLines, readText } from './body.ts';
import type { Connection } from './connection.ts';
import { refusalOf } from './errors.ts';
import { exchangeFor } from './exchange.ts';
import { type Exchange, type Transport, transportOf } from './transport.ts';
import type { KubeClient, KubeRequest, RawAnswer, RawRequest, WatchEvent } from './types.ts';
import { aborted, notAnApiServer, type Target } from './unreachable.ts';
import { warningsIn } from './warnings.ts';

interface ClientOptions {
  /** Takes the text of a server's warning, without `Warning: ` before it; each text once. */
  warn(text: string): void;
  /** Takes one line for each request, from `-v=6` on. */
  trace?(line: string): void;
}

/** A client that sends requests straight to the connection's server. */
export const createClient = (connection: Connection, { warn, trace }: ClientOptions): KubeClient =>
  clientOver(transportOf(connection), {
    warn,
    ...(trace && connection.verbosity >= TRACE_FROM && { trace }),
  });

const TRACE_FROM = 6;

/** A client over any transport. */
export function clientOver(transport: Transport, { warn, trace }: ClientOptions): KubeClient {
  const warned = new Set<string>();

  async function once(exchange: Exchange): Promise<IncomingMessage> {
    const { method, path } = exchange;
    // The clock is asked only for a trace: it comes with a module that takes 2 ms to load.
    const begun = trace ? performance.now() : 0;
    const say = (result: string) => {
      if (!trace) return;
      const duration = Math.round(performance.now() - begun);
      trace(`${method} ${transport.server}${path} ${result} in ${duration} milliseconds`);
    };
    try {
      const response = await transport.open(exchange);
      say(`${response.statusCode} ${response.statusMessage}`);
      for (const text of warningsIn(response.headers.warning)) {
        if (!warned.has(text)) warn(text);
        warned.add(text);
      }
      return response;
    } catch (error) {
      say('failed');
      throw error;
    }
  }

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
      if (!succeeded(response)) throw refusalOf(response.statusCode ?? 0, text);
      return parse(text, target, response) as T;
    },

    async ask(request: RawRequest, signal?: AbortSignal): Promise<RawAnswer> {
      const { method, path, headers = {} } = request;
      const response = await once({ method, path, headers, ...(signal && { signal }) });
      return {
        status: response.statusCode ?? 0,
        contentType: response.headers['content-type'] ?? '',
        body: await readBeginning(response, targetOf(transport, request), signal),
      };
    },

    async *watch<T>(request: KubeRequest, signal?: AbortSignal): AsyncGenerator<WatchEvent<T>> {
      const watching = { ...request, query: { ...request.query, watch: 'true' } };
      const response = await open(watching, true, signal);
      const target = targetOf(transport, watching);
      if (!succeeded(response)) {
        throw refusalOf(response.statusCode ?? 0, await readText(response, target, signal));
      }
      for await (const line of readLines(response, target, signal)) {
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
