import type { KubeObject } from '../kube/api/types.ts';
import type { Component } from '../objects/components.ts';
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
