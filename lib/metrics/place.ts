import type { KubeObject } from '../kube/api/types.ts';
import { fieldsOf } from '../objects/fields.ts';
import { isReady, type PodObject } from '../objects/pod.ts';

/** The HTTP port of a metrics server's or alert manager's pod. */
export interface PodPlace {
  namespace: string;
  pod: string;
  port: number;
  secure: boolean;
  /** Path prefix without a trailing slash; mostly empty. */
  prefix: string;
}

/** The label and the port of the pods of one kind of resource. */
export interface Served {
  /** Value of `app.kubernetes.io/name`. */
  app: string;
  port: number;
}

export const PROMETHEUS: Served = { app: 'prometheus', port: 9090 };
export const ALERTMANAGER: Served = { app: 'alertmanager', port: 9093 };

export const podSelector = ({ app }: Served): string => `app.kubernetes.io/name=${app}`;

/**
 * The places of all ready pods, by name. A pod whose resource is not among the given ones is assumed to have the operator's
 * defaults.
 */
export function placesOf(
  { port }: Served,
  resources: readonly KubeObject[],
  pods: readonly PodObject[],
): PodPlace[] {
  return pods
    .filter(isReady)
    .toSorted((one, other) => (one.metadata.name < other.metadata.name ? -1 : 1))
    .map(({ metadata: { name, namespace = '', labels } }) => {
      const instance = labels?.['app.kubernetes.io/instance'];
      const resource = resources.find(
        ({ metadata }) => metadata.name === instance && (metadata.namespace ?? '') === namespace,
      );
      return { namespace, pod: name, port, ...webOf(resource) };
    });
}

/** A path of plain segments: no other path can be made of it. */
const PREFIX = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*\/*$/;

/** The path prefix and TLS setting of a resource's pods. */
function webOf(resource: KubeObject | undefined): Pick<PodPlace, 'secure' | 'prefix'> {
  const { routePrefix, web } = fieldsOf(fieldsOf(resource)?.spec) ?? {};
  return {
    secure: fieldsOf(web)?.tlsConfig !== undefined,
    prefix:
      typeof routePrefix === 'string' && PREFIX.test(routePrefix) ? routePrefix.replace(/\/+$/, '') : '',
  };
}
