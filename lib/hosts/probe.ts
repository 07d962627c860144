import type { RawAnswer } from '../kube/api/types.ts';
import { fieldsOf } from '../objects/fields.ts';
import { oneLine } from '../words/text.ts';

/** What is known of one address after it was asked for from inside the cluster. */
export type Probe =
  | { kind: 'served' }
  /** The image server itself said 404. */
  | { kind: 'absent' }
  /** Nobody could tell; `reason` says why, `mend` what a person can do about it. */
  | { kind: 'unknown'; reason: string; hint: string };

/** What a preflight found out about the addresses that a host is to have. */
export interface ImageProbe {
  image: Probe;
  /** Absent where the checksum is a hash and no address. */
  checksum?: Probe;
  /** The service that was asked for the image; absent where none could be. */
  service?: Service;
}

export interface Service {
  namespace: string;
  name: string;
}

/** An address inside the cluster, taken apart. `namespace` is absent where the address leaves it to the resolver. */
export interface ServiceAddress {
  scheme: 'http' | 'https';
  name: string;
  namespace?: string;
  port: number;
  /** With its query. */
  path: string;
}

/**
 * The service that an address names: `httpd-http`, `httpd-http.images`, `httpd-http.images.svc` or the same with the
 * cluster's domain behind it. Undefined where it is no http address or can't be that of a service.
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

/** Where the API server answers for an address inside the cluster. */
export const proxyPath = (address: ServiceAddress, namespace: string): string =>
  `/api/v1/namespaces/${namespace}/services/${proxiedName(address)}/proxy${address.path}`;

/**
 * What the API server calls a service that it is asked through, as a rule with resourceNames has to. The port is always
 * named by its number: without one only a service whose port has no name is found.
 */
export const proxiedName = ({ scheme, name, port }: ServiceAddress): string =>
  scheme === 'https' ? `https:${name}:${port}` : `${name}:${port}`;

/** Whether only its body can tell who an answer is from: the API server's own refusals are JSON. */
export const isAmbiguous = ({ status, contentType }: Omit<RawAnswer, 'body'>): boolean =>
  !isSuccess(status) && /^application\/json\b/i.test(contentType);

/** What an answer says about the address that was asked for. */
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

/** Of one address asked for at several services: one that serves it counts, and only all of them can deny it. */
export function bestOf<T extends { probe: Probe }>(found: readonly T[]): T | undefined {
  const first = (kind: Probe['kind']) => found.find(({ probe }) => probe.kind === kind);
  return first('served') ?? first('unknown') ?? first('absent');
}

/** A probe that could not be made, or whose answer says nothing. */
export const unknown = (reason: string, hint: string): Probe => ({ kind: 'unknown', reason, hint });

/** How a person looks at what is behind a service. */
const describing = ({ namespace, name }: Service): string =>
  `kubectl describe service ${name} -n ${namespace}`;

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** The message of the API server's own refusal; undefined where the answer is somebody else's. */
function refusalIn(answer: RawAnswer): string | undefined {
  if (!isAmbiguous(answer)) return undefined;
  try {
    const status = fieldsOf(JSON.parse(answer.body));
    return status?.kind === 'Status' ? String(status.message ?? '') : undefined;
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
