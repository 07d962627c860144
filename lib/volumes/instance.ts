import type { KubeObject } from '../kube/api/types.ts';
import type { Component, ComponentName } from '../objects/components.ts';
import { fieldsOf } from '../objects/fields.ts';
import { retentionOf } from '../objects/retention.ts';

/** A Prometheus, Alertmanager, ThanosRuler or PrometheusAgent as the API gives it, as far as its volumes go. */
export interface InstanceObject extends KubeObject {
  spec?: {
    replicas?: number;
    shards?: number;
    /** Of an agent alone. */
    mode?: string;
    paused?: boolean;
    storage?: {
      emptyDir?: object;
      ephemeral?: object;
      volumeClaimTemplate?: {
        metadata?: { name?: string };
        /** A custom resource keeps a size that was written as a number: it is one of bytes. */
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

/** What becomes of claims when their StatefulSet is deleted or scaled down; absent is `Retain`. */
export interface Policy {
  whenDeleted?: string;
  whenScaled?: string;
}

/** One instance of a component: what of its resource a resize reads. */
export interface Instance {
  name: string;
  namespace: string;
  uid: string;
  resourceVersion: string;
  generation: number;
  deleting: boolean;
  /** As written; undefined where the resource leaves it to the operator, which takes 1. */
  replicas: number | undefined;
  /** At least 1: the operator takes less for that. */
  shards: number;
  paused: boolean | undefined;
  /** Where it keeps its data: only a claim template makes volumes that outlive pods. */
  storage: 'template' | 'emptyDir' | 'ephemeral' | 'none';
  /** Name of its claim template. */
  template: string;
  /** Size in its claim template. */
  size: string | undefined;
  policy: Policy | undefined;
  /** The size that it keeps its data down to (`40GB`); undefined where it says none. */
  retentionSize: string | undefined;
  /** What the operator last said of it; undefined where it said nothing yet. */
  reconciled: { generation: number; ok: boolean; message: string } | undefined;
}

/** What a replica count that is not written stands for. */
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

/** Whether it is an agent that runs as a DaemonSet: without claims, and its definition forbids it a storage. */
export const isDaemon = ({ name }: Component, spec: InstanceObject['spec']): boolean =>
  name === 'agent' && spec?.mode === 'DaemonSet';

/** The operator takes an emptyDir before an ephemeral volume, and that before a template. */
function storageOf(storage: NonNullable<InstanceObject['spec']>['storage']): Instance['storage'] {
  if (storage?.emptyDir) return 'emptyDir';
  if (storage?.ephemeral) return 'ephemeral';
  return storage?.volumeClaimTemplate?.spec?.resources?.requests?.storage ? 'template' : 'none';
}

/** Whether a policy takes claims away. */
export const takesClaims = (policy: Policy | undefined): boolean =>
  policy?.whenDeleted === 'Delete' || policy?.whenScaled === 'Delete';

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

/** The command that resizes the volumes of an instance (§4.C), word by word; its own options stand behind that. */
export const resizeWords = (
  { component, name }: { component: ComponentName; name: string },
  size: string,
): string[] => [
  ...['kubectl', 'monitoring', 'resize-pvc', size, name],
  ...(component === 'metrics' ? [] : ['--component', component]),
];
