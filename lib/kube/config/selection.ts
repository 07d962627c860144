import { existsSync, readFileSync, statSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { usageError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { ConnectHost, ConnectionFlags } from './connection.ts';
import {
  type ClusterEntry,
  type ContextEntry,
  type Kubeconfig,
  readKubeconfig,
  type UserEntry,
} from './kubeconfig.ts';

/** What the kubeconfig's context chooses, with the flags over it. */
export interface Selection {
  context: string;
  namespace: string;
  clusterName: string;
  cluster: ClusterEntry;
  user: string;
  identity: UserEntry;
}

/** Chooses context, cluster and user as kubectl does, falls back to the pod's own cluster, and applies the flags. */
export async function select(
  flags: ConnectionFlags,
  host: Pick<ConnectHost, 'env' | 'warn'>,
): Promise<Selection> {
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
  const mend = there.length
    ? `The kubeconfig has these: ${oneLine(there.slice(0, 10).join(', '))}${there.length > 10 ? ', ...' : ''}.`
    : 'Choose one that the kubeconfig has (see `kubectl config view`).';
  return usageError(`${what} "${oneLine(name)}"${lacks && ` ${lacks}`}`, mend);
}

/** A flag for the CA and one for no verification each clear the other; another server has another TLS name. */
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

/** Each flag replaces what the entry has of the same kind, file or data. */
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
        'Give for example --as-user-extra reason=repair.',
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

/** The connection of a pod to its own cluster; undefined outside of one. */
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

/** The namespace that this pod runs in; undefined outside of a cluster. */
function podNamespace(env: Env): string | undefined {
  if (!inCluster(env)) return undefined;
  if (env.POD_NAMESPACE) return env.POD_NAMESPACE;
  try {
    return readFileSync(`${SERVICE_ACCOUNT}/namespace`, 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}
