import { isDeepStrictEqual } from 'node:util';
import type { Setting } from '../edit.ts';
import { type Path, valueAt } from '../layers.ts';
import { covers, hasDatabase, iniKey, isSticky, replicasOf } from '../ui.ts';
import { type Ground, isRefusal, type Refusal, sectionFor } from './setting.ts';

/** How the dashboard UI is to be reached (§2.4). */
export interface WantedIngress {
  host: string;
  /** Name of the ClusterIssuer that issues its certificate. */
  issuer: string | undefined;
  /** Name of the Secret with its certificate; undefined: named after the host if there is an issuer, otherwise there is no TLS. */
  tlsSecret: string | undefined;
}

/** The settings of an ingress of the dashboard UI: host, certificate and root_url agree, and sessions are sticky where they must be. */
export function ingressSettings(ground: Ground, wanted: WantedIngress): Setting[] | Refusal {
  const { values } = ground;
  const section = sectionFor(ground, 'ui');
  const ingress = [...section, 'ingress'];
  const { host, issuer } = wanted;
  const needsSticky =
    replicasOf(values, section) > 1 && !isSticky(values, section) && !hasDatabase(values, section);
  const className = valueAt(values, [...ingress, 'ingressClassName']);
  if (needsSticky && typeof className === 'string' && !className.includes('nginx'))
    return {
      reason: `the dashboard UI has several replicas, and how the ingress class "${className}" makes sessions sticky is not known here`,
      hint: 'Set its annotation or option for sticky sessions in the values first, or use an external database.',
    };
  if (issuer !== undefined && valueAt(values, [...ingress, 'annotations', NAMESPACED]) !== undefined)
    return {
      reason: `the ingress has the annotation ${NAMESPACED}, and only one issuer can issue its certificate`,
      hint: 'Remove that annotation by hand first.',
    };
  const tls = tlsFor(ground, ingress, wanted);
  if (isRefusal(tls)) return tls;
  const hosts = valueAt(values, [...ingress, 'hosts']);
  const server = [...section, iniKey(values, section), 'server'];
  const [url, domain] = [valueAt(values, [...server, 'root_url']), valueAt(values, [...server, 'domain'])];
  return [
    { path: [...ingress, 'enabled'], value: true },
    ...(issuer === undefined ? [] : [{ path: [...ingress, 'annotations', ISSUER], value: issuer }]),
    ...(needsSticky ? [{ path: [...ingress, 'annotations', AFFINITY], value: 'cookie' }] : []),
    ...(Array.isArray(hosts) && hosts.includes(host) ? [] : [{ path: [...ingress, 'hosts'], value: [host] }]),
    ...(tls.length > 0 ? [{ path: [...ingress, 'tls'], value: tls }] : []),
    ...(domain === undefined ? [] : [{ path: [...server, 'domain'], value: host }]),
    { path: [...server, 'root_url'], value: urlFor(url, host, tls.length > 0) },
  ].filter(({ path, value }) => !isDeepStrictEqual(valueAt(values, path), value));
}

/** The TLS of the ingress: that of the flags, or what it has for the host. */
function tlsFor(
  ground: Ground,
  ingress: Path,
  { host, issuer, tlsSecret }: WantedIngress,
): unknown[] | Refusal {
  const present = valueAt(ground.values, [...ingress, 'tls']);
  const entries = Array.isArray(present) ? present : [];
  const covering = entries.some((entry) => {
    const hosts = valueAt(entry, ['hosts']);
    return Array.isArray(hosts) && hosts.some((name) => typeof name === 'string' && covers(name, host));
  });
  if (tlsSecret === undefined && covering) return entries;
  const secretName = tlsSecret ?? (issuer === undefined ? undefined : `${host.replaceAll('.', '-')}-tls`);
  if (secretName !== undefined) return [{ secretName, hosts: [host] }];
  if (entries.length === 0) return [];
  return {
    reason: `the ingress has TLS for other names than ${host}`,
    hint: 'Pass --issuer or --tls-secret, or remove its tls by hand.',
  };
}

/** The address with another host; its path stays. The UI fills in %(domain)s. */
function urlFor(url: unknown, host: string, isSecure: boolean): string {
  const text = typeof url === 'string' ? url : '';
  if (text.includes('%(domain)s')) return text;
  const protocol = isSecure ? 'https' : 'http';
  const [, path = ''] = /^https?:\/\/[^/]*(\/.*)?$/.exec(text) ?? [];
  return `${protocol}://${host}${path}`;
}

const NAMESPACED = 'cert-manager.io/issuer';
const ISSUER = 'cert-manager.io/cluster-issuer';
const AFFINITY = 'nginx.ingress.kubernetes.io/affinity';
