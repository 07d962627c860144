import { CommandError } from '../errors.ts';
import { FIELD_MANAGER } from '../names.ts';
import { oneLine } from '../text.ts';
import type { Credentials } from './credentials.ts';
import { parseRequestTimeout } from './duration.ts';
import { environmentProxy } from './env-proxy.ts';
import { impersonationHeaders } from './impersonation.ts';
import type { ClusterEntry, UserEntry } from './kubeconfig-entries.ts';
import { select } from './selection.ts';
import { clusterInfo, serverUrl, type TlsOptions, tlsOptions } from './server.ts';
import { userCredentials } from './user.ts';

/** kubectl's connection flags, as they were given. */
export interface ConnectionFlags {
  kubeconfig?: string;
  context?: string;
  cluster?: string;
  user?: string;
  namespace?: string;
  server?: string;
  tlsServerName?: string;
  insecureSkipTlsVerify?: boolean;
  certificateAuthority?: string;
  requestTimeout?: string;
  clientCertificate?: string;
  clientKey?: string;
  token?: string;
  as?: string;
  asUid?: string;
  asGroup?: string[];
  /** `key=value` each; a key may come several times. */
  asUserExtra?: string[];
  /** Taken as kubectl takes it, and not used: nothing is cached on disk. */
  cacheDir?: string;
  disableCompression?: boolean;
  v?: number;
}

export interface ConnectHost {
  env: Record<string, string | undefined>;
  /** Whether standard input is a terminal, so that a credential plugin may ask. */
  interactive: boolean;
  /** Whether nobody is to read what such a plugin says. */
  isSilent?: boolean;
  /** Takes one line of text, without `Warning: ` before it. */
  warn(text: string): void;
  /** Milliseconds since the epoch; the system's clock when absent. */
  now?(): number;
}

/** Where requests go and as whom. Nothing has been sent yet, and no plugin been run. */
export interface Connection {
  /** Name of the kubeconfig's context; empty where there is none. */
  context: string;
  /** `https://10.0.0.1:6443`, possibly with a path, without credentials and without a slash at its end. */
  server: string;
  /** Whether a flag, a kubeconfig or the pod's own cluster names the server; else it is the one that kubectl falls back to. */
  isNamed: boolean;
  namespace: string;
  /** Name of the kubeconfig's user entry. */
  user: string;
  /** The cluster and the user as the kubeconfig's entries and the flags together give them. */
  cluster: ClusterEntry;
  identity: UserEntry;
  tls: TlsOptions;
  /** `http://…`, `https://…` or `socks5://…`; undefined: straight to the server. */
  proxy: string | undefined;
  compression: boolean;
  /** Milliseconds for one request; 0: no limit. */
  timeout: number;
  impersonation: Record<string, string | string[]>;
  credentials: Credentials;
  userAgent: string;
  /** `-v`: from 6 on, requests are traced. */
  verbosity: number;
}

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
    cluster: { ...cluster, ...(proxy && { 'proxy-url': proxy }) },
    identity,
    tls,
    proxy,
    compression: !(flags.disableCompression || cluster['disable-compression']),
    timeout,
    impersonation: impersonationHeaders(identity, chosen.user),
    credentials: userCredentials(identity, {
      name: chosen.user,
      info: clusterInfo(cluster, tls, proxy),
      file: identity.file,
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
