import type { RequestOptions } from 'node:https';
import type { KubeConfig } from '@kubernetes/client-node/dist/config.js';
import { newClusters, newUsers } from '@kubernetes/client-node/dist/config_types.js';
import { CommandError } from '../errors.ts';
import { oneLine } from '../text.ts';
import type { Fetched, Presented } from './credentials.ts';
import type { ClusterEntry, UserEntry } from './kubeconfigEntries.ts';

/**
 * The connection in client-node's model, for what client-node does well: auth providers and SOCKS proxies. It is
 * loaded only for those. What it doesn't know (uid and groups to impersonate, token files) is ours, and so are the
 * rules by which files are merged, where it differs from kubectl.
 */
export async function kubeConfigOf(cluster: ClusterEntry, user: UserEntry): Promise<KubeConfig> {
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

/**
 * What an auth provider gives for one request. It renews its tokens by itself; `save` gets those that changed, because
 * a token that was renewed may have made the one in the kubeconfig worthless.
 */
export async function fetchFromAuthProvider(
  cluster: ClusterEntry,
  { 'auth-provider': provider }: UserEntry,
  save: (changes: Record<string, string>) => Promise<void>,
): Promise<Fetched> {
  const { 'proxy-url': _, ...direct } = cluster;
  const config = provider?.config ?? {};
  const working: Record<string, string> = { ...config };
  const options: RequestOptions = {};
  try {
    const issuer = config['idp-issuer-url'];
    // client-node hands it on to openid-client, which takes only a URL.
    if (issuer) Object.assign(working, { 'idp-issuer-url': new URL(issuer) });
    const current = { name: provider?.name ?? '', config: working };
    const kubeConfig = await kubeConfigOf(direct, { 'auth-provider': current });
    await kubeConfig.applyToHTTPSOptions(options);
  } catch (cause) {
    const why = oneLine(cause instanceof Error ? cause.message : String(cause));
    throw new CommandError('api', `Unable to connect to the server: getting credentials: ${why}`, {
      mend: `Log in again with the provider (${oneLine(provider?.name ?? '')}) that the kubeconfig names.`,
      cause,
    });
  }
  const changed = TOKENS.filter((key) => working[key] && working[key] !== config[key]);
  const changes = Object.fromEntries(changed.map((key) => [key, working[key] ?? '']));
  Object.assign(config, changes);
  if (changed.length > 0) await save(changes);
  const { Authorization: authorization } = (options.headers ?? {}) as Record<string, string>;
  return { ...(authorization && { authorization }) };
}

/** The fields of a provider that a renewal changes. */
const TOKENS = ['id-token', 'refresh-token'];

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
