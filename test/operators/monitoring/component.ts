import type { KubeObject } from '../../../lib/kube/api/types.ts';
import {
  COMPONENT_KINDS,
  type ComponentKind,
  defaultTemplateName,
  MONITORING_API,
  statefulSetName,
} from './kinds.ts';
import { type Claim, controlledBy, type RetentionPolicy, type StatefulSet } from './objects.ts';

/** A Prometheus, Alertmanager or ThanosRuler, as far as the stand-in of its operator reads it. */
export interface ComponentResource extends KubeObject {
  spec: {
    replicas?: number;
    shards?: number;
    paused?: boolean;
    retention?: string;
    retentionSize?: string;
    image?: string;
    podMetadata?: { labels?: Record<string, string>; annotations?: Record<string, string> };
    storage?: {
      emptyDir?: object;
      ephemeral?: object;
      volumeClaimTemplate?: { metadata?: Partial<Claim['metadata']>; spec?: Claim['spec'] };
    };
    persistentVolumeClaimRetentionPolicy?: RetentionPolicy;
    queryEndpoints?: string[];
    queryConfig?: object;
    serviceName?: string;
  };
  // biome-ignore lint/suspicious/noExplicitAny: the operator rewrites it and reads none of it
  status?: any;
}

/** How many shards a resource has: each is a StatefulSet. */
export const shardsOf = (kind: ComponentKind, { spec }: ComponentResource): number =>
  kind === 'Prometheus' ? Math.max(1, spec.shards ?? 1) : 1;

/** How many pods each shard has. A Prometheus takes a negative number for 1, the others for 0. */
export function replicasOf(kind: ComponentKind, { spec: { replicas = 1 } }: ComponentResource): number {
  if (replicas >= 0) return replicas;
  return kind === 'Prometheus' ? 1 : 0;
}

/** Labels by which the pods of a shard are found; its claims have them too. */
export const selectorOf = (
  kind: ComponentKind,
  { metadata: { name } }: KubeObject,
  shard?: number,
): Record<string, string> => ({
  'app.kubernetes.io/managed-by': 'prometheus-operator',
  'app.kubernetes.io/name': COMPONENT_KINDS[kind].app,
  'app.kubernetes.io/instance': name,
  [COMPONENT_KINDS[kind].app]: name,
  ...(kind === 'Prometheus' && {
    'operator.prometheus.io/name': name,
    ...(shard !== undefined && { 'operator.prometheus.io/shard': String(shard) }),
  }),
});

/** The StatefulSet of a shard, as the operator sends it. */
export function statefulSetOf(kind: ComponentKind, resource: ComponentResource, shard = 0): StatefulSet {
  const { metadata, spec } = resource;
  const podLabels = spec.podMetadata?.labels;
  const matchLabels = {
    // The labels that a ThanosRuler asks for its pods become part of its selector.
    ...(kind === 'ThanosRuler' && podLabels),
    ...selectorOf(kind, resource, shard),
  };
  const template = claimTemplate(kind, resource);
  const { persistentVolumeClaimRetentionPolicy: policy } = spec;
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: {
      name: statefulSetName(kind, metadata.name, shard),
      namespace: metadata.namespace,
      labels: {
        ...metadata.labels,
        ...matchLabels,
        'managed-by': 'prometheus-operator',
        ...(kind === 'Prometheus' && { 'operator.prometheus.io/mode': 'server' }),
      },
      annotations: withoutKubectl(metadata.annotations),
      ownerReferences: [controlledBy(resource, MONITORING_API, kind)],
    },
    spec: {
      replicas: replicasOf(kind, resource),
      serviceName: spec.serviceName ?? COMPONENT_KINDS[kind].service,
      podManagementPolicy: 'Parallel',
      selector: { matchLabels },
      template: {
        metadata: { labels: { ...podLabels, ...matchLabels }, annotations: spec.podMetadata?.annotations },
        spec: podSpec(kind, resource),
      },
      ...(template && { volumeClaimTemplates: [template] }),
      // A ThanosRuler has no such field.
      ...(policy && kind !== 'ThanosRuler' && { persistentVolumeClaimRetentionPolicy: policy }),
    },
  };
}

function claimTemplate(kind: ComponentKind, { metadata, spec }: ComponentResource): Claim | undefined {
  const { emptyDir, ephemeral, volumeClaimTemplate } = spec.storage ?? {};
  if (spec.storage === undefined || emptyDir || ephemeral) return undefined;
  const { name, labels, annotations } = volumeClaimTemplate?.metadata ?? {};
  return {
    metadata: { name: name ?? defaultTemplateName(kind, metadata.name), labels, annotations },
    spec: { accessModes: ['ReadWriteOnce'], ...volumeClaimTemplate?.spec },
  };
}

function podSpec(kind: ComponentKind, { metadata, spec }: ComponentResource): Record<string, unknown> {
  const { app } = COMPONENT_KINDS[kind];
  const name = spec.storage?.volumeClaimTemplate?.metadata?.name ?? defaultTemplateName(kind, metadata.name);
  const { emptyDir, ephemeral } = spec.storage ?? { emptyDir: {} };
  const args = [
    ...(spec.retention ? [`--storage.tsdb.retention.time=${spec.retention}`] : []),
    ...(spec.retentionSize ? [`--storage.tsdb.retention.size=${spec.retentionSize}`] : []),
  ];
  return {
    terminationGracePeriodSeconds: kind === 'Prometheus' ? 600 : 120,
    containers: [
      {
        name: app,
        image: spec.image ?? `${app}:v1`,
        args,
        volumeMounts: [{ name, mountPath: `/${app}` }],
      },
    ],
    ...(emptyDir ? { volumes: [{ name, emptyDir }] } : ephemeral && { volumes: [{ name, ephemeral }] }),
  };
}

const withoutKubectl = (annotations: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(annotations).filter(([key]) => !key.startsWith('kubectl.kubernetes.io/')),
  );
