import type { Policy } from '../../../lib/volumes/instance.ts';

/** The sizes by number: the initial one, the one that most runs request, and a bigger one. */
export const SIZES: Readonly<Record<Size, string>> & readonly string[] = ['10Gi', '20Gi', '30Gi'];
export type Size = 0 | 1 | 2;

/** The fields of a resource's spec that any actor writes. */
export interface Spec {
  replicas?: number;
  paused?: boolean;
  policy?: Policy;
  retentionSize?: string;
  size: Size;
}

/** A live StatefulSet. */
export interface LiveSet {
  replicas: number;
  policy?: Policy;
  size: Size;
  deleting?: 'foreground' | 'orphan';
}

export interface Claim {
  asked: Size;
  has: Size;
  /** The size of its volume while the file system has not grown yet. */
  growing?: Size;
  /** Its owner: the live StatefulSet, its pod, or a deleted one of these. */
  owner?: 'set' | 'pod' | 'gone';
}

/** One replica of a shard. */
export interface Replica {
  /** A pod of the live StatefulSet, or an orphaned one. */
  pod?: 'controlled' | 'left';
  claim?: Claim;
}

/** Who caused the operator to delete a StatefulSet or its pods. */
export type Author =
  /** A run whose observation showed no danger to a claim. */
  | 'ours'
  /** A run whose observation showed a retention policy or an owner that deletes a claim. */
  | 'reckless'
  | 'others';

/** The cluster state of volumes. It has no versions: each copy stores which parts are stale. */
export interface World {
  spec: Spec;
  /** The last spec that the operator saw and acts on; absent: the current one. */
  view?: Spec;
  /** The record of a run in its ConfigMap. */
  record?: string;
  /** A StatefulSet per shard; null while there is no StatefulSet. */
  sets: (LiveSet | null)[];
  /** The current and former replicas of each shard. */
  replicas: Replica[][];
  /** Whether volumes grow only while no pod uses them. */
  offline: boolean;
  /** Who is to blame for a StatefulSet or pods that the operator deletes. */
  author?: Author;
  /** How often another actor may still meddle, what GitOps applies, and who has meddled. */
  meddling: { left: number; manifest: Spec; synced?: true; user?: true; policy?: true };
  /** A run wrote to the resource after its record was gone: the originals are lost. */
  stray?: true;
  /** A claim was deleted: nothing matters any more. */
  lost?: true;
}

/** The number of a world; equal worlds have the same one. */
export type WorldId = number;

const worlds: World[] = [];
const numbers = new Map<string, WorldId>();

export function worldOf(id: WorldId): World {
  const found = worlds[id];
  if (!found) throw new Error(`there is no world ${id}`);
  return found;
}

/** The number of a world, normalized: keys in a fixed order, without parts that have no effect any more. */
export function idOf(world: World): WorldId {
  const settled = settle(world);
  const text = JSON.stringify(settled, inOrder);
  const known = numbers.get(text);
  if (known !== undefined) return known;
  numbers.set(text, worlds.length);
  return worlds.push(JSON.parse(text)) - 1;
}

/** Clears the blame once no StatefulSet is being deleted or about to be. */
function settle(world: World): World {
  if (world.view || world.author === undefined) return world;
  return isDoomed(world) || world.sets.some((set) => set?.deleting) ? world : { ...world, author: undefined };
}

/** Whether the operator deletes a StatefulSet or its pods once it sees the spec. */
const isDoomed = ({ spec, sets }: World): boolean =>
  !spec.paused && sets.some((set) => set && (set.size !== spec.size || set.replicas > replicasOf(spec)));

/** Whether another user or GitOps has written. */
export const isMeddled = ({ meddling }: World): boolean => Boolean(meddling.user ?? meddling.synced);

/** The replicas of a spec; the operator's default is 1. */
export const replicasOf = ({ replicas = 1 }: Spec): number => replicas;

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder);

const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** The same world with another spec that the operator has not seen yet. */
export function respecified(world: World, spec: Spec, author: Author): World {
  if (isSame(world.spec, spec)) return world;
  const next = { ...world, spec, view: world.view ?? world.spec };
  const { policy: _, ...was } = world.spec;
  const { policy: __, ...is } = spec;
  return isDoomed(next) && !isSame(was, is) ? { ...next, author } : next;
}
