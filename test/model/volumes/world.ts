import type { Policy } from '../../../lib/volumes/instance.ts';

/** Sizes that there are, by their number: what the volumes have at first, what most runs ask for, and a bigger one. */
export const SIZES: Readonly<Record<Size, string>> & readonly string[] = ['10Gi', '20Gi', '30Gi'];
export type Size = 0 | 1 | 2;

/** What of a resource's spec anybody writes. */
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
  /** What its volume has already, while the file system is still to follow. */
  growing?: Size;
  /** Who owns it: the live StatefulSet, its pod, or one of these that is gone. */
  owner?: 'set' | 'pod' | 'gone';
}

/** One replica of a shard. */
export interface Replica {
  /** A pod of the live StatefulSet, or one that was left behind. */
  pod?: 'controlled' | 'left';
  claim?: Claim;
}

/** Who brought it about that the operator takes a StatefulSet or its pods away. */
export type Author =
  /** A run, on an observation in which nothing would have taken a claim. */
  | 'ours'
  /** A run, on one that showed a retention policy or an owner that would. */
  | 'reckless'
  | 'others';

/** The cluster, as far as volumes go. Versions are no part of it: what is out of date is kept with who holds a copy. */
export interface World {
  spec: Spec;
  /** The spec that the operator last saw and acts on; absent: the one that there is. */
  view?: Spec;
  /** The record of a run, as it stands in its ConfigMap. */
  record?: string;
  /** A StatefulSet a shard; null while there is none. */
  sets: (LiveSet | null)[];
  /** Of each shard, its replicas that are or were. */
  replicas: Replica[][];
  /** Whether volumes grow only while no pod uses them. */
  offline: boolean;
  /** Who answers for a StatefulSet, or pods of it, that the operator takes away. */
  author?: Author;
  /** How often somebody may still meddle, what GitOps applies, and who has meddled with what. */
  meddling: { left: number; manifest: Spec; synced?: true; somebody?: true; policy?: true };
  /** A run wrote to the resource after its record was gone: nothing says any more how things were. */
  stray?: true;
  /** A claim was collected: nothing matters any more. */
  lost?: true;
}

/** The number of a world: equal ones have the same. */
export type WorldId = number;

const worlds: World[] = [];
const numbers = new Map<string, WorldId>();

export function worldOf(id: WorldId): World {
  const found = worlds[id];
  if (!found) throw new Error(`there is no world ${id}`);
  return found;
}

/** The number of a world, in which keys stand in one order and nothing is kept that has no effect any more. */
export function idOf(world: World): WorldId {
  const settled = settle(world);
  const text = JSON.stringify(settled, inOrder);
  const known = numbers.get(text);
  if (known !== undefined) return known;
  numbers.set(text, worlds.length);
  return worlds.push(JSON.parse(text)) - 1;
}

/** Once no StatefulSet goes or is about to, nobody has to answer for it. */
function settle(world: World): World {
  if (world.view || world.author === undefined) return world;
  return isDoomed(world) || world.sets.some((set) => set?.deleting) ? world : { ...world, author: undefined };
}

/** Whether the operator, once it sees the spec, takes a StatefulSet or pods of it away. */
const isDoomed = ({ spec, sets }: World): boolean =>
  !spec.paused && sets.some((set) => set && (set.size !== spec.size || set.replicas > replicasOf(spec)));

/** Whether somebody other than the tool and the controllers has written. */
export const isMeddled = ({ meddling }: World): boolean => Boolean(meddling.somebody ?? meddling.synced);

/** How many replicas a spec asks for: the operator takes 1 where it does not say. */
export const replicasOf = ({ replicas = 1 }: Spec): number => replicas;

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder);

const inOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** The same world with another spec, written by somebody; the operator has not seen it yet. */
export function respecified(world: World, spec: Spec, author: Author): World {
  if (isSame(world.spec, spec)) return world;
  const next = { ...world, spec, view: world.view ?? world.spec };
  const { policy: _, ...was } = world.spec;
  const { policy: __, ...is } = spec;
  return isDoomed(next) && !isSame(was, is) ? { ...next, author } : next;
}
