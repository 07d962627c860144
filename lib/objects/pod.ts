import type { KubeObject } from '../kube/api/types.ts';
import { fieldsOf } from './fields.ts';

/** The fields of a pod that are read. */
export interface PodObject extends KubeObject {
  spec?: {
    containers?: ContainerObject[];
    initContainers?: ContainerObject[];
    /** Requests of the whole pod, which replace the sum of its containers. */
    resources?: ResourcesObject;
    /** The overhead of the pod's runtime, on top of its containers. */
    overhead?: Quantities;
  };
  status?: {
    phase?: string;
    reason?: string;
    message?: string;
    conditions?: { type?: string; status?: string; reason?: string; message?: string }[];
    initContainerStatuses?: object[];
    containerStatuses?: object[];
  };
}

export interface ContainerObject {
  name?: string;
  image?: string;
  /** `Always` on an init container makes it a sidecar. */
  restartPolicy?: string;
  resources?: ResourcesObject;
}

export interface ResourcesObject {
  requests?: Quantities;
  limits?: Quantities;
}

/** Quantities by resource: `cpu`, `memory`. */
export type Quantities = Record<string, string>;

/** Whether a pod is ready and not being deleted. */
export function isReady({ metadata, status }: PodObject): boolean {
  const conditions: unknown = status?.conditions;
  return (
    metadata.deletionTimestamp === undefined &&
    (Array.isArray(conditions) ? conditions : [])
      .map(fieldsOf)
      .some((condition) => condition?.type === 'Ready' && condition.status === 'True')
  );
}

/** Whether a pod has ended and uses no resources any more, as after an eviction. */
export const isFinished = ({ status }: PodObject): boolean =>
  status?.phase === 'Succeeded' || status?.phase === 'Failed';
