import { createHash } from 'node:crypto';
import type { KubeObject, ObjectMeta, OwnerReference } from '../../../lib/kube/api/types.ts';

/** A StatefulSet, as far as its controller and its maker read it. */
export interface StatefulSet extends KubeObject {
  spec: {
    replicas: number;
    serviceName?: string;
    podManagementPolicy?: 'OrderedReady' | 'Parallel';
    persistentVolumeClaimRetentionPolicy?: RetentionPolicy;
    selector: { matchLabels: Record<string, string> };
    template: { metadata?: Partial<ObjectMeta>; spec: Record<string, unknown> };
    volumeClaimTemplates?: Claim[];
  };
  status?: StatefulSetStatus;
}

export interface RetentionPolicy {
  whenDeleted?: 'Retain' | 'Delete';
  whenScaled?: 'Retain' | 'Delete';
}

export interface StatefulSetStatus {
  observedGeneration?: number;
  replicas: number;
  readyReplicas?: number;
  availableReplicas: number;
  currentReplicas?: number;
  updatedReplicas?: number;
  currentRevision?: string;
  updateRevision?: string;
  collisionCount?: number;
}

export interface Claim extends KubeObject {
  spec: Record<string, unknown>;
}

export interface Pod extends KubeObject {
  spec: { volumes?: { name: string }[] } & Record<string, unknown>;
  status?: { phase?: string; conditions?: { type: string; status: string }[] };
}

export interface Revision extends KubeObject {
  revision: number;
  data: unknown;
}

export const isDeleting = ({ metadata }: KubeObject): boolean => metadata.deletionTimestamp !== undefined;

export const isReady = ({ status }: Pod): boolean =>
  status?.phase === 'Running' &&
  (status.conditions ?? []).some(({ type, status }) => type === 'Ready' && status === 'True');

export const controllerOf = ({ metadata }: KubeObject): OwnerReference | undefined =>
  metadata.ownerReferences?.find(({ controller }) => controller);

/** A reference by which `owner` controls what carries it, and by which its foreground deletion waits for that. */
export const controlledBy = (
  { metadata }: KubeObject,
  apiVersion: string,
  kind: string,
): OwnerReference & { blockOwnerDeletion: true } => ({
  apiVersion,
  kind,
  name: metadata.name,
  uid: metadata.uid ?? '',
  controller: true,
  blockOwnerDeletion: true,
});

export const selects = (wanted: Record<string, string>, { metadata }: KubeObject): boolean =>
  Object.entries(wanted).every(([key, value]) => metadata.labels?.[key] === value);

/** A short name for a JSON value: equal values have equal ones, whatever the order of their keys. */
export const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value, inOrder)).digest('hex').slice(0, 10);

const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
