import { newOwners } from '../../operators/monitoring/claim-owners.ts';
import { controlledBy } from '../../operators/monitoring/objects.ts';
import { type Claim, type LiveSet, type Replica, replicasOf, type World } from './world.ts';

/** A step of an actor other than a run. */
export interface Change {
  who: string;
  what: string;
  world: World;
  /** It stops running pods. */
  stopped?: true;
}

/** The possible next steps of the controllers, in any order. */
export function controllers(world: World): Change[] {
  return [...operator(world), ...statefulSets(world), ...garbage(world), ...storage(world)];
}

/**
 * prometheus-operator acts on the last spec that it saw, however old. It creates a missing StatefulSet, updates one to the
 * spec and, if the immutable claim template differs, deletes it in the foreground by name.
 */
function operator(world: World): Change[] {
  const { spec, view } = world;
  const who = 'the operator';
  const sees: Change[] = view
    ? [{ who, what: 'sees the current resource', world: { ...world, view: undefined } }]
    : [];
  const { paused, size, policy, ...rest } = view ?? spec;
  if (paused) return sees;
  const replicas = replicasOf({ size, ...rest });
  return [
    ...sees,
    ...world.sets.flatMap((set, shard): Change[] => {
      const change = (what: string, next: LiveSet): Change[] => [
        { who, what, world: withSet(world, shard, next) },
      ];
      if (set === null) return change('makes the StatefulSet', { size, replicas, policy });
      if (set.deleting) return [];
      if (set.size !== size) return change('deletes the StatefulSet', { ...set, deleting: 'foreground' });
      const next = { size, replicas, policy };
      return JSON.stringify([set.replicas, set.policy]) === JSON.stringify([replicas, policy])
        ? []
        : change('updates the StatefulSet', next);
    }),
  ];
}

/** The StatefulSet controller: adopts pods, creates missing ones, sets and removes owners, stops surplus pods. */
function statefulSets(world: World): Change[] {
  const who = 'the StatefulSet controller';
  return world.sets.flatMap((set, shard): Change[] => {
    if (set === null || set.deleting) return [];
    const ordinals = Math.max(set.replicas, world.replicas[shard]?.length ?? 0);
    return Array.from({ length: ordinals }, (_, ordinal): Change[] => {
      const replica = world.replicas[shard]?.[ordinal] ?? {};
      const change = (what: string, next: Replica, stopped?: true): Change[] => [
        {
          who,
          what,
          world: withReplica(world, { shard, ordinal, replica: next }),
          ...(stopped && { stopped }),
        },
      ];
      const { pod, claim = { asked: set.size, has: set.size } } = replica;
      if (pod === 'left') return change('adopts the pod', { ...replica, pod: 'controlled' });
      const isWanted = ordinal < set.replicas;
      if (pod === undefined) return isWanted ? change('makes the pod', { claim, pod: 'controlled' }) : [];
      const owner = ownerUnder(set, claim, ordinal);
      if (owner !== 'as it is')
        return change(`sets the owner of the claim: ${owner ?? 'none'}`, { pod, claim: { ...claim, owner } });
      const left = { claim: { ...claim, ...(claim.owner === 'pod' && { owner: 'gone' as const }) } };
      return isWanted ? [] : change('stops the pod', left, true);
    }).flat();
  });
}

/** The owner that the stand-in controller sets on a claim whose pod exists. */
function ownerUnder(
  { replicas, policy }: LiveSet,
  claim: Claim,
  ordinal: number,
): Claim['owner'] | 'as it is' {
  const set = {
    metadata: { name: 'set', uid: 'set' },
    spec: { replicas, persistentVolumeClaimRetentionPolicy: policy, selector: {}, template: { spec: {} } },
  } as unknown as Parameters<typeof newOwners>[1];
  const pod = { metadata: { name: `set-${ordinal}`, uid: 'pod' }, spec: {} };
  const references = {
    set: controlledBy(set, 'apps/v1', 'StatefulSet'),
    pod: controlledBy(pod, 'v1', 'Pod'),
    gone: { ...controlledBy(set, 'apps/v1', 'StatefulSet'), uid: 'former' },
  };
  const ownerReferences = claim.owner ? [references[claim.owner]] : [];
  const owners = newOwners({ metadata: { name: 'claim', ownerReferences }, spec: {} }, set, pod);
  if (owners === undefined) return 'as it is';
  const [owner] = owners;
  return owner && (owner.uid === 'set' ? 'set' : 'pod');
}

/** The garbage collector: finishes pending deletions, and deletes the dependents of deleted owners. */
function garbage(world: World): Change[] {
  const who = 'the garbage collector';
  const lost = { who, what: 'takes the claims', world: { ...world, lost: true } as World };
  const isGone = world.replicas.flat().some(({ claim }) => claim?.owner === 'gone');
  return [
    ...(isGone ? [lost] : []),
    ...world.sets.flatMap((set, shard): Change[] => {
      const replicas = world.replicas[shard] ?? [];
      if (set?.deleting === 'foreground') {
        if (replicas.some(({ claim }) => claim?.owner === 'set')) return [lost];
        const after = replicas.map(({ pod, claim }) =>
          pod === 'controlled' ? { claim: widowed(claim) } : { pod, claim },
        );
        const isRunning = replicas.some(({ pod }) => pod === 'controlled');
        return [
          {
            who,
            what: 'stops the pods and removes the StatefulSet',
            world: withShard(world, shard, { set: null, replicas: after }),
            ...(isRunning && { stopped: true }),
          },
        ];
      }
      if (set?.deleting !== 'orphan') return [];
      const after = replicas.map(
        ({ pod, claim }): Replica => ({
          pod: pod && 'left',
          claim: claim && { ...claim, ...(claim.owner === 'set' && { owner: undefined }) },
        }),
      );
      return [
        {
          who,
          what: 'orphans the pods and removes the StatefulSet',
          world: withShard(world, shard, { set: null, replicas: after }),
        },
      ];
    }),
  ];
}

const widowed = (claim: Claim | undefined): Claim | undefined =>
  claim && { ...claim, ...(claim.owner === 'pod' && { owner: 'gone' as const }) };

/** The storage grows a volume, and a node with the pod grows the file system. */
function storage(world: World): Change[] {
  return world.replicas.flatMap((shard, index) =>
    shard.flatMap((replica, ordinal): Change[] => {
      const { pod, claim } = replica;
      if (!claim) return [];
      const change = (who: string, what: string, next: Claim): Change[] => [
        { who, what, world: withReplica(world, { shard: index, ordinal, replica: { pod, claim: next } }) },
      ];
      const { growing, ...rest } = claim;
      if (growing !== undefined)
        return pod ? change('the node', 'grows the file system', { ...rest, has: growing }) : [];
      if (claim.asked === claim.has || (world.offline && pod)) return [];
      return change('the storage', 'grows the volume', { ...claim, growing: claim.asked });
    }),
  );
}

const withSet = (world: World, shard: number, set: LiveSet | null): World => ({
  ...world,
  sets: world.sets.with(shard, set),
});

const withShard = (
  world: World,
  shard: number,
  { set, replicas }: { set: LiveSet | null; replicas: Replica[] },
): World => ({
  ...withSet(world, shard, set),
  replicas: world.replicas.with(shard, replicas),
});

function withReplica(
  world: World,
  { shard, ordinal, replica }: { shard: number; ordinal: number; replica: Replica },
): World {
  const replicas = [...(world.replicas[shard] ?? [])];
  replicas[ordinal] = replica;
  return { ...world, replicas: world.replicas.with(shard, replicas) };
}
