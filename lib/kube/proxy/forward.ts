import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { CommandError } from '../../words/errors.ts';
import { failureStatus } from '../api/errors.ts';
import type { Status } from '../api/types.ts';
import type { Transport } from '../http/transport.ts';
import { type Gate, refusal } from './guard.ts';

/** What the sender's headers may say to the server. Everything else, credentials above all, is the connection's. */
const PASSED_ON = ['accept', 'accept-encoding', 'content-type'];

/** What concerns one connection alone is not passed back. */
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

/** The largest request body, in bytes: as much as an API server takes. */
const LIMIT = 3 * 1024 * 1024;

/** Handles each request: refuses it with 403, or sends it to the server and its answer back. */
export const forwarder =
  (transport: Transport, gate: Gate, ending: AbortSignal): RequestListener =>
  (request, response) => {
    const why = refusal(request, gate);
    if (why !== undefined) return answer(response, forbidden(why));
    forward(transport, { request, response, ending }).catch((error: unknown) => {
      if (response.headersSent || response.destroyed) return response.destroy();
      if (error instanceof CommandError) return answer(response, failureStatus(error));
      answer(response, { status: 'Failure', code: 500, reason: 'InternalError', message: String(error) });
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
    const message = 'the request is larger than an API server takes';
    return answer(response, { status: 'Failure', code: 413, reason: 'RequestEntityTooLarge', message });
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

/** Undefined when it is too large. */
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

const forbidden = (why: string): Status => ({
  status: 'Failure',
  code: 403,
  reason: 'Forbidden',
  message: why,
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
