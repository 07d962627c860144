import type { Duplex } from 'node:stream';
import { connect } from 'node:tls';
import { CommandError } from '../../words/errors.ts';
import type { RawAnswer } from '../api/types.ts';
import type { Presented } from '../auth/credentials.ts';
import { secretsOf } from '../auth/secrets.ts';
import type { Connection } from '../config/connection.ts';
import { aborted, unreachable } from '../http/unreachable.ts';
import { type Forwarded, forwardFailed, forwardRefused, forwardTimedOut } from './errors.ts';
import { beginning, exchange, type ForwardRequest } from './exchange.ts';
import { forwardedStream, PROTOCOL } from './stream.ts';

/**
 * TLS to a pod over a forwarded connection, which ends with it and with whose failure it fails. Nobody vouches for a pod's
 * certificate: the API server's own proxy asks for no proof of it either.
 */
function overTls(stream: Duplex): Duplex {
  const socket = connect({ socket: stream, rejectUnauthorized: false });
  stream.once('error', (error) => socket.destroy(error));
  return socket.once('close', () => stream.destroy());
}

/** A port of a pod. */
export interface ForwardTarget {
  namespace: string;
  pod: string;
  port: number;
  /** Whether it speaks TLS. */
  secure?: boolean;
}

/** HTTP to a port of a pod, through the API server's portforward. No port is opened on this machine. */
export interface Forward {
  /**
   * Sends one request, once, over a connection of its own; gives the answer whatever its status, with the beginning of
   * its body.
   *
   * @throws {ApiError} where the API server forwards nothing.
   * @throws {CommandError} where the pod does not answer, not in time, not wholly, or the signal aborts.
   */
  request(request: ForwardRequest, signal?: AbortSignal): Promise<RawAnswer>;
  /** Ends every connection; nothing is left: no socket, no timer. Safe to call twice. */
  close(): void;
}

/** How long a request may take where the connection sets no limit, in milliseconds. */
const PATIENCE = 30_000;

/** Prepares requests to a port of a pod. Nothing is sent yet: what stands against a forward, the first request says. */
export async function openForward(connection: Connection, target: ForwardTarget): Promise<Forward> {
  const ending = new AbortController();
  return {
    async request(request, signal) {
      const subject: Forwarded = { ...target, request: `${request.method} ${request.path}` };
      const given = new AbortController();
      const limit = connection.timeout || PATIENCE;
      let timer: NodeJS.Timeout | undefined;
      const signals = [signal, ending.signal].filter((one) => one !== undefined);
      const pass = () => given.abort(signals.find((one) => one.aborted)?.reason);
      for (const one of signals) one.addEventListener('abort', pass);
      if (signals.some((one) => one.aborted)) pass();
      try {
        // A login takes a person's time, which is not the pod's.
        const presented = await connection.credentials.present(given.signal);
        timer = setTimeout(() => given.abort(forwardTimedOut(limit, subject)), limit);
        const stream = await dial(connection, subject, { presented, signal: given.signal });
        return await exchange(await spokenTo(stream, target), request, given.signal);
      } catch (error) {
        throw given.signal.aborted ? aborted(given.signal) : forwardFailed(error, subject);
      } finally {
        clearTimeout(timer);
        for (const one of signals) one.removeEventListener('abort', pass);
        // Whatever is still open of this request is ended by it.
        given.abort();
      }
    },
    close: () => ending.abort(CLOSED),
  };
}

const spokenTo = async (stream: Duplex, { secure }: ForwardTarget): Promise<Duplex> =>
  secure ? overTls(stream) : stream;

const CLOSED = new CommandError('aborted', 'error: the connection to the pod was closed');

/** Opens a connection to the port. Credentials that the server does not take are renewed once, where they can be. */
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
      throw new CommandError('api', `error: ${new URL(server).host} forwards ports by another protocol`, {
        mend: 'Check that any proxy before the API server passes websockets on as they are.',
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

/** How much is read of a refusal, in bytes. */
const REFUSAL = 16 * 1024;

const pathOf = ({ namespace, pod, port }: ForwardTarget): string =>
  `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod)}/portforward?ports=${port}`;
