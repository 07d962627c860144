import type { Agent, AgentOptions, ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { SecureContext } from 'node:tls';
import { CommandError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';

type Callback = (error: Error | null, stream: Duplex) => void;
type ConnectOptions = AgentOptions & {
  host?: string;
  port?: number | string;
  socket?: Socket;
  secureContext?: SecureContext;
  rejectUnauthorized?: boolean;
};

/** Makes an agent (node:https's where `secure`) open its connections as CONNECT tunnels of an http or https proxy. */
export function throughProxy(agent: Agent, proxy: string, secure: boolean): Agent {
  const connect = agent.createConnection.bind(agent) as (options: ConnectOptions) => Duplex;
  return Object.assign(agent, {
    createConnection(options: ConnectOptions, callback: Callback) {
      openTunnel(new URL(proxy), options).then(
        (socket) => callback(null, secure ? connect({ ...options, socket }) : socket),
        (error: Error) => callback(error, undefined as unknown as Duplex),
      );
      return undefined;
    },
  });
}

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** How long a proxy may take to open a tunnel, in milliseconds. */
const LIMIT = 30_000;

/** A proxy's own certificate is verified as the server's is, as Go does. */
async function openTunnel(
  proxy: URL,
  { host = '', port, secureContext, rejectUnauthorized }: ConnectOptions,
) {
  const destination = `${bracketed(host)}:${port}`;
  const { request: start } = await (proxy.protocol === 'https:' ? import('node:https') : import('node:http'));
  const { username, password } = proxy;
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString(
    'base64',
  );
  const request: ClientRequest = start({
    host: proxy.hostname.replace(/^\[|\]$/g, ''),
    port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
    method: 'CONNECT',
    path: destination,
    headers: { Host: destination, ...(username && { 'Proxy-Authorization': `Basic ${login}` }) },
    agent: false,
    timeout: LIMIT,
    ...(secureContext && { secureContext, rejectUnauthorized }),
  });
  return new Promise<Socket>((resolve, reject) => {
    const fail = (why: string, cause?: unknown) => {
      request.destroy();
      const text = `proxyconnect ${proxy.host}: ${oneLine(why)}`;
      reject(
        new CommandError('api', `Unable to connect to the server: ${text}`, {
          mend: 'Check proxy-url of the cluster in the kubeconfig, or HTTPS_PROXY and NO_PROXY.',
          cause,
        }),
      );
    };
    request.once('connect', ({ statusCode, statusMessage }, socket, head) => {
      if (statusCode !== 200) return fail(`${statusCode} ${statusMessage}`);
      socket.setTimeout(0);
      socket.removeAllListeners('timeout');
      if (head.length > 0) socket.unshift(head);
      resolve(socket as Socket);
    });
    request.once('timeout', () => fail('i/o timeout'));
    request.once('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message, error));
    // A proxy that answers CONNECT like any request has no tunnel to offer.
    request.once('response', ({ statusCode, statusMessage }) => fail(`${statusCode} ${statusMessage}`));
    request.end();
  });
}
