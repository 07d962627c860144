import type { KubeObject } from '../kube/api/types.ts';
import { fieldsOf } from '../objects/fields.ts';
import { isReady, type PodObject } from '../objects/pod.ts';

/** A port of a pod at which a metrics server or an alert manager answers HTTP. */
export interface PodPlace {
  namespace: string;
  pod: string;
  port: number;
  /** Whether it speaks TLS. */
  secure: boolean;
  /** What its paths begin with, without a slash at its end; mostly empty. */
  prefix: string;
}

/** How the operator labels the pods of one kind of resource, and at which port they answer. */
export interface Served {
  /** Value of `app.kubernetes.io/name`. */
  app: string;
  port: number;
}

export const PROMETHEUS: Served = { app: 'prometheus', port: 9090 };
export const ALERTMANAGER: Served = { app: 'alertmanager', port: 9093 };

/** The label selector of all pods of that kind. */
export const podSelector = ({ app }: Served): string => `app.kubernetes.io/name=${app}`;

/**
 * Where the pods of these resources that are ready answer, in the order of their names. A pod whose resource is not among
 * them is taken for one with the operator's defaults.
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

/** Under which prefix a resource has its pods answer, and whether by TLS. */
function webOf(resource: KubeObject | undefined): Pick<PodPlace, 'secure' | 'prefix'> {
  const { routePrefix, web } = fieldsOf(fieldsOf(resource)?.spec) ?? {};
  return {
    secure: fieldsOf(web)?.tlsConfig !== undefined,
    prefix: typeof routePrefix === 'string' ? routePrefix.replace(/\/+$/, '') : '',
  };
}
