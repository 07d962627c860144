import { FIELD_MANAGER } from '../../objects/names.ts';
import { CommandError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import { environmentProxy } from '../http/env-proxy.ts';
import type { ConnectHost, Connection, ConnectionFlags } from './connection.ts';
import { parseRequestTimeout } from './duration.ts';
import { impersonationHeaders } from './impersonation.ts';
import type { UserEntry } from './kubeconfig-entries.ts';
import { select } from './selection.ts';
import { clusterInfo, serverUrl, tlsOptions } from './server.ts';
import { userCredentials } from './user.ts';

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
  throw new CommandError(
    'usage',
    `error: invalid proxy-url: unsupported scheme "${oneLine(scheme.replace(/:$/, ''))}", must be http, https, or socks5`,
    { mend: 'Correct proxy-url of the cluster in the kubeconfig.' },
  );
}
