import type { OwnerReference } from '../../../lib/kube/api/types.ts';
import { COMPONENTS, claimName, instanceLabels, setNames } from '../../../lib/objects/components.ts';
import { MONITORING_GROUP } from '../../../lib/objects/names.ts';
import type { ClaimObject } from '../../../lib/volumes/claim.ts';
import type { PodObject, SetObject } from '../../../lib/volumes/instance.ts';
import { type Objects, type Observed, observed } from '../../../lib/volumes/observed.ts';
import { recordName } from '../../../lib/volumes/record.ts';
import { replicasOf, SIZES, type Size, type World, type WorldId, worldOf } from './world.ts';

const COMPONENT = COMPONENTS.metrics;
const NAME = 'k8s';
const NAMESPACE = 'monitoring-system';
const TEMPLATE = 'prometheus-k8s-db';
const LABELS = instanceLabels(COMPONENT, NAME);

/** Names of the StatefulSets of a world, one per shard. */
export const setsOf = ({ sets }: World): string[] => setNames(COMPONENT, NAME, sets.length);

/** The shard and the ordinal in a claim's name. */
export function placeOf(world: World, claim: string): { shard: number; ordinal: number } {
  const shard = setsOf(world).findIndex(
    (set) =>
      /^-\d+$/.test(claim.slice(`${TEMPLATE}-${set}`.length)) && claim.startsWith(`${TEMPLATE}-${set}-`),
  );
  return { shard, ordinal: Number(claim.slice(claim.lastIndexOf('-') + 1)) };
}

const observations: Observed[] = [];

/** The first observation of a world by a run. */
export function observationOf(id: WorldId): Observed {
  observations[id] ??= observed(objectsOf(worldOf(id)), {
    component: COMPONENT,
    context: { classes: [{ name: 'standard', expandable: true }], quotas: [], operators: 1 },
    given: undefined,
    held: undefined,
    tried: false,
  });
  return observations[id];
}

/** Every object has the same resourceVersion: each copy stores whether it is stale. */
function objectsOf(world: World): Objects {
  const names = setsOf(world);
  const { spec, record } = world;
  const shards = world.replicas.flatMap((replicas, shard) =>
    replicas.map((replica, ordinal) => ({ ...replica, name: names[shard] ?? '', ordinal })),
  );
  return {
    instance: {
      apiVersion: `${MONITORING_GROUP}/v1`,
      kind: COMPONENT.kind,
      metadata: { ...named(NAME), generation: 2 },
      spec: {
        shards: world.sets.length,
        ...(spec.replicas !== undefined && { replicas: spec.replicas }),
        ...(spec.paused !== undefined && { paused: spec.paused }),
        ...(spec.policy && { persistentVolumeClaimRetentionPolicy: spec.policy }),
        ...(spec.retentionSize !== undefined && { retentionSize: spec.retentionSize }),
        storage: { volumeClaimTemplate: { spec: requests(spec.size) } },
      },
      status: {
        conditions: [{ type: 'Reconciled', status: 'True', observedGeneration: world.view ? 1 : 2 }],
      },
    },
    sets: world.sets.flatMap((set, shard): SetObject[] => {
      if (set === null) return [];
      const pods = (world.replicas[shard] ?? []).filter(({ pod }) => pod === 'controlled').length;
      return [
        {
          metadata: { ...named(names[shard] ?? ''), generation: 1, ...(set.deleting && DELETING) },
          spec: {
            replicas: replicasOf(set),
            persistentVolumeClaimRetentionPolicy: {
              whenDeleted: 'Retain',
              whenScaled: 'Retain',
              ...set.policy,
            },
            volumeClaimTemplates: [{ metadata: { name: TEMPLATE }, spec: requests(set.size) }],
          },
          status: { replicas: pods, observedGeneration: 1 },
        },
      ];
    }),
    pods: shards.flatMap(({ pod, name, ordinal }): PodObject[] =>
      pod
        ? [
            {
              metadata: {
                ...named(`${name}-${ordinal}`),
                ...(pod === 'controlled' && owned('StatefulSet', name)),
              },
            },
          ]
        : [],
    ),
    claims: shards.flatMap(({ claim, name, ordinal }): ClaimObject[] => {
      if (!claim) return [];
      const owners = {
        set: owned('StatefulSet', name),
        pod: owned('Pod', `${name}-${ordinal}`),
        gone: owned('StatefulSet', name, 'former'),
      };
      return [
        {
          metadata: { ...named(claimName(TEMPLATE, name, ordinal)), ...(claim.owner && owners[claim.owner]) },
          spec: {
            storageClassName: 'standard',
            volumeName: `${name}-${ordinal}`,
            resources: requests(claim.asked).resources,
          },
          status: {
            phase: 'Bound',
            capacity: { storage: SIZES[claim.has] },
            ...(claim.growing !== undefined && {
              conditions: [{ type: 'FileSystemResizePending', status: 'True' }],
              allocatedResourceStatuses: { storage: 'NodeResizePending' },
            }),
          },
        },
      ];
    }),
    attached: shards.flatMap(({ pod, name, ordinal }) => (pod ? [`${name}-${ordinal}`] : [])),
    record:
      record === undefined
        ? undefined
        : { metadata: named(recordName(COMPONENT, NAME)), data: { 'record.json': record } },
  };
}

const DELETING = { deletionTimestamp: '2026-01-01T00:00:00Z' };

const named = (name: string) => ({
  name,
  namespace: NAMESPACE,
  uid: name,
  resourceVersion: '1',
  labels: LABELS,
});

const requests = (size: Size) => ({ resources: { requests: { storage: SIZES[size] } } });

const owned = (
  kind: 'StatefulSet' | 'Pod',
  name: string,
  uid = name,
): { ownerReferences: OwnerReference[] } => ({
  ownerReferences: [{ apiVersion: kind === 'Pod' ? 'v1' : 'apps/v1', kind, name, uid, controller: true }],
});
