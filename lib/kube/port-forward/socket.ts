import type { ClientRequest, IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import type { KubeConfig } from '@kubernetes/client-node/dist/config.js';
import { WebSocketHandler } from '@kubernetes/client-node/dist/web-socket-handler.js';
import type { Presented } from '../auth/credentials.ts';
import type { Connection } from '../config/connection.ts';
import { agentFor } from '../http/agent.ts';

/** The used part of client-node's websocket, which is from the package `ws`. */
export interface Socket {
  /** The protocol that the server selected. */
  protocol: string;
  onmessage: unknown;
  on(event: 'open', listener: () => void): this;
  on(event: 'close', listener: (code: number) => void): this;
  on(event: 'message', listener: (data: Buffer, isBinary: boolean) => void): this;
  on(event: 'unexpected-response', listener: (request: ClientRequest, answer: IncomingMessage) => void): this;
  send(data: Buffer, done: (error?: Error) => void): void;
  pause(): void;
  resume(): void;
  /** Ends the connection without a close frame. */
  terminate(): void;
}

/** An open, paused websocket, or the response of a server that refused one, with its body unread. */
export type Opening = { socket: Socket } | { refusal: IncomingMessage };

interface OpenOptions {
  presented: Presented;
  /** Ends the attempt; the caller reports the reason. */
  signal: AbortSignal;
}

/**
 * Opens a websocket with client-node's handler, over the same route and as the same user as all other requests.
 *
 * Only the handler is loaded, not client-node's `PortForward`, which imports the generated API: 1.8 MB of script instead of
 * 0.05, and twenty times the load time.
 *
 * @throws Node's error if the server cannot be reached.
 */
export async function openSocket(
  connection: Connection,
  path: string,
  { presented, signal }: OpenOptions,
): Promise<Opening> {
  const { server, impersonation, userAgent } = connection;
  const { authorization } = presented;
  const agent = await agentFor(connection, presented);
  const headers = {
    'User-Agent': userAgent,
    ...impersonation,
    ...(authorization && { Authorization: authorization }),
  };
  return new Promise((resolve, reject) => {
    const finishRequest = (request: ClientRequest, socket: Socket) => {
      // Otherwise the first messages arrive before there is a listener.
      socket.on('open', () => socket.pause());
      socket.on('unexpected-response', (_, refusal) => resolve({ refusal }));
      const end = () => socket.terminate();
      signal.addEventListener('abort', end);
      socket.on('close', () => signal.removeEventListener('abort', end));
      if (signal.aborted) end();
      else request.end();
    };
    const options = { agent, headers, finishRequest, perMessageDeflate: false };
    const config: Pick<KubeConfig, 'getCurrentCluster' | 'applyToHTTPSOptions'> = {
      getCurrentCluster: () => ({ name: '', server, skipTLSVerify: false }),
      applyToHTTPSOptions: async (target: object) => void Object.assign(target, options),
    };
    const unused = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
    new WebSocketHandler(config as KubeConfig, undefined, unused).connect(path, null, null).then((opened) => {
      const socket = opened as unknown as Socket;
      // client-node's own reader assumes messages of at least two bytes and may end the standard streams.
      socket.onmessage = null;
      resolve({ socket });
    }, reject);
  });
}
