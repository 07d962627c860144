import type { RequestOptions } from 'node:https';
import type { KubeConfig } from '@kubernetes/client-node/dist/config.js';
import { newClusters, newUsers } from '@kubernetes/client-node/dist/config_types.js';
import type { ClusterEntry, UserEntry } from '../config/kubeconfig-entries.ts';
import type { Presented } from './credentials.ts';

/**
 * The connection in client-node's model, for what it brings: SOCKS proxies. It is loaded only for those. The rest is
 * ours, because client-node differs from kubectl there: how files are merged, whom to act as, token files, plugins on a
 * terminal, and the renewal of OpenID Connect tokens.
 */
async function kubeConfigOf(cluster: ClusterEntry, user: UserEntry): Promise<KubeConfig> {
  const { KubeConfig } = await import('@kubernetes/client-node/dist/config.js');
  await trustSystem();
  // It refuses plain HTTP unless verification is off; there is nothing to verify then.
  const plain = cluster.server?.startsWith('http:') && { 'insecure-skip-tls-verify': true };
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromOptions({
    clusters: newClusters([{ name: NAME, cluster: { ...cluster, ...plain } }]),
    users: newUsers([{ name: NAME, user }]),
    contexts: [{ name: NAME, cluster: NAME, user: NAME }],
    currentContext: NAME,
  });
  return kubeConfig;
}

const NAME = 'current';

/** client-node leaves it to Node whom to trust where nothing is said: the system's authorities, as for kubectl. */
async function trustSystem(): Promise<void> {
  const { getCACertificates, setDefaultCACertificates } = await import('node:tls');
  const authorities = getCACertificates('system');
  if (authorities.length > 0) setDefaultCACertificates(authorities);
}

/** An agent whose connections go through the cluster's SOCKS proxy. */
export async function socksAgent(
  cluster: ClusterEntry,
  { cert, key }: Presented,
): Promise<NonNullable<RequestOptions['agent']>> {
  // Go, and so kubectl, has the proxy resolve names for socks5 as for socks5h.
  const proxyUrl = cluster['proxy-url']?.replace(/^socks5:/, 'socks5h:');
  const kubeConfig = await kubeConfigOf(
    { ...cluster, ...(proxyUrl && { 'proxy-url': proxyUrl }) },
    {
      ...(cert && { 'client-certificate-data': Buffer.from(cert).toString('base64') }),
      ...(key && { 'client-key-data': Buffer.from(key).toString('base64') }),
    },
  );
  const options: RequestOptions = {};
  await kubeConfig.applyToHTTPSOptions(options);
  return options.agent as NonNullable<RequestOptions['agent']>;
}
