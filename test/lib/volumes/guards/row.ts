import type { Target } from '../../../../lib/volumes/guards/guard.ts';
import type { Known, Observed } from '../../../../lib/volumes/observed.ts';
import { operate } from '../world/controllers.ts';
import { type Given, NEW, observe, world } from '../world/running.ts';
import { change, changeClaim, type World, write } from '../world/world.ts';

/** An instance that a guard is asked about, and what a run is for. */
export interface Row {
  what: string;
  /** What its resource says from the beginning, as a merge patch, and what else there is. */
  from?: object;
  given?: Given;
  /** What has happened since. */
  since?(its: World): void;
  known?: Partial<Known>;
  target?: Partial<Target>;
}

/** By a guard's name: states for which it holds, and near misses. */
export type Rows = Record<string, { holds: Row[]; nearly: Row[] }>;

const AIM: Target = { goal: 'resize', size: NEW, mode: 'offline', retain: false, includeOrphaned: false };

/** What the guard is asked about. */
export function asked({ from, given, since, known, target }: Row): [Observed, Target] {
  const its = world(from, given);
  since?.(its);
  return [observe(its, known), { ...AIM, ...target }];
}

/** A user gives the resource another spec, and nothing has come of it yet. */
export const spec =
  (patch: object) =>
  (its: World): void =>
    change(its, patch);

/** The first claim is as this merge patch says. */
export const claim =
  (patch: object) =>
  (its: World): void =>
    changeClaim(its, 0, patch);

/** Sizes of the first claim: what it asks for, and what it has. */
export const sized = (storage: string, capacity = storage): ((its: World) => void) =>
  claim({ spec: { resources: { requests: { storage } } }, status: { capacity: { storage: capacity } } });

/** How far the growth of the first claim is. */
export const growth = (storage: string): ((its: World) => void) =>
  claim({ status: { allocatedResourceStatuses: { storage } } });

/** The live StatefulSet is as this merge patch says. */
export const set =
  (patch: object) =>
  (its: World): void => {
    for (const one of its.sets) write(its, one, patch);
  };

/** An owner of the first claim. */
export const owned =
  (kind: string, uid?: string): ((its: World) => void) =>
  (its) => {
    const [one] = its.sets;
    const owner = { apiVersion: 'v1', kind, name: 'prometheus-k8s', uid: uid ?? one?.metadata.uid };
    changeClaim(its, 0, { metadata: { ownerReferences: [owner] } });
  };

/** A replica was scaled away, and its claim, which stays, is as this merge patch says. */
export const orphaned = (patch: object): ((its: World) => void) =>
  both(spec({ replicas: 1 }), (its) => changeClaim(its, 1, patch));

/** A user has stopped it. */
export function stopped(its: World): void {
  change(its, { replicas: 0 });
  operate(its);
}

export const DELETED = { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } };

/** All of these. */
export const both =
  (...changes: ((its: World) => void)[]) =>
  (its: World): void => {
    for (const each of changes) each(its);
  };

/** Scaled from three replicas to two, with all that comes of it but for the claim, which stays. */
export const scaledDown = (its: World): void => {
  its.pods.pop();
  change(its, { replicas: 2 });
};
export const THREE = { spec: { replicas: 3 } };

/** What a source marks the resource with. */
export const marked = (annotations: Record<string, string>): object => ({ metadata: { annotations } });
export const labelled = (labels: Record<string, string>): object => ({ metadata: { labels } });
export const template = (storage: string | number | null): object => ({
  storage: { volumeClaimTemplate: { spec: { resources: { requests: { storage } } } } },
});
