import type { KubeObject } from '../kube/api/types.ts';
import type { Component, ComponentName } from '../objects/components.ts';
import { fieldsOf } from '../objects/fields.ts';
import { retentionOf } from '../objects/retention.ts';

/** A Prometheus, Alertmanager, ThanosRuler or PrometheusAgent in the API, with the fields about its volumes. */
export interface InstanceObject extends KubeObject {
  spec?: {
    replicas?: number;
    shards?: number;
    /** Only of an agent. */
    mode?: string;
    paused?: boolean;
    storage?: {
      emptyDir?: object;
      ephemeral?: object;
      volumeClaimTemplate?: {
        metadata?: { name?: string };
        /** A custom resource keeps a size written as a number, which means bytes. */
        spec?: { resources?: { requests?: { storage?: string | number } } };
      };
    };
    persistentVolumeClaimRetentionPolicy?: Policy;
    retentionSize?: string;
  };
  status?: {
    conditions?: { type?: string; status?: string; message?: string; observedGeneration?: number }[];
  };
}

/** What happens to claims when their StatefulSet is deleted or scaled down; absent means `Retain`. */
export interface Policy {
  whenDeleted?: string;
  whenScaled?: string;
}

/** The fields of an instance that a resize reads. */
export interface Instance {
  name: string;
  namespace: string;
  uid: string;
  resourceVersion: string;
  generation: number;
  deleting: boolean;
  /** As written; undefined means the default of the operator, 1. */
  replicas: number | undefined;
  /** At least 1, as the operator treats lower values. */
  shards: number;
  paused: boolean | undefined;
  /** Where its data is: only volumes of a claim template outlive pods. */
  storage: 'template' | 'emptyDir' | 'ephemeral' | 'none';
  /** Name of its claim template. */
  template: string;
  /** Size in its claim template. */
  size: string | undefined;
  policy: Policy | undefined;
  /** The limit of its data (`40GB`); undefined if there is none. */
  retentionSize: string | undefined;
  /** The operator's last Reconciled condition; undefined if there is none yet. */
  reconciled: { generation: number; ok: boolean; message: string } | undefined;
}

/** The replicas of a resource without `spec.replicas`. */
export const DEFAULT_REPLICAS = 1;

export function readInstance(
  { metadata, spec = {}, status }: InstanceObject,
  component: Component,
): Instance {
  const { storage, persistentVolumeClaimRetentionPolicy: policy } = spec;
  const template = storage?.volumeClaimTemplate;
  const size = template?.spec?.resources?.requests?.storage;
  const condition = status?.conditions?.find(({ type }) => type === 'Reconciled');
  return {
    name: metadata.name,
    namespace: metadata.namespace ?? '',
    uid: metadata.uid ?? '',
    resourceVersion: metadata.resourceVersion ?? '',
    generation: metadata.generation ?? 0,
    deleting: metadata.deletionTimestamp !== undefined,
    replicas: spec.replicas,
    shards: Math.max(1, spec.shards ?? 1),
    paused: spec.paused,
    storage: storageOf(storage),
    template: template?.metadata?.name || `${component.prefix}-${metadata.name}-${component.volume}`,
    size: size === undefined ? undefined : String(size),
    policy,
    retentionSize: retentionOf(fieldsOf(spec), undefined).size,
    reconciled: condition && {
      generation: condition.observedGeneration ?? 0,
      ok: condition.status === 'True',
      message: condition.message ?? '',
    },
  };
}

/** Whether it is an agent that runs as a DaemonSet, which has no claims. */
export const isDaemon = ({ name }: Component, spec: InstanceObject['spec']): boolean =>
  name === 'agent' && spec?.mode === 'DaemonSet';

/** The operator prefers an emptyDir to an ephemeral volume, and that to a template. */
function storageOf(storage: NonNullable<InstanceObject['spec']>['storage']): Instance['storage'] {
  if (storage?.emptyDir) return 'emptyDir';
  if (storage?.ephemeral) return 'ephemeral';
  return storage?.volumeClaimTemplate?.spec?.resources?.requests?.storage ? 'template' : 'none';
}

/** Whether a policy deletes claims. */
export const deletesClaims = (policy: Policy | undefined): boolean =>
  policy?.whenDeleted === 'Delete' || policy?.whenScaled === 'Delete';

/** A StatefulSet in the API, with the fields about its volumes. */
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

/** A StatefulSet as it is in the cluster, which may differ from its resource. */
export interface LiveSet {
  name: string;
  uid: string;
  deleting: boolean;
  replicas: number;
  /** Number of its pods; undefined while its controller has not observed the current generation. */
  pods: number | undefined;
  /** Size in its claim template; undefined if it has no such template. */
  size: string | undefined;
  policy: Policy | undefined;
}

/** @param template name of the claim template. */
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

/** The fields of a pod that a resize reads. */
export interface Pod {
  name: string;
  uid: string;
  deleting: boolean;
  ready: boolean;
  /** uid of the StatefulSet that controls it; undefined if none does. */
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

/** The args of the command that undoes the unfinished resize of an instance. */
export const undoArgs = (kind: string, name: string): string[] => [
  'kubectl',
  'monitoring',
  'undo',
  `${kind.toLowerCase()}/${name}`,
];

/** The args of the command that resizes the volumes of an instance (§4.C), to which options can be added. */
export const resizeArgs = (
  { component, name }: { component: ComponentName; name: string },
  size: string,
): string[] => [
  ...['kubectl', 'monitoring', 'resize-pvc', size, name],
  ...(component === 'metrics' ? [] : ['--component', component]),
];
