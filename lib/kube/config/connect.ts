import { FIELD_MANAGER } from '../../objects/names.ts';
import { usageError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import { type Credentials, fetchedCredentials, staticCredentials, suffice } from '../auth/credentials.ts';
import { type ExecCluster, type ExecHost, execFault, runExecPlugin } from '../auth/exec-plugin.ts';
import { environmentProxy } from '../http/agent.ts';
import type { ConnectHost, Connection, ConnectionFlags } from './connection.ts';
import { parseRequestTimeout } from './duration.ts';
import type { UserEntry } from './kubeconfig.ts';
import { select } from './selection.ts';
import { clusterInfo, fileOrData, serverUrl, tlsOptions } from './server.ts';

/**
 * Loads the kubeconfig by kubectl's rules and applies every flag over it.
 *
 * @throws {CommandError} for whatever is wrong in flags, files and their combination.
 */
export async function connect(flags: ConnectionFlags, host: ConnectHost): Promise<Connection> {
  const timeout = parseRequestTimeout(flags.requestTimeout);
  const chosen = await select(flags, host);
  const url = serverUrl(chosen.cluster, chosen.identity);
  const server = shown(url);
  const cluster = { ...chosen.cluster, server };
  const identity = withUrlUser(chosen.identity, url);
  const proxy = cluster['proxy-url'] ? proxyUrl(cluster['proxy-url']) : environmentProxy(url, host.env);
  const tls = tlsOptions(cluster, chosen.clusterName);
  return {
    context: chosen.context,
    server,
    isNamed: Boolean(chosen.cluster.server),
    namespace: chosen.namespace,
    user: chosen.user,
    identity,
    tls,
    proxy,
    compression: !(flags.disableCompression || cluster['disable-compression']),
    timeout,
    impersonation: impersonationHeaders(identity, chosen.user),
    credentials: userCredentials(identity, {
      name: chosen.user,
      info: clusterInfo(cluster, tls, proxy),
      host: { ...host, now: host.now ?? Date.now },
    }),
    userAgent: FIELD_MANAGER,
    verbosity: flags.v ?? 0,
  };
}

const shown = (url: URL): string => `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, '')}`;

/** `https://user:password@host` is basic authentication, unless the user has something else. */
function withUrlUser(identity: UserEntry, { username, password }: URL): UserEntry {
  if (!username || identity.token || identity.tokenFile || identity.username) return identity;
  return { ...identity, username: decodeURIComponent(username), password: decodeURIComponent(password) };
}

function proxyUrl(text: string): string {
  const scheme = URL.canParse(text) ? new URL(text).protocol : '';
  if (['http:', 'https:', 'socks5:', 'socks5h:'].includes(scheme)) return text;
  throw usageError(
    `invalid proxy-url: unsupported scheme "${oneLine(scheme.replace(/:$/, ''))}", must be http, https, or socks5`,
    'Correct proxy-url of the cluster in the kubeconfig.',
  );
}

interface UserContext {
  /** The user entry's name, for messages. */
  name: string;
  /** What a plugin is told of the cluster. */
  info: ExecCluster;
  host: ExecHost & { warn(text: string): void; now(): number };
}

/** The credential plugins that took the place of auth providers which kubectl had. */
const SUCCESSORS: Record<string, string> = { azure: 'kubelogin', gcp: 'gke-gcloud-auth-plugin' };

/**
 * The credentials of a kubeconfig's user. What it holds itself comes before its plugin, as in kubectl.
 *
 * @throws {CommandError} for an entry that contradicts itself or names files that can't be read.
 */
function userCredentials(user: UserEntry, { name, info, host }: UserContext): Credentials {
  const fault = faultOf(user, name);
  if (fault) {
    throw usageError(
      oneLine(fault),
      'Correct this user in the kubeconfig, or choose another one (--user, --token).',
    );
  }
  const { token, tokenFile, username, password, exec } = user;
  const cert = fileOrData(user, 'client-certificate', name);
  const key = fileOrData(user, 'client-key', name);
  const fixed = { token, tokenFile, username, password, cert, key };
  if (suffice(fixed)) return staticCredentials(fixed);
  if (exec) return fetchedCredentials((signal) => runExecPlugin(exec, info, { ...host, signal }), host.now);
  const provider = user['auth-provider'];
  if (provider) {
    return fetchedCredentials(async (signal) => {
      const { fetchIdToken } = await import('../auth/oidc.ts');
      return fetchIdToken(provider.config ?? {}, { ...host, user: name, file: user.file, signal });
    }, host.now);
  }
  return staticCredentials({});
}

/** What is wrong with a user entry, in kubectl's words; undefined: nothing. */
function faultOf(user: UserEntry, name: string): string | undefined {
  const methods = [(user.token || user.tokenFile) && 'token', user.username && 'basicAuth'].filter(Boolean);
  if (methods.length > 1) {
    return `more than one authentication method found for ${name}; found [${methods.join(' ')}], only one is allowed`;
  }
  const cert = user['client-certificate'] || user['client-certificate-data'];
  const key = user['client-key'] || user['client-key-data'];
  if (cert && !key) {
    return `client-key-data or client-key must be specified for ${name} to use the clientCert authentication method.`;
  }
  if (user.exec && user['auth-provider']) {
    return `authProvider cannot be provided in combination with an exec plugin for ${name}`;
  }
  if (user.exec) return execFault(user.exec, name);
  const { name: provider = '' } = user['auth-provider'] ?? { name: 'oidc' };
  if (Object.hasOwn(SUCCESSORS, provider)) {
    return `the ${provider} auth provider has been removed; use the credential plugin ${SUCCESSORS[provider]} instead`;
  }
  return provider === 'oidc' ? undefined : `no Auth Provider found for name "${provider}"`;
}

/** The headers that ask the server to act as somebody else. */
function impersonationHeaders(user: UserEntry, name: string): Record<string, string | string[]> {
  const { as, 'as-uid': uid, 'as-groups': groups = [], 'as-user-extra': extra = {} } = user;
  if (!as) {
    if (!uid && groups.length === 0 && Object.keys(extra).length === 0) return {};
    throw usageError(
      `requesting uid, groups or user-extra for ${oneLine(name)} without impersonating a user`,
      'Say whom to act as, too (--as).',
    );
  }
  const headers: Record<string, string | string[]> = {
    'Impersonate-User': as,
    ...(uid && { 'Impersonate-Uid': uid }),
    ...(groups.length > 0 && { 'Impersonate-Group': groups }),
  };
  for (const [key, values] of Object.entries(extra)) headers[`Impersonate-Extra-${headerKey(key)}`] = values;
  for (const value of Object.values(headers).flat()) assertHeaderValue(value);
  return headers;
}

/** Keys are case-insensitive on the wire, and what a header name can't hold is percent-encoded, `%` itself too. */
const headerKey = (key: string): string =>
  [...Buffer.from(key.toLowerCase())]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      const plain = /[a-z0-9!#$&'*+\-.^_`|~]/.test(character);
      return plain ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');

function assertHeaderValue(value: string): void {
  if (/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return;
  throw usageError(
    `"${oneLine(value)}" can't be sent as whom to act as`,
    'Use names of plain text without line breaks (--as, --as-uid, --as-group, --as-user-extra).',
  );
}
