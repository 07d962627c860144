import type { RawAnswer } from '../kube/api/types.ts';
import { fieldsOf, textOf } from '../objects/fields.ts';
import { oneLine } from '../words/text.ts';

/** The result of requesting one address from inside the cluster. */
export type Probe =
  | { kind: 'served' }
  /** The image server itself returned 404. */
  | { kind: 'absent' }
  /** Unknown; `reason` says why, `hint` what the user can do. */
  | { kind: 'unknown'; reason: string; hint: string };

/** The results for the new addresses of a host. */
export interface ImageProbe {
  image: Probe;
  /** Absent if the checksum is a bare hash. */
  checksum?: Probe;
  /** The service that was asked for the image; absent if none could be. */
  service?: Service;
}

export interface Service {
  namespace: string;
  name: string;
}

/** A parsed address inside the cluster. `namespace` is absent if the address leaves it to the resolver. */
export interface ServiceAddress {
  scheme: 'http' | 'https';
  name: string;
  namespace?: string;
  port: number;
  /** With its query. */
  path: string;
}

/**
 * The service in an address: `httpd-http`, `httpd-http.images`, `httpd-http.images.svc`, the last also with the cluster's
 * domain. Undefined if it is not an http address or cannot be a service.
 */
export function serviceAddress(url: string): ServiceAddress | undefined {
  const parsed = URL.parse(url);
  const scheme = parsed?.protocol.slice(0, -1);
  if (!parsed || (scheme !== 'http' && scheme !== 'https')) return undefined;
  const [name = '', namespace, svc = 'svc', ...domain] = parsed.hostname.replace(/\.$/, '').split('.');
  const labels = [name, ...(namespace === undefined ? [] : [namespace]), ...domain];
  if (svc !== 'svc' || !labels.every((label) => LABEL.test(label))) return undefined;
  return {
    scheme,
    name,
    ...(namespace !== undefined && { namespace }),
    port: Number(parsed.port) || (scheme === 'https' ? 443 : 80),
    path: parsed.pathname + parsed.search,
  };
}

const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;

/** Path of the API server's proxy to an address inside the cluster. */
export const proxyPath = (address: ServiceAddress, namespace: string): string =>
  `/api/v1/namespaces/${namespace}/services/${proxiedName(address)}/proxy${address.path}`;

/**
 * The name of a proxied service in a path and in the resourceNames of a rule. It always has the port number: without it, the
 * API server finds only services whose port has no name.
 */
export const proxiedName = ({ scheme, name, port }: ServiceAddress): string =>
  scheme === 'https' ? `https:${name}:${port}` : `${name}:${port}`;

/** Whether only the body shows who answered: errors of the API server itself are JSON. */
export const isAmbiguous = ({ status, contentType }: Omit<RawAnswer, 'body'>): boolean =>
  !isSuccess(status) && /^application\/json\b/i.test(contentType);

/** The probe for an answer to a request. */
export function probeOf(answer: RawAnswer, service: Service): Probe {
  const { status } = answer;
  const where = `service ${service.namespace}/${service.name}`;
  const refusal = refusalIn(answer);
  if (refusal !== undefined) return refused(refusal, status, service);
  if (isSuccess(status)) return { kind: 'served' };
  if (status === 404) return { kind: 'absent' };
  if (status >= 300 && status < 400)
    return unknown(`${where} redirects (${status})`, 'use the address that it redirects to');
  if (status === 401 || status === 403)
    return unknown(
      `${where} answers ${status}: it requires credentials`,
      'make it serve the image to the provisioning service, which has no credentials except those in the address',
    );
  return unknown(`${where} answers ${status}`, `check the pods behind it: ${describing(service)}`);
}

/** The best result for one address at several services: any that serves it; absent only if all say so. */
export function bestOf<T extends { probe: Probe }>(found: readonly T[]): T | undefined {
  const first = (kind: Probe['kind']) => found.find(({ probe }) => probe.kind === kind);
  return first('served') ?? first('unknown') ?? first('absent');
}

/** The result of a probe that failed or was inconclusive. */
export const unknown = (reason: string, hint: string): Probe => ({ kind: 'unknown', reason, hint });

const describing = ({ namespace, name }: Service): string =>
  `kubectl describe service ${name} -n ${namespace}`;

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** The message of an error of the API server itself; undefined if the service answered. */
function refusalIn(answer: RawAnswer): string | undefined {
  if (!isAmbiguous(answer)) return undefined;
  try {
    const status = fieldsOf(JSON.parse(answer.body));
    return status?.kind === 'Status' ? textOf(status.message ?? '') : undefined;
  } catch {
    return undefined;
  }
}

function refused(message: string, status: number, service: Service): Probe {
  const { namespace, name } = service;
  if (status === 403)
    return unknown(
      `not allowed to reach service ${namespace}/${name} through the API server`,
      `ask for permission to get services/proxy in namespace ${namespace}`,
    );
  if (status === 404)
    return unknown(
      `there is no service ${namespace}/${name}, or it has no endpoints`,
      `check it: ${describing(service)}`,
    );
  return unknown(
    `the API server cannot reach service ${namespace}/${name}: ${oneLine(message)}`,
    `check that pods are behind it: ${describing(service)}`,
  );
}
