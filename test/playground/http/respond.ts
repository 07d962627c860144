import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Refusal } from './status.ts';

/** One request and its answer. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** Texts that the answer carries as `Warning` headers. */
  warnings: Set<string>;
  /** What has come behind the head of a request that asks for another protocol; absent where it asks for none. */
  upgrade?: Buffer;
}

/** Bodies below this size are sent as they are, as the API server does. */
const GZIP_FROM = 128 * 1024;

/** Answers with a JSON body. */
export async function sendJson(
  exchange: Exchange,
  body: unknown,
  { code = 200, type = 'application/json' }: { code?: number; type?: string } = {},
): Promise<void> {
  const text = `${JSON.stringify(body)}\n`;
  const { request, response } = exchange;
  head(exchange);
  response.statusCode = code;
  response.setHeader('content-type', type);
  const accepts = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  if (!accepts || text.length < GZIP_FROM) {
    response.end(text);
    return;
  }
  response.setHeader('content-encoding', 'gzip');
  response.end(await promisify(gzip)(text, { level: 1 }));
}

/** Answers with plain text. */
export function sendText(exchange: Exchange, text: string, code = 200): void {
  head(exchange);
  exchange.response.statusCode = code;
  exchange.response.setHeader('content-type', 'text/plain; charset=utf-8');
  exchange.response.setHeader('x-content-type-options', 'nosniff');
  exchange.response.end(text);
}

/** Answers with bytes of some type. */
export function sendBytes(exchange: Exchange, bytes: Buffer, type: string): void {
  head(exchange);
  exchange.response.setHeader('content-type', type);
  exchange.response.end(bytes);
}

/** The answer to a path that nothing is served at. */
export const sendNotFound = (exchange: Exchange): void => sendText(exchange, '404 page not found\n', 404);

/** Answers with what a refusal says; with a 500 for anything else that was thrown. */
export async function sendError(exchange: Exchange, error: unknown): Promise<void> {
  const refusal = error instanceof Refusal ? error : internal(error);
  const { retryAfterSeconds } = refusal.body.details ?? {};
  if (retryAfterSeconds !== undefined) exchange.response.setHeader('retry-after', String(retryAfterSeconds));
  const { code = 500 } = refusal.body;
  await sendJson(exchange, { kind: 'Status', apiVersion: 'v1', ...refusal.body }, { code });
}

/** Sets what every answer carries, warnings included. */
export function head({ response, warnings }: Exchange): void {
  response.setHeader('audit-id', randomUUID());
  response.setHeader('cache-control', 'no-cache, private');
  if (warnings.size === 0) return;
  response.setHeader(
    'warning',
    [...warnings].map((text) => `299 - "${text.replaceAll(/[\\"]/g, '\\$&')}"`),
  );
}

function internal(error: unknown): Refusal {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new Refusal(500, 'InternalError', `Internal error occurred: ${message}`, {
    details: { causes: [{ message }] },
  });
}
