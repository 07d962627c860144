import { type IncomingMessage, request as startRequest } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RawAnswer } from '../api/types.ts';
import { answerTo } from '../http/answer-to.ts';

/** One HTTP request to what listens there. `path` has its query. */
export interface ForwardRequest {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** How many bytes of the answer's body are read; 16 MiB when absent. */
  limit?: number;
}

/** How many bytes of a body are read unless a request says otherwise. */
const LIMIT = 16 * 1024 * 1024;

/**
 * Sends one request over a connection that ends with its answer.
 *
 * @throws what ended the connection early, or what Node's HTTP says of it.
 */
export async function exchange(
  stream: Duplex,
  { method, path, headers = {}, body, limit = LIMIT }: ForwardRequest,
  signal: AbortSignal,
): Promise<RawAnswer> {
  // What goes wrong with the connection itself says more than what HTTP makes of it.
  let failure: unknown;
  stream.once('error', (error) => {
    failure = error;
  });
  const giveUp = () => stream.destroy();
  signal.addEventListener('abort', giveUp);
  try {
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const sent = startRequest({
      method,
      path,
      headers: { Host: 'localhost', ...headers, ...length },
      createConnection: () => stream,
    });
    const response = await answerTo(sent, body);
    const text = await beginning(response, limit);
    // Where an answer has no length, how its connection ended tells whether it is whole.
    if (failure !== undefined && !hasLength(response)) throw failure;
    return {
      status: response.statusCode ?? 0,
      contentType: response.headers['content-type'] ?? '',
      body: text,
    };
  } catch (error) {
    throw failure ?? error;
  } finally {
    signal.removeEventListener('abort', giveUp);
    stream.destroy();
  }
}

const hasLength = ({ headers }: IncomingMessage): boolean =>
  'content-length' in headers || 'transfer-encoding' in headers;

/** As much of a body as `limit` allows; what comes after it is not fetched. */
export async function beginning(response: IncomingMessage, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= limit) break;
  }
  return Buffer.concat(chunks).subarray(0, limit).toString();
}
