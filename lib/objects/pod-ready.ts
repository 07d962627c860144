import type { KubeObject } from '../kube/api/types.ts';
import { fieldsOf } from './fields.ts';

/** A pod, as far as whether it serves goes. */
export interface ServingPod extends KubeObject {
  status?: { conditions?: { type?: string; status?: string }[] };
}

/** Whether a pod serves; one that is being deleted counts no more. */
export function isReady({ metadata, status }: ServingPod): boolean {
  const conditions: unknown = status?.conditions;
  return (
    metadata.deletionTimestamp === undefined &&
    (Array.isArray(conditions) ? conditions : [])
      .map(fieldsOf)
      .some((condition) => condition?.type === 'Ready' && condition.status === 'True')
  );
}
