import type { KubeObject } from '../kube/api/types.ts';
import type { Policy } from './instance.ts';

/** A StatefulSet as the API gives it, as far as its volumes go. */
export interface SetObject extends KubeObject {
  spec?: {
    replicas?: number;
    persistentVolumeClaimRetentionPolicy?: Policy;
    volumeClaimTemplates?: {
      metadata?: { name?: string };
      spec?: { resources?: { requests?: { storage?: string } } };
    }[];
  };
  status?: { replicas?: number; readyReplicas?: number; observedGeneration?: number };
}

/** A StatefulSet as it is in the cluster, whatever the resource above it says. */
export interface LiveSet {
  name: string;
  uid: string;
  deleting: boolean;
  replicas: number;
  /** How many pods its controller counts; undefined while it has not seen the set as it is. */
  pods: number | undefined;
  /** Size in its claim template; undefined where it has no such template. */
  size: string | undefined;
  policy: Policy | undefined;
}

/** @param template name of the claim template that counts. */
export function readSet({ metadata, spec = {}, status = {} }: SetObject, template: string): LiveSet {
  const seen = (status.observedGeneration ?? 0) >= (metadata.generation ?? 0);
  const claims = spec.volumeClaimTemplates?.find((one) => one.metadata?.name === template);
  return {
    name: metadata.name,
    uid: metadata.uid ?? '',
    deleting: metadata.deletionTimestamp !== undefined,
    replicas: spec.replicas ?? 1,
    pods: seen ? (status.replicas ?? 0) : undefined,
    size: claims?.spec?.resources?.requests?.storage,
    policy: spec.persistentVolumeClaimRetentionPolicy,
  };
}

/** A pod of an instance, as far as a resize looks at it. */
export interface Pod {
  name: string;
  uid: string;
  deleting: boolean;
  ready: boolean;
  /** uid of the StatefulSet that controls it; undefined where nobody does. */
  controller: string | undefined;
}

export interface PodObject extends KubeObject {
  status?: { conditions?: { type?: string; status?: string }[] };
}

export const readPod = ({ metadata, status }: PodObject): Pod => ({
  name: metadata.name,
  uid: metadata.uid ?? '',
  deleting: metadata.deletionTimestamp !== undefined,
  ready: status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') ?? false,
  controller: metadata.ownerReferences?.find(({ controller }) => controller)?.uid,
});
