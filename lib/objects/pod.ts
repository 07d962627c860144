import type { KubeObject } from '../kube/api/types.ts';
import { fieldsOf } from './fields.ts';

/** A pod as the API gives it, as far as anything of it is looked at. */
export interface PodObject extends KubeObject {
  spec?: {
    containers?: ContainerObject[];
    initContainers?: ContainerObject[];
    /** What the pod as a whole may ask for; it counts instead of its containers' sum. */
    resources?: ResourcesObject;
    /** What running the pod costs beside its containers. */
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
  /** `Always` of an init container: it is a sidecar that runs as long as the pod. */
  restartPolicy?: string;
  resources?: ResourcesObject;
}

export interface ResourcesObject {
  requests?: Quantities;
  limits?: Quantities;
}

/** Quantities by resource: `cpu`, `memory`. */
export type Quantities = Record<string, string>;

/** Whether a pod serves; one that is being deleted counts no more. */
export function isReady({ metadata, status }: PodObject): boolean {
  const conditions: unknown = status?.conditions;
  return (
    metadata.deletionTimestamp === undefined &&
    (Array.isArray(conditions) ? conditions : [])
      .map(fieldsOf)
      .some((condition) => condition?.type === 'Ready' && condition.status === 'True')
  );
}

/** Whether a pod has run to its end and takes nothing any more: an eviction leaves such. */
export const isFinished = ({ status }: PodObject): boolean =>
  status?.phase === 'Succeeded' || status?.phase === 'Failed';
