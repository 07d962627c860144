import type { RequestOptions } from 'node:https';
import type { KubeConfig } from '@kubernetes/client-node/dist/config.js';
import { newClusters, newUsers } from '@kubernetes/client-node/dist/config_types.js';
import { CommandError } from '../errors.ts';
import { oneLine } from '../text.ts';
import type { Fetched, Presented } from './credentials.ts';
import type { ClusterEntry, UserEntry } from './kubeconfigShape.ts';

/**
 * The connection in client-node's model, for what client-node does well: auth providers and SOCKS proxies. It is
 * loaded only for those. What it doesn't know (uid and groups to impersonate, token files) is ours, and so are the
 * rules by which files are merged, where it differs from kubectl.
 */
export async function kubeConfigOf(cluster: ClusterEntry, user: UserEntry): Promise<KubeConfig> {
  const { KubeConfig } = await import('@kubernetes/client-node/dist/config.js');
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

/** What an auth provider gives for one request; it renews its tokens by itself. */
export async function fetchFromAuthProvider(cluster: ClusterEntry, user: UserEntry): Promise<Fetched> {
  const { 'proxy-url': _, ...direct } = cluster;
  const options: RequestOptions = {};
  try {
    const kubeConfig = await kubeConfigOf(direct, {
      'auth-provider': user['auth-provider'] as NonNullable<UserEntry['auth-provider']>,
    });
    await kubeConfig.applyToHTTPSOptions(options);
  } catch (cause) {
    const why = oneLine(cause instanceof Error ? cause.message : String(cause));
    throw new CommandError('api', `Unable to connect to the server: getting credentials: ${why}`, {
      mend: `Log in again with the provider (${user['auth-provider']?.name}) that the kubeconfig names.`,
      cause,
    });
  }
  const { Authorization: authorization } = (options.headers ?? {}) as Record<string, string>;
  return { ...(authorization && { authorization }) };
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
