import type { Agent as HttpAgent } from 'node:http';
import { CommandError } from '../../words/errors.ts';
import type { Presented } from '../auth/credentials.ts';
import type { Connection } from '../config/connection.ts';
import type { TlsOptions } from '../config/server.ts';

/** The keep-alive agent of a connection: straight to its server or through its proxy, with a client certificate or not. */
export async function agentFor(
  connection: Pick<Connection, 'server' | 'proxy' | 'tls'>,
  presented: Presented,
): Promise<HttpAgent> {
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
  if (proxy?.startsWith('socks')) {
    const { throughSocks } = await import('./socks-proxy.ts');
    return throughSocks(server, proxy, options);
  }
  const { Agent } = await (secure ? import('node:https') : import('node:http'));
  const agent = new Agent(options);
  if (!proxy) return agent;
  const { throughProxy } = await import('./http-proxy.ts');
  return throughProxy(agent, proxy, secure);
}

/** One context for all sockets. Without a CA in the kubeconfig the system's authorities count, as for kubectl. */
async function contextOf({ ca }: TlsOptions, { cert, key }: Presented) {
  const tls = await import('node:tls');
  const system = ca === undefined ? tls.getCACertificates?.('system') : undefined;
  const authorities = ca ?? (system?.length ? system : undefined);
  try {
    // Node holds each new context against its default store, which it first makes from all the certificates that it
    // knows, for 20 ms; from the authorities of this connection it is made at once.
    if (authorities) tls.setDefaultCACertificates([authorities].flat());
    return tls.createSecureContext({
      ...(authorities && { ca: authorities }),
      ...(cert && { cert }),
      ...(key && { key }),
    });
  } catch (cause) {
    throw new CommandError('usage', `error: tls: ${explain(cause)}`, {
      mend: 'Check client-certificate and client-key (or their -data) of this user, and certificate-authority.',
      cause,
    });
  }
}

function explain(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ERR_OSSL_PEM_NO_START_LINE') return 'failed to find any PEM data in certificate input';
  if (code === 'ERR_OSSL_UNSUPPORTED') return 'failed to find any PEM data in key input';
  if (code === 'ERR_OSSL_X509_KEY_VALUES_MISMATCH') return 'private key does not match public key';
  return message;
}
