import { existsSync, readFileSync, statSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import type { ClusterEntry, UserEntry } from './kubeconfig-entries.ts';

/** Where the kubelet mounts a pod's service account. */
const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';

type Env = Record<string, string | undefined>;

/** The connection of a pod to its own cluster; undefined outside of one. */
export function inCluster(env: Env): { cluster: ClusterEntry; user: UserEntry } | undefined {
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
export function podNamespace(env: Env): string | undefined {
  if (!inCluster(env)) return undefined;
  if (env.POD_NAMESPACE) return env.POD_NAMESPACE;
  try {
    return readFileSync(`${SERVICE_ACCOUNT}/namespace`, 'utf8').trim() || undefined;
  } catch {
    return undefined;
  }
}
