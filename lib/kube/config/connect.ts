import { existsSync, readFileSync, statSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { FIELD_MANAGER } from '../../objects/names.ts';
import { usageError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import { type Credentials, fetchedCredentials, staticCredentials, suffice } from '../auth/credentials.ts';
import { type ExecCluster, type ExecHost, execFault, runExecPlugin } from '../auth/exec-plugin.ts';
import { environmentProxy } from '../http/agent.ts';
import type { ConnectHost, Connection, ConnectionFlags } from './connection.ts';
import { parseRequestTimeout } from './duration.ts';
import {
  type ClusterEntry,
  type ContextEntry,
  type Kubeconfig,
  readKubeconfig,
  type UserEntry,
} from './kubeconfig.ts';
import { clusterInfo, fileOrData, serverUrl, tlsOptions } from './server.ts';

/**
 * Loads the kubeconfig by kubectl's rules and applies the flags to it.
 *
 * @throws {CommandError} for invalid flags, files and combinations of them.
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

/** `https://user:password@host` is basic authentication, unless the user has other credentials. */
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
  info: ExecCluster;
  host: ExecHost & { warn(text: string): void; now(): number };
}

/** The credential plugins that replaced kubectl's former auth providers. */
const SUCCESSORS: Record<string, string> = { azure: 'kubelogin', gcp: 'gke-gcloud-auth-plugin' };

/**
 * The credentials of a kubeconfig's user. Its static credentials take precedence over its plugin, as in kubectl.
 *
 * @throws {CommandError} for a contradictory entry or an unreadable file.
 */
function userCredentials(user: UserEntry, { name, info, host }: UserContext): Credentials {
  const fault = faultOf(user, name);
  if (fault) {
    throw usageError(
      oneLine(fault),
      'Correct this user in the kubeconfig, or choose another (--user, --token).',
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

/** The fault in a user entry, in kubectl's words; undefined if absent. */
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

/** The impersonation headers. */
function impersonationHeaders(user: UserEntry, name: string): Record<string, string | string[]> {
  const { as, 'as-uid': uid, 'as-groups': groups = [], 'as-user-extra': extra = {} } = user;
  if (!as) {
    if (!uid && groups.length === 0 && Object.keys(extra).length === 0) return {};
    throw usageError(
      `requesting uid, groups or user-extra for ${oneLine(name)} without impersonating a user`,
      'Name the user to impersonate as well (--as).',
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

/** Keys are lowercased, and characters that are not allowed in a header name are percent-encoded, as is `%`. */
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
    `"${oneLine(value)}" cannot be sent in an impersonation header`,
    'Use plain text without line breaks (--as, --as-uid, --as-group, --as-user-extra).',
  );
}

/** The selection by the kubeconfig's context and the flags. */
interface Selection {
  context: string;
  namespace: string;
  clusterName: string;
  cluster: ClusterEntry;
  user: string;
  identity: UserEntry;
}

/** Selects context, cluster and user as kubectl does, falls back to the pod's own cluster, and applies the flags. */
async function select(flags: ConnectionFlags, host: Pick<ConnectHost, 'env' | 'warn'>): Promise<Selection> {
  const { env } = host;
  const config = await readKubeconfig(flags.kubeconfig, host);
  const context = flags.context || config.currentContext;
  const entry = contextOf(config, context);
  const clusterName = flags.cluster || entry.cluster || '';
  const user = flags.user || entry.user || '';
  if (flags.cluster && !config.clusters.has(clusterName))
    throw missing(`no server found for cluster`, clusterName);
  if (flags.user && !config.users.has(user)) throw missing('auth info', user, 'does not exist');
  const named = config.clusters.get(clusterName);
  const pod = named || flags.server ? undefined : inCluster(env);
  if (!named && clusterName && !flags.server) throw missing(`cluster`, clusterName, 'does not exist');
  if (user && !config.users.has(user)) throw missing('user', user, 'does not exist');
  return {
    context: pod && !context ? IN_CLUSTER : context,
    namespace: flags.namespace || entry.namespace || podNamespace(env) || 'default',
    clusterName: clusterName || (pod ? IN_CLUSTER : ''),
    cluster: overrideCluster(named ?? pod?.cluster ?? {}, flags),
    user: user || (pod ? SERVICE_ACCOUNT_USER : ''),
    identity: overrideUser(config.users.get(user) ?? pod?.user ?? {}, flags),
  };
}

const IN_CLUSTER = 'in-cluster';
const SERVICE_ACCOUNT_USER = 'service account';

function contextOf(config: Kubeconfig, name: string): ContextEntry {
  const entry = config.contexts.get(name);
  if (entry || !name) return entry ?? {};
  throw missing('context', name, 'does not exist', [...config.contexts.keys()]);
}

function missing(what: string, name: string, lacks = '', there: string[] = []) {
  const hint = there.length
    ? `The kubeconfig has: ${oneLine(there.slice(0, 10).join(', '))}${there.length > 10 ? ', ...' : ''}.`
    : 'Choose one from the kubeconfig (see `kubectl config view`).';
  return usageError(`${what} "${oneLine(name)}"${lacks && ` ${lacks}`}`, hint);
}

/** --certificate-authority and --insecure-skip-tls-verify each clear the other; --server clears the entry's TLS name. */
function overrideCluster(entry: ClusterEntry, flags: ConnectionFlags): ClusterEntry {
  const cluster = { ...entry };
  if (flags.insecureSkipTlsVerify || flags.certificateAuthority) {
    delete cluster['certificate-authority'];
    delete cluster['certificate-authority-data'];
    cluster['insecure-skip-tls-verify'] = flags.insecureSkipTlsVerify ?? false;
    if (flags.certificateAuthority) cluster['certificate-authority'] = flags.certificateAuthority;
  }
  if (flags.server) {
    cluster.server = flags.server;
    delete cluster['tls-server-name'];
  }
  if (flags.tlsServerName) cluster['tls-server-name'] = flags.tlsServerName;
  return cluster;
}

/** Each flag replaces the entry's field, both as a file and as data. */
function overrideUser(entry: UserEntry, flags: ConnectionFlags): UserEntry {
  const { clientCertificate, clientKey, token, as, asUid, asGroup, asUserExtra } = flags;
  return {
    ...entry,
    ...(clientCertificate && {
      'client-certificate': clientCertificate,
      'client-certificate-data': undefined,
    }),
    ...(clientKey && { 'client-key': clientKey, 'client-key-data': undefined }),
    ...(token && { token, tokenFile: undefined }),
    ...(as && { as }),
    ...(asUid && { 'as-uid': asUid }),
    ...(asGroup?.length && { 'as-groups': asGroup }),
    ...(asUserExtra?.length && { 'as-user-extra': parseUserExtra(asUserExtra) }),
  };
}

/** Values of `--as-user-extra key=value`, by key. */
function parseUserExtra(pairs: readonly string[]): Record<string, string[]> {
  const extra = new Map<string, string[]>();
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at < 1) {
      throw usageError(
        `invalid --as-user-extra "${oneLine(pair)}": expected key=value`,
        'For example: --as-user-extra reason=repair.',
      );
    }
    const key = pair.slice(0, at);
    extra.set(key, [...(extra.get(key) ?? []), pair.slice(at + 1)]);
  }
  return Object.fromEntries(extra);
}

/** Where the kubelet mounts a pod's service account. */
const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

type Env = Record<string, string | undefined>;

/** The connection of a pod to its own cluster; undefined outside a pod. */
function inCluster(env: Env): { cluster: ClusterEntry; user: UserEntry } | undefined {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = env;
  const tokenFile = `${SERVICE_ACCOUNT}/token`;
  if (!host || !port || !statSync(tokenFile, { throwIfNoEntry: false })?.isFile()) return undefined;
  const ca = `${SERVICE_ACCOUNT}/ca.crt`;
  return {
    cluster: {
      server: `https://${isIPv6(host) ? `[${host}]` : host}:${port}`,
      ...(existsSync(ca) && { 'certificate-authority': ca }),
    },
    user: { tokenFile },
  };
}

/** The namespace of this pod; undefined outside a pod. */
function podNamespace(env: Env): string | undefined {
  if (!inCluster(env)) return undefined;
  if (env.POD_NAMESPACE) return env.POD_NAMESPACE;
  try {
    return readFileSync(`${SERVICE_ACCOUNT}/namespace`, 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}
