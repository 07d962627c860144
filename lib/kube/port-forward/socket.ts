import type { ClientRequest, IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import type { KubeConfig } from '@kubernetes/client-node/dist/config.js';
import { WebSocketHandler } from '@kubernetes/client-node/dist/web-socket-handler.js';
import type { Presented } from '../auth/credentials.ts';
import type { Connection } from '../config/connection.ts';
import { agentFor } from '../http/agent.ts';

/** What is used of the websocket that client-node opens, which is one of the package `ws`. */
export interface Socket {
  /** What the server chose of the protocols that were offered. */
  protocol: string;
  onmessage: unknown;
  on(event: 'open', listener: () => void): this;
  on(event: 'close', listener: (code: number) => void): this;
  on(event: 'message', listener: (data: Buffer, isBinary: boolean) => void): this;
  on(event: 'unexpected-response', listener: (request: ClientRequest, answer: IncomingMessage) => void): this;
  send(data: Buffer, done: (error?: Error) => void): void;
  pause(): void;
  resume(): void;
  /** Ends the connection without a word. */
  terminate(): void;
}

/** An open websocket, which is paused; or the answer of a server that opens none, with its body still to be read. */
export type Opening = { socket: Socket } | { refusal: IncomingMessage };

interface OpenOptions {
  presented: Presented;
  /** Ends the attempt. The reason for it is the caller's to tell. */
  signal: AbortSignal;
}

/**
 * Opens a websocket by client-node's handler, over the way of all other requests and as the same user.
 *
 * The handler alone is loaded, not client-node's `PortForward`: that one brings the generated API with it, which is
 * 1.8 MB of script (this: 0.05) and takes twenty times as long to load.
 *
 * @throws what Node says of a server that is not reached.
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
      // Else the first messages come before anybody who takes them.
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
      // Its own reader takes one of two bytes for granted, and may end the standard streams.
      socket.onmessage = null;
      resolve({ socket });
    }, reject);
  });
}
