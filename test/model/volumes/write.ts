import { applyMergePatch } from '../../../lib/objects/merge-patch.ts';
import type { Write } from '../../../lib/volumes/action.ts';
import { parseRecord, type RecordObject } from '../../../lib/volumes/record.ts';
import { placeOf, setsOf } from './observe.ts';
import { type Author, respecified, SIZES, type Size, type Spec, type World } from './world.ts';

/** The parts with a version of their own: the resource, the record, a StatefulSet (its uid) or a claim. */
export type Part = string;

export const partOf = ({ of }: Write): Part => ('name' in of ? of.name : of.kind);

/** The parts whose object or version differs between two consecutive worlds. */
export function changedParts(before: World, after: World): Part[] {
  const [were, are] = [partsOf(before), partsOf(after)];
  return Object.keys({ ...were, ...are }).filter((part) => were[part] !== are[part]);
}

/** A StatefulSet is deleted by uid: it is a different one only after it was deleted. */
function partsOf(world: World): Record<Part, string | undefined> {
  const names = setsOf(world);
  return {
    instance: JSON.stringify(world.spec),
    record: world.record,
    ...Object.fromEntries(world.sets.map((set, shard) => [names[shard], set ? 'there' : undefined])),
    ...Object.fromEntries(
      world.replicas.flatMap((replicas, shard) =>
        replicas.map(({ claim }, ordinal) => [claimOf(world, shard, ordinal), JSON.stringify(claim)]),
      ),
    ),
  };
}

const claimOf = (world: World, shard: number, ordinal: number): Part =>
  `prometheus-k8s-db-${setsOf(world)[shard]}-${ordinal}`;

/** Whether the object of a write exists. */
export function isThere(world: World, { of }: Write): boolean {
  if (of.kind === 'instance') return true;
  if (of.kind === 'record') return world.record !== undefined;
  if (of.kind === 'set') return Boolean(world.sets[setsOf(world).indexOf(of.name)]);
  const { shard, ordinal } = placeOf(world, of.name);
  return world.replicas[shard]?.[ordinal]?.claim !== undefined;
}

/** The world after an accepted write of a run. */
export function written(world: World, write: Write, author: Author): World {
  const { of } = write;
  if (write.kind === 'create') return { ...world, record: textOf(write.object) };
  if (of.kind === 'record')
    return { ...world, record: write.kind === 'delete' ? undefined : textOf(write.payload as RecordObject) };
  if (of.kind === 'set') {
    const shard = setsOf(world).indexOf(of.name);
    const set = world.sets[shard];
    return set && !set.deleting
      ? { ...world, sets: world.sets.with(shard, { ...set, deleting: 'orphan' }) }
      : world;
  }
  if (write.kind !== 'patch') throw new Error(`no run deletes ${of.kind}`);
  if (of.kind === 'instance') return respecified(world, patched(world.spec, write.payload), author);
  return asked(world, of.name, sizeIn(write.payload) ?? 0);
}

/** A world with one part of another: a run's copy after the answer to a write of that part. */
export function withPart(world: World, write: Write, newer: World): World {
  const { of } = write;
  if (of.kind === 'instance') return { ...world, spec: newer.spec, view: newer.view };
  if (of.kind === 'record') return { ...world, record: newer.record };
  if (of.kind === 'set') {
    const shard = setsOf(world).indexOf(of.name);
    return { ...world, sets: world.sets.with(shard, newer.sets[shard] ?? null) };
  }
  const { shard, ordinal } = placeOf(world, of.name);
  const replica = world.replicas[shard]?.[ordinal];
  const claim = newer.replicas[shard]?.[ordinal]?.claim;
  const replicas = (world.replicas[shard] ?? []).with(ordinal, { ...replica, claim });
  return { ...world, replicas: world.replicas.with(shard, replicas) };
}

function asked(world: World, name: string, size: Size): World {
  const { shard, ordinal } = placeOf(world, name);
  const replica = world.replicas[shard]?.[ordinal];
  if (!replica?.claim) return world;
  const replicas = (world.replicas[shard] ?? []).with(ordinal, {
    ...replica,
    claim: { ...replica.claim, asked: size },
  });
  return { ...world, replicas: world.replicas.with(shard, replicas) };
}

function patched({ size, policy, ...rest }: Spec, payload: object): Spec {
  const before = {
    ...rest,
    ...(policy && { persistentVolumeClaimRetentionPolicy: policy }),
    storage: { volumeClaimTemplate: { spec: { resources: { requests: { storage: SIZES[size] } } } } },
  };
  const { spec } = applyMergePatch({ spec: before }, payload) as { spec: typeof before };
  const { storage, persistentVolumeClaimRetentionPolicy: after, ...others } = spec;
  return {
    ...others,
    ...(after && { policy: after }),
    size: sizeOf(storage.volumeClaimTemplate.spec.resources.requests.storage),
  };
}

/** The record without the pods, on which no decision depends. */
function textOf(object: RecordObject): string {
  const record = parseRecord(object);
  if (typeof record !== 'object') throw new Error('a run has written an invalid record');
  return JSON.stringify({ ...record, original: { ...record.original, pods: {} } });
}

const sizeIn = (payload: object): Size | undefined => {
  const { spec } = payload as { spec?: { resources?: { requests?: { storage?: string } } } };
  const text = spec?.resources?.requests?.storage;
  return text === undefined ? undefined : sizeOf(text);
};

function sizeOf(text: string): Size {
  const size = SIZES.indexOf(text);
  if (size < 0) throw new Error(`there is no size ${text} in the model`);
  return size as Size;
}
