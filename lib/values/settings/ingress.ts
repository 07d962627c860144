import { isDeepStrictEqual } from 'node:util';
import type { Setting } from '../edit.ts';
import { type Path, valueAt } from '../layers.ts';
import { hasDatabase, iniKey, isSticky, replicasOf } from '../ui.ts';
import { type Ground, type Refusal, sectionFor } from './setting.ts';

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
  const section = sectionFor(ground, 'ui');
  const ingress = [...section, 'ingress'];
  const { host, issuer } = wanted;
  const secretName =
    wanted.tlsSecret ?? (issuer === undefined ? undefined : `${host.replaceAll('.', '-')}-tls`);
  const tls = secretName === undefined ? [] : [{ secretName, hosts: [host] }];
  const needsSticky =
    replicasOf(ground.values, section) > 1 &&
    !isSticky(ground.values, section) &&
    !hasDatabase(ground.values, section);
  const className = valueAt(ground.values, [...ingress, 'ingressClassName']);
  if (needsSticky && typeof className === 'string' && !className.includes('nginx'))
    return {
      reason: `the dashboard UI has several replicas, and how the ingress class "${className}" makes sessions sticky is not known here`,
      hint: 'Set its annotation or option for sticky sessions in the values first, or use an external database.',
    };
  const has = (path: Path): boolean => valueAt(ground.values, path) !== undefined;
  return [
    { path: [...ingress, 'enabled'], value: true },
    ...(issuer === undefined ? [] : [{ path: [...ingress, 'annotations', ISSUER], value: issuer }]),
    ...(needsSticky ? [{ path: [...ingress, 'annotations', AFFINITY], value: 'cookie' }] : []),
    { path: [...ingress, 'hosts'], value: [host] },
    ...(tls.length > 0 || has([...ingress, 'tls']) ? [{ path: [...ingress, 'tls'], value: tls }] : []),
    {
      path: [...section, iniKey(ground.values, section), 'server', 'root_url'],
      value: `${tls.length > 0 ? 'https' : 'http'}://${host}`,
    },
  ].filter(({ path, value }) => !isDeepStrictEqual(valueAt(ground.values, path), value));
}

const ISSUER = 'cert-manager.io/cluster-issuer';
const AFFINITY = 'nginx.ingress.kubernetes.io/affinity';
