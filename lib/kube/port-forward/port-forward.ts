import { type IncomingMessage, request as startRequest } from 'node:http';
import { Duplex } from 'node:stream';
import { type ConnectionOptions, connect } from 'node:tls';
import { CommandError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import { type ApiError, refusalOf } from '../api/errors.ts';
import type { RawAnswer } from '../api/types.ts';
import { type Presented, secretsOf } from '../auth/credentials.ts';
import type { Connection } from '../config/connection.ts';
import { aborted, answerTo, rawAnswer, unreachable } from '../http/answer-to.ts';
import { hide } from '../http/trace.ts';
import type { Socket } from './socket.ts';

/** A port of a pod. */
export interface ForwardTarget {
  namespace: string;
  pod: string;
  port: number;
  /** Whether it speaks TLS. */
  secure?: boolean;
  /** How its certificate is verified, and what the client presents; by default it is not verified, as the API server's own proxy does not. */
  tls?: ConnectionOptions | undefined;
}

/** HTTP to a port of a pod, through the API server's portforward. No port is opened on this machine. */
export interface Forward {
  /**
   * Sends one request, once, over its own connection; returns the response, whatever its status, with the beginning of its
   * body.
   *
   * @throws {ApiError} if the API server refuses to forward.
   * @throws {CommandError} if the pod does not respond completely or in time, or the signal aborts.
   */
  request(request: ForwardRequest, signal?: AbortSignal): Promise<RawAnswer>;
  /** Ends every connection; no socket or timer remains. Idempotent. */
  close(): void;
}

/** The limit for a request if the connection sets none, in milliseconds. */
const PATIENCE = 30_000;

/** Prepares requests to a port of a pod. Nothing is sent yet: the first request fails if forwarding is not possible. */
export async function openForward(connection: Connection, target: ForwardTarget): Promise<Forward> {
  const ending = new AbortController();
  return {
    async request(request, signal) {
      const subject: Forwarded = { ...target, request: `${request.method} ${request.path}` };
      const own = new AbortController();
      const given = AbortSignal.any([own.signal, ending.signal, ...(signal ? [signal] : [])]);
      const limit = connection.timeout || PATIENCE;
      let timer: NodeJS.Timeout | undefined;
      try {
        // A login may wait for the user, which does not count against the pod's time limit.
        const presented = await connection.credentials.present(given);
        timer = setTimeout(() => own.abort(forwardTimedOut(limit, subject)), limit);
        const stream = await dial(connection, subject, { presented, signal: given });
        return await exchange(target.secure ? overTls(stream, target.tls) : stream, request, given);
      } catch (error) {
        throw given.aborted ? aborted(given) : forwardFailed(error, subject);
      } finally {
        clearTimeout(timer);
        // Ends whatever this request left open.
        own.abort();
      }
    },
    close: () => ending.abort(CLOSED),
  };
}

const CLOSED = new CommandError('aborted', 'error: the connection to the pod was closed');

/** Opens a connection to the port. Refused credentials are renewed once, if possible. */
async function dial(
  connection: Connection,
  subject: Forwarded,
  { presented, signal }: { presented: Presented; signal: AbortSignal },
): Promise<Duplex> {
  const { openSocket } = await import('./socket.ts');
  const { credentials, identity, proxy, server } = connection;
  const path = pathOf(subject);
  let current = presented;
  for (let mayRenew = true; ; mayRenew = false) {
    signal.throwIfAborted();
    const opening = await openSocket(connection, path, { presented: current, signal }).catch(
      (error: unknown) => {
        const cause = error instanceof Error ? error : (error as { error?: unknown }).error;
        throw unreachable(cause, { server, request: `GET ${path}` });
      },
    );
    if ('socket' in opening) {
      if (opening.socket.protocol === PROTOCOL) return forwardedStream(opening.socket);
      throw new CommandError('api', `error: ${new URL(server).host} uses another protocol to forward ports`, {
        hint: 'Check that any proxy in front of the API server forwards websockets unchanged.',
      });
    }
    const { refusal } = opening;
    const code = refusal.statusCode ?? 0;
    if (code === 401 && mayRenew && credentials.renew(current)) {
      refusal.destroy();
      current = await credentials.present(signal);
      continue;
    }
    const body = await beginning(refusal, REFUSAL);
    throw forwardRefused({ code, body, secrets: secretsOf(identity, proxy, current) }, subject);
  }
}

/** How much of a refusal is read, in bytes. */
const REFUSAL = 16 * 1024;

const pathOf = ({ namespace, pod, port }: ForwardTarget): string =>
  `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod)}/portforward?ports=${port}`;

/** TLS to a pod over a forwarded connection; each ends and fails with the other. */
function overTls(stream: Duplex, options: ConnectionOptions = { rejectUnauthorized: false }): Duplex {
  const socket = connect({ ...options, socket: stream });
  stream.once('error', (error) => socket.destroy(error));
  return socket.once('close', () => stream.destroy());
}

/** The target and the request, for messages. */
interface Forwarded extends ForwardTarget {
  /** `GET /api/v1/query`. */
  request: string;
}

/** The API server refused to forward: why, and a hint. */
function forwardRefused(
  { code, body, secrets }: { code: number; body: string; secrets: string[] },
  { namespace, pod }: Forwarded,
): ApiError {
  const refusal = refusalOf(code, hide(body, secrets));
  const [where, name] = [oneLine(namespace), oneLine(pod)];
  const hint =
    refusal.code === 403
      ? `Ask the cluster administrator for permission to get and create pods/portforward in namespace ${where}, or choose another user (--context, --user).`
      : refusal.code === 400 || refusal.code >= 500
        ? `Check that the pod is running and that its node is ready (kubectl -n ${where} get pod ${name} -o wide), then run the same command again.`
        : refusal.hint;
  return Object.assign(refusal, { hint });
}

/** A forwarded connection that failed or ended early. */
function forwardFailed(error: unknown, target: Forwarded): CommandError {
  if (error instanceof CommandError) return error;
  const snapshot = `kubectl -n ${oneLine(target.namespace)} get pod ${oneLine(target.pod)}`;
  const failure = (text: string, hint: string): CommandError =>
    new CommandError('api', `error: ${text}`, { hint, cause: error });
  if (error instanceof ForwardFailure)
    return failure(
      `${named(target)} cannot be reached: ${oneLine(error.message)}`,
      `Check that the pod is running (${snapshot}) and listens on port ${target.port}.`,
    );
  if (isNoHttp(error))
    return failure(
      `${named(target)} answered ${oneLine(target.request)} with something other than HTTP`,
      `Check which port of the pod serves plain HTTP (${snapshot} -o yaml).`,
    );
  return failure(
    `the response from ${named(target)} to ${oneLine(target.request)} ended early`,
    `Check the network path to the API server and that the pod is still running (${snapshot}), then run the same command again.`,
  );
}

/** @param limit in milliseconds. */
const forwardTimedOut = (limit: number, target: Forwarded): CommandError =>
  new CommandError(
    'timeout',
    `error: ${named(target)} did not answer ${oneLine(target.request)} within ${limit / 1000}s`,
    { hint: 'Run the same command again, or allow more time (--request-timeout).' },
  );

const named = ({ namespace, pod, port }: Forwarded): string =>
  `port ${port} of pod ${oneLine(namespace)}/${oneLine(pod)}`;

/** The codes of Node's HTTP parser. */
const isNoHttp = (error: unknown): boolean =>
  String((error as NodeJS.ErrnoException | undefined)?.code ?? '').startsWith('HPE_');

/** One HTTP request to the port. `path` includes the query. */
export interface ForwardRequest {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** How many bytes of the body are read; default 16 MiB. */
  limit?: number;
}

const LIMIT = 16 * 1024 * 1024;

/**
 * Sends one request over a connection, which it closes after the response.
 *
 * @throws the connection's error, or that of Node's HTTP client.
 */
export async function exchange(
  stream: Duplex,
  { method, path, headers = {}, body, limit = LIMIT }: ForwardRequest,
  signal: AbortSignal,
): Promise<RawAnswer> {
  // The connection's own error says more than the HTTP client's.
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
    // A response without a length is complete only if its connection ended cleanly.
    if (failure !== undefined && !hasLength(response)) throw failure;
    return rawAnswer(response, text);
  } catch (error) {
    throw failure ?? error;
  } finally {
    signal.removeEventListener('abort', giveUp);
    stream.destroy();
  }
}

