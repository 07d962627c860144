import { isIP } from 'node:net';
import { badRequest, notFound, Refusal } from '../http/status.ts';
import { at, list, type Obj, text } from '../objects/model.ts';
import type { Store } from '../objects/store.ts';

/** Where a request to a service or a pod goes. */
export interface Location {
  secure: boolean;
  ip: string;
  port: number;
}

/**
 * A pod behind a service, named as in the path of its proxy: `name`, `name:port` or `scheme:name:port`. Only addresses
 * that a pod of the namespace has are gone to. Throws what the API server refuses it with.
 */
export function locate(store: Store, namespace: string, id: string): Location {
  const [scheme = '', name = '', asked = ''] = parts(id);
  if (name === '' || !['', 'http', 'https'].includes(scheme))
    throw badRequest(`invalid service request ${JSON.stringify(id)}`);
  const port = /^\d+$/.test(asked) ? portName(store, { namespace, name, number: Number(asked) }) : asked;
  const endpoints = store.get('endpoints.', namespace, name);
  if (endpoints === undefined) throw notFound(services, name);
  const subsets = list(endpoints, 'subsets');
  if (subsets.length === 0) throw noEndpoints(name);
  for (const subset of subsets) {
    const number = at(
      list(subset, 'ports').find((one) => text(one, 'name') === port),
      'port',
    );
    const address = list(subset, 'addresses').find((one) => isPod(store, namespace, one));
    if (typeof number === 'number' && address !== undefined)
      return { secure: scheme === 'https', ip: text(address, 'ip'), port: number };
  }
  throw noEndpoints(id);
}

/**
 * A pod, named as in the path of its proxy: `name`, `name:port` or `scheme:name:port`. Its first port is taken where
 * none is asked for. Throws what the API server refuses it with.
 */
export function locatePod(store: Store, namespace: string, id: string): Location {
  const [scheme = '', name = '', asked = ''] = parts(id);
  if (name === '' || !['', 'http', 'https'].includes(scheme))
    throw badRequest(`invalid pod request ${JSON.stringify(id)}`);
  const pod = store.get('pods.', namespace, name);
  if (pod === undefined) throw notFound({ group: '', plural: 'pods' }, name);
  const ip = addressOf(pod);
  if (isIP(ip) === 0) throw badRequest('address not allowed');
  const secure = scheme === 'https';
  const own = list(pod, 'spec', 'containers').flatMap((container) => list(container, 'ports'))[0];
  const first = at(own, 'containerPort');
  const port = asked === '' ? (typeof first === 'number' ? first : secure ? 443 : 80) : Number(asked);
  return { secure, ip, port };
}

/** `''` where a pod has none yet. */
export const addressOf = (pod: Obj): string => text(list(pod, 'status', 'podIPs')[0], 'ip');

const services = { group: '', plural: 'services' };

function parts(id: string): string[] {
  const all = id.split(':');
  return all.length > 3 ? [] : all.length === 3 ? all : ['', ...all];
}

interface Asked {
  namespace: string;
  name: string;
  number: number;
}

/** Endpoints know the ports of their service by name alone; the one without a name is `''`. */
function portName(store: Store, { namespace, name, number }: Asked): string {
  const service = store.get('services.', namespace, name);
  if (service === undefined) throw notFound(services, name);
  const port = list(service, 'spec', 'ports').find((one) => at(one, 'port') === number);
  if (port === undefined) throw unavailable(`no service port ${number} found for service "${name}"`);
  return text(port, 'name');
}

function isPod(store: Store, namespace: string, address: unknown): boolean {
  if (text(address, 'targetRef', 'namespace') !== namespace) return false;
  const pod = store.get('pods.', namespace, text(address, 'targetRef', 'name'));
  return list(pod, 'status', 'podIPs').some((one) => text(one, 'ip') === text(address, 'ip'));
}

const noEndpoints = (id: string): Refusal => unavailable(`no endpoints available for service "${id}"`);

/** The 503 of a service that can't be reached. */
export const unavailable = (message: string): Refusal => new Refusal(503, 'ServiceUnavailable', message);
