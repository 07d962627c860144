import type { Agent, AgentOptions, ClientRequest } from 'node:http';
import type { RequestOptions } from 'node:https';
import { BlockList, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { SecureContext } from 'node:tls';
import { CommandError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { Presented } from '../auth/credentials.ts';
import type { Connection } from '../config/connection.ts';
import type { TlsOptions } from '../config/server.ts';
import { PROXY } from './answer-to.ts';

/** A keep-alive agent for a connection, direct or through its proxy, with or without a client certificate. */
export async function agentFor(
  connection: Pick<Connection, 'server' | 'proxy' | 'tls'>,
  presented: Presented,
): Promise<Agent> {
  const { server, proxy, tls } = connection;
  const secure = server.startsWith('https:');
  const options = {
    keepAlive: true,
    ...(secure && {
      secureContext: await contextOf(tls, presented),
      rejectUnauthorized: tls.rejectUnauthorized,
      ...(tls.servername && { servername: tls.servername }),
    }),
  };
  if (proxy?.startsWith('socks')) return throughSocks(server, proxy, options);
  const { Agent } = await (secure ? import('node:https') : import('node:http'));
  const agent = new Agent(options);
  return proxy ? throughProxy(agent, proxy, secure) : agent;
}

/** One context for all sockets. Without a CA in the kubeconfig, the system's authorities are trusted, as in kubectl. */
async function contextOf({ ca }: TlsOptions, { cert, key }: Presented) {
  const tls = await import('node:tls');
  const system = ca === undefined ? tls.getCACertificates?.('system') : undefined;
  const authorities = ca ?? (system?.length ? system : undefined);
  try {
    // Node builds its default store for the first context. From all the certificates that Node bundles, that takes 20 ms;
    // from this connection's authorities, next to nothing.
    if (authorities) tls.setDefaultCACertificates([authorities].flat());
    return tls.createSecureContext({
      ...(authorities && { ca: authorities }),
      ...(cert && { cert }),
      ...(key && { key }),
    });
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    throw new CommandError('usage', `error: tls: ${explanations[code] ?? message}`, {
      hint: 'Check client-certificate and client-key (or their -data) of this user, and certificate-authority.',
      cause,
    });
  }
}

/** Node's errors about certificates and keys, in kubectl's words. */
const explanations: Partial<Record<string, string>> = {
  ERR_OSSL_PEM_NO_START_LINE: 'failed to find any PEM data in certificate input',
  ERR_OSSL_UNSUPPORTED: 'failed to find any PEM data in key input',
  ERR_OSSL_X509_KEY_VALUES_MISMATCH: 'private key does not match public key',
};

type Callback = (error: Error | null, stream: Duplex) => void;
type ConnectOptions = AgentOptions & {
  host?: string;
  port?: number | string;
  socket?: Socket;
  secureContext?: SecureContext;
  rejectUnauthorized?: boolean;
};

/** Makes an agent (node:https's if `secure`) open its connections as CONNECT tunnels through an http or https proxy. */
function throughProxy(agent: Agent, proxy: string, secure: boolean): Agent {
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

/** The proxy's own certificate is verified like the server's, as Go does. */
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
          hint: PROXY,
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
    // A proxy that answers CONNECT with a plain response does not offer a tunnel.
    request.once('response', ({ statusCode, statusMessage }) => fail(`${statusCode} ${statusMessage}`));
    request.end();
  });
}

/** client-node's agent for connections through a SOCKS proxy, with these options. */
async function throughSocks(server: string, proxy: string, options: AgentOptions): Promise<Agent> {
  const { KubeConfig } = await import('@kubernetes/client-node/dist/config.js');
  const kubeConfig = new KubeConfig();
  // Go, and therefore kubectl, lets the proxy resolve names for socks5 as for socks5h.
  const proxyUrl = proxy.replace(/^socks5:/, 'socks5h:');
  kubeConfig.loadFromClusterAndUser(
    { name: 'current', server, skipTLSVerify: false, proxyUrl },
    { name: 'current' },
  );
  const made: RequestOptions = {};
  await kubeConfig.applyToHTTPSOptions(made);
  const agent = made.agent as Agent & { options: AgentOptions };
  Object.assign(agent.options, options);
  return Object.assign(agent, { keepAlive: true });
}

type Env = Record<string, string | undefined>;

/**
 * The proxy for `server` from the environment, by the rules of Go's net/http, which kubectl uses: `HTTPS_PROXY` (`HTTP_PROXY`
 * for http) unless `NO_PROXY` exempts the host. Loopback addresses are never proxied.
 */
export function environmentProxy(server: URL, env: Env): string | undefined {
  const secure = server.protocol === 'https:';
  const proxy = secure
    ? env.HTTPS_PROXY || env.https_proxy
    : // In a CGI program, HTTP_PROXY is the caller's `Proxy` header.
      env.REQUEST_METHOD
      ? undefined
      : env.HTTP_PROXY || env.http_proxy;
  if (!proxy || exempt(server, env.NO_PROXY || env.no_proxy || '')) return undefined;
  return proxy.includes('://') ? proxy : `http://${proxy}`;
}

function exempt(server: URL, list: string): boolean {
  const host = server.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const port = server.port || (server.protocol === 'https:' ? '443' : '80');
  if (host === 'localhost' || loopback.check(host, family(host))) return true;
  return list
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .some((entry) => entry !== '' && covers(entry, host, port));
}

function covers(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
  const [network = '', bits = ''] = entry.split('/');
  if (isIP(network) && /^\d+$/.test(bits)) return inNetwork(host, network, Number(bits));
  const [, name = entry, only] = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry) ?? [];
  if (only !== undefined && only !== port) return false;
  const bare = name.replace(/^\[|\]$/g, '');
  if (isIP(bare)) return host === bare;
  const domain = bare.replace(/^\*\./, '.');
  return domain.startsWith('.') ? host.endsWith(domain) : host === domain || host.endsWith(`.${domain}`);
}

function inNetwork(host: string, network: string, bits: number): boolean {
  if (isIP(host) !== isIP(network) || bits > (isIP(network) === 6 ? 128 : 32)) return false;
  const list = new BlockList();
  list.addSubnet(network, bits, family(network));
  return list.check(host, family(host));
}

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');
