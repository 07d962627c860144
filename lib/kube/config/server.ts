import { readGivenFile } from '../../input/given-file.ts';
import { CommandError, usageError } from '../../words/errors.ts';
import { masked } from '../../words/masked.ts';
import { oneLine } from '../../words/text.ts';
import type { ExecCluster } from '../auth/exec-plugin.ts';
import type { ClusterEntry, UserEntry } from './kubeconfig.ts';

export interface TlsOptions {
  /** PEM certificates of the authorities to trust; undefined: the system's. */
  ca?: string;
  /** The name that the server's certificate must have, if not the one in its address. */
  servername?: string;
  rejectUnauthorized: boolean;
}

/** kubectl's default. */
const DEFAULT_SERVER = 'http://localhost:8080';

/** The server's address. Without a scheme it is https if any TLS setting is configured, else http. */
export function serverUrl(cluster: ClusterEntry, user: UserEntry): URL {
  const text = cluster.server || DEFAULT_SERVER;
  const secure =
    cluster['certificate-authority'] ||
    cluster['certificate-authority-data'] ||
    cluster['insecure-skip-tls-verify'] ||
    user['client-certificate'] ||
    user['client-certificate-data'];
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${secure ? 'https' : 'http'}://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.host && /^https?:$/.test(url.protocol)) return url;
  throw usageError(
    `host must be a URL or a host:port pair: "${oneLine(masked(text))}"`,
    'Correct the server of the cluster in the kubeconfig, or give --server=https://HOST:PORT.',
  );
}

/** How the server is verified. */
export function tlsOptions(cluster: ClusterEntry, name: string): TlsOptions {
  const ca = fileOrData(cluster, 'certificate-authority', name);
  const insecure = cluster['insecure-skip-tls-verify'] ?? false;
  if (ca !== undefined && insecure) {
    throw usageError(
      'specifying a root certificates file with the insecure flag is not allowed',
      'Keep one of certificate-authority and insecure-skip-tls-verify.',
    );
  }
  if (ca !== undefined && !ca.includes('-----BEGIN CERTIFICATE-----')) {
    throw usageError(
      'unable to load root certificates: unable to parse bytes as PEM block',
      'certificate-authority must hold a PEM certificate.',
    );
  }
  return {
    ...(ca !== undefined && { ca }),
    ...(cluster['tls-server-name'] && { servername: cluster['tls-server-name'] }),
    rejectUnauthorized: !insecure,
  };
}

/** The cluster info for a credential plugin. */
export function clusterInfo(
  cluster: ClusterEntry,
  { ca }: TlsOptions,
  proxy: string | undefined,
): ExecCluster {
  const config = cluster.extensions?.find(
    ({ name }) => name === 'client.authentication.k8s.io/exec',
  )?.extension;
  return {
    server: cluster.server ?? DEFAULT_SERVER,
    ...(cluster['tls-server-name'] && { 'tls-server-name': cluster['tls-server-name'] }),
    ...(cluster['insecure-skip-tls-verify'] && { 'insecure-skip-tls-verify': true }),
    ...(ca && { 'certificate-authority-data': Buffer.from(ca).toString('base64') }),
    ...(proxy && { 'proxy-url': proxy }),
    ...(cluster['disable-compression'] && { 'disable-compression': true }),
    ...(config !== undefined && { config }),
  };
}

/** PEM text of a field that is given as base64 data (`…-data`, which takes precedence) or as the path of a file. */
export function fileOrData<K extends string>(
  entry: { [P in K | `${K}-data`]?: string },
  field: K,
  owner: string,
): string | undefined {
  const data = entry[`${field}-data`];
  if (data) return Buffer.from(data, 'base64').toString();
  const file = entry[field];
  if (!file) return undefined;
  try {
    const text = readGivenFile(file).toString();
    if (text.trim() === '') throw new Error('the file is empty');
    return text;
  } catch (cause) {
    const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    const why = missing ? 'no such file or directory' : (cause as Error).message;
    const text = `unable to read ${field} ${file} for ${owner} due to open ${file}: ${why}`;
    throw new CommandError('usage', `error: ${oneLine(text)}`, {
      hint: `Correct ${field} in the kubeconfig, or the flag of that name.`,
      cause,
    });
  }
}