const hasLength = ({ headers }: IncomingMessage): boolean =>
  'content-length' in headers || 'transfer-encoding' in headers;

/** The body up to `limit` bytes; the rest is not fetched. */
async function beginning(response: IncomingMessage, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= limit) break;
  }
  return Buffer.concat(chunks).subarray(0, limit).toString();
}

/**
 * The protocol by which a kubelet forwards ports over a websocket: the first byte of each message is its channel. For the n-th
 * port, 2n carries data and 2n + 1 errors; the first two bytes on each are the port.
 */
const PROTOCOL = 'v4.channel.k8s.io';

const DATA = 0;
const ERROR = 1;
const PORT_BYTES = 2;

/** The error that the pod's node sent on the error channel. */
class ForwardFailure extends Error {}

/**
 * The byte stream of the single port that a websocket forwards. It is destroyed with a `ForwardFailure`, or with another error if
 * the connection is cut. A websocket cannot be half-closed, so both directions end together.
 */
function forwardedStream(socket: Socket): Duplex {
  const unread = [PORT_BYTES, PORT_BYTES];
  const stream = new Duplex({
    allowHalfOpen: false,
    read: () => socket.resume(),
    write(chunk: Buffer, _encoding, done) {
      socket.send(Buffer.concat([Buffer.of(DATA), chunk]), done);
    },
    destroy(error, done) {
      socket.terminate();
      done(error);
    },
  });
  socket.on('message', (message, isBinary) => {
    const channel = isBinary ? message[0] : undefined;
    const left = unread[channel ?? -1];
    if (channel === undefined || left === undefined)
      return void stream.destroy(new Error('a message outside the protocol'));
    const content = message.subarray(1);
    const bytes = content.subarray(left);
    unread[channel] = left - (content.length - bytes.length);
    if (bytes.length === 0) return;
    if (channel === ERROR) stream.destroy(new ForwardFailure(bytes.toString()));
    else if (!stream.push(bytes)) socket.pause();
  });
  socket.on('close', (code) => {
    if (ENDS.includes(code)) stream.push(null);
    else stream.destroy(new Error(`the websocket ended with ${code}`));
  });
  return stream;
}

/** The codes of a clean close: normal, and no status. */
const ENDS = [1000, 1005];
