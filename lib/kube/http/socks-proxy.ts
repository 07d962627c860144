import type { Agent, RequestOptions } from 'node:https';
import type { Presented } from '../auth/credentials.ts';
import type { Connection } from '../config/connection.ts';

/** client-node's agent whose connections go through a SOCKS proxy. Without a CA it trusts whom Node trusts by default. */
export async function socksAgent(
  { server, proxy = '', tls }: Pick<Connection, 'server' | 'proxy' | 'tls'>,
  { cert, key }: Presented,
): Promise<Agent> {
  const { KubeConfig } = await import('@kubernetes/client-node/dist/config.js');
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromClusterAndUser(
    {
      name: 'current',
      server,
      // Go, and so kubectl, has the proxy resolve names for socks5 as for socks5h.
      proxyUrl: proxy.replace(/^socks5:/, 'socks5h:'),
      skipTLSVerify: !tls.rejectUnauthorized,
      ...(tls.ca && { caData: base64(tls.ca) }),
      ...(tls.servername && { tlsServerName: tls.servername }),
    },
    { name: 'current', ...(cert && { certData: base64(cert) }), ...(key && { keyData: base64(key) }) },
  );
  const options: RequestOptions = {};
  await kubeConfig.applyToHTTPSOptions(options);
  return options.agent as Agent;
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
