import type { KubeObject } from '../../lib/kube/api/types.ts';
import { applyMergePatch } from '../../lib/objects/merge-patch.ts';
import { type ComponentKind, MONITORING_API, statefulSetName } from '../operators/monitoring/kinds.ts';

/** A resource of prometheus-operator as a scenario describes it: plain data, with what differs from the usual one. */
export interface Component {
  /** `Prometheus` when absent. */
  kind?: ComponentKind;
  name: string;
  /** Of each shard; 2 when absent. */
  replicas?: number;
  /** Only of a Prometheus; 1 when absent. */
  shards?: number;
  /** What every claim asks for; `50Gi` when absent. */
  size?: string;
  /** `instant` when absent. */
  storageClass?: string;
  /** Name of the claim template; the operator's own when absent. */
  template?: string;
  /** Both `Retain` when absent, unsaid in the resource. A ThanosRuler has none. */
  retentionPolicy?: RetentionPolicy;
  /** Paused once it is up: a resource that is paused from the start gets no pods. */
  paused?: boolean;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  /** Who creates it, as `managedFields` calls them; `kubectl-create` when absent. */
  manager?: string;
  /** Merge-patched over the spec. */
  spec?: Record<string, unknown>;
}

export interface RetentionPolicy {
  whenDeleted: 'Retain' | 'Delete';
  whenScaled: 'Retain' | 'Delete';
}

/** The resource that makes a component. */
export function componentObject(
  { kind = 'Prometheus', name, spec, labels, annotations, ...options }: Component,
  namespace: string,
): KubeObject & { spec: Record<string, unknown> } {
  const {
    replicas = 2,
    shards,
    size = '50Gi',
    storageClass = 'instant',
    template,
    retentionPolicy,
  } = options;
  return {
    apiVersion: MONITORING_API,
    kind,
    metadata: { name, namespace, labels, annotations },
    spec: applyMergePatch(
      {
        replicas,
        ...(shards !== undefined && { shards }),
        ...(retentionPolicy && { persistentVolumeClaimRetentionPolicy: retentionPolicy }),
        storage: {
          volumeClaimTemplate: {
            ...(template && { metadata: { name: template } }),
            spec: {
              accessModes: ['ReadWriteOnce'],
              storageClassName: storageClass,
              resources: { requests: { storage: size } },
            },
          },
        },
        // Without one of these the operator makes no StatefulSet for it.
        ...(kind === 'ThanosRuler' && { queryEndpoints: ['dnssrv+_http._tcp.thanos-query'] }),
      },
      spec ?? {},
    ),
  };
}

/** Names of the pods that a component has when it is up. */
export function podNames({ kind = 'Prometheus', name, replicas = 2, shards = 1 }: Component): string[] {
  return Array.from({ length: shards }, (_, shard) => statefulSetName(kind, name, shard)).flatMap((set) =>
    Array.from({ length: replicas }, (_, ordinal) => `${set}-${ordinal}`),
  );
}
