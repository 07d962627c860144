import type { KubeObject } from '../../../lib/kube/api/types.ts';
import { applyMergePatch } from '../../../lib/objects/merge-patch.ts';
import { type Objects, type Observed, observed, type ScalingContext } from '../../../lib/scaling/observed.ts';
import {
  instanceScaled,
  isInstance,
  type ScalableName,
  type Scaled,
  workloadScaled,
} from '../../../lib/scaling/scaled.ts';
import type { ClaimObject } from '../../../lib/volumes/claim.ts';

export const NAMESPACE = 'monitoring-system';

/** What differs from a component with 2 ready replicas. */
export interface Scene {
  component?: ScalableName;
  /** Of a part that is no resource of the operator; a Deployment when absent. */
  kind?: 'StatefulSet';
  replicas?: number | null;
  /** Merge-patched over what is scaled. */
  target?: object;
  /** Merge-patched over each StatefulSet of a resource of the operator. */
  set?: object;
  /** Merge-patched over each claim. */
  claim?: object;
  /** Ordinals of the claims; those of the replicas when absent. */
  claims?: readonly number[];
  record?: Objects['record'];
  context?: Partial<ScalingContext>;
  tried?: boolean;
  written?: boolean;
}

/** A component as it is observed. */
export function observe(scene: Scene = {}): Observed {
  const { component = 'metrics', kind = 'Deployment', replicas = 2, tried = false, written = false } = scene;
  const scaled = isInstance(component) ? instanceScaled(component) : workloadScaled(component, kind);
  const name = isInstance(component) ? 'k8s' : component;
  const target = merged(targetOf(scaled, { name, replicas }), scene.target);
  const set = `${scaled.instance?.prefix}-${name}`;
  const shards = ((target as { spec?: { shards?: number } }).spec?.shards ?? 1) as number;
  const sets = scaled.instance
    ? Array.from({ length: shards }, (_, shard) =>
        merged(workload(`${set}${shard === 0 ? '' : `-shard-${shard}`}`, replicas ?? 1), scene.set),
      )
    : [];
  const owner = scaled.instance ? `${set}-db-${set}` : `data-${name}`;
  const { claims = Array.from({ length: replicas ?? 1 }, (_, ordinal) => ordinal), record } = scene;
  const objects: Objects = {
    target,
    sets,
    claims:
      scaled.kind === 'Deployment'
        ? []
        : claims.map((ordinal) => merged(claimOf(`${owner}-${ordinal}`), scene.claim)),
    record,
  };
  const context: ScalingContext = { operators: 1, autoscalers: [], ...scene.context };
  return observed(objects, { scaled, context, tried, written, awaited: false });
}

function targetOf(
  { kind, instance }: Scaled,
  { name, replicas }: { name: string; replicas: number | null },
): KubeObject {
  if (!instance) {
    const templates = [{ metadata: { name: 'data' } }];
    const object = workload(name, replicas ?? 1);
    return kind === 'StatefulSet' ? merged(object, { spec: { volumeClaimTemplates: templates } }) : object;
  }
  return {
    metadata: { name, namespace: NAMESPACE, uid: 'uid-0', resourceVersion: '7', generation: 1 },
    spec: {
      ...(replicas !== null && { replicas }),
      storage: { volumeClaimTemplate: { spec: { resources: { requests: { storage: '50Gi' } } } } },
    },
    status: { conditions: [{ type: 'Reconciled', status: 'True', observedGeneration: 1 }] },
  } as KubeObject;
}

/** A Deployment or a StatefulSet whose pods are ready. */
const workload = (name: string, replicas: number): KubeObject =>
  ({
    metadata: { name, namespace: NAMESPACE, uid: `uid-${name}`, resourceVersion: '7', generation: 1 },
    spec: { replicas },
    status: { observedGeneration: 1, replicas, readyReplicas: replicas, updatedReplicas: replicas },
  }) as KubeObject;

const claimOf = (name: string): ClaimObject => ({
  metadata: { name, namespace: NAMESPACE, uid: `uid-${name}` },
  spec: { resources: { requests: { storage: '50Gi' } } },
  status: { phase: 'Bound', capacity: { storage: '50Gi' } },
});

const merged = <T extends object>(object: T, patch: object = {}): T => applyMergePatch(object, patch) as T;
