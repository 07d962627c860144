import type { Obj } from '../objects/model.ts';
import type { Change, Store } from '../objects/store.ts';
import type { Registry } from '../resources/registry.ts';
import { createGraph, type Graph } from './graph.ts';
import { beginDeletion, change, finalize, type Subject } from './system.ts';

const ORPHAN = 'orphan';
const FOREGROUND = 'foregroundDeletion';

/**
 * Follows owners as the garbage collector of a cluster does: what has none any more is deleted, what a deleted object
 * owns is deleted before it (in the foreground) or orphaned.
 */
export function createGarbageCollector(store: Store, registry: Registry): (change: Change) => void {
  const graph = createGraph(store, registry);
  return (change) => {
    graph.note(change);
    const { uid = '', ownerReferences = [] } = change.object.metadata;
    if (change.deleted) {
      for (const dependent of graph.dependents(uid)) collect(graph, dependent);
      for (const owner of ownerReferences) finishForeground(graph, owner.uid);
      return;
    }
    const isDying = change.object.metadata.deletionTimestamp !== undefined;
    // Most objects neither own nor are owned: nothing is to be done for them.
    const subject = ownerReferences.length > 0 || isDying ? graph.find(uid) : undefined;
    if (subject === undefined) return;
    if (isDying) finish(graph, subject);
    else collect(graph, subject);
    // A reference that stopped blocking, or went, may have been the last that an owner waits for.
    for (const owner of change.previous?.metadata.ownerReferences ?? []) finishForeground(graph, owner.uid);
  };
}

/** Does what the finalizers of a dying owner ask for. */
function finish(graph: Graph, owner: Subject): void {
  const { uid = '' } = owner.object.metadata;
  if (has(owner.object, ORPHAN)) {
    for (const dependent of graph.dependents(uid)) disown(dependent, new Set([uid]));
    finalize(owner, ORPHAN);
  } else if (has(owner.object, FOREGROUND)) {
    for (const dependent of graph.dependents(uid)) collect(graph, dependent);
    finishForeground(graph, uid);
  }
}

/** Lets an owner go that only waited for those of its dependents that say that they block it. */
function finishForeground(graph: Graph, uid: string): void {
  const owner = graph.find(uid);
  if (owner === undefined || !isWaiting(owner)) return;
  const blocked = graph
    .dependents(uid)
    .some(({ object }) =>
      object.metadata.ownerReferences?.some((one) => one.uid === uid && one.blockOwnerDeletion === true),
    );
  if (!blocked) finalize(owner, FOREGROUND);
}

/** Deletes an object whose owners are gone or wait for its end; keeps one that another owns, without those owners. */
function collect(graph: Graph, subject: Subject): void {
  const { uid = '', deletionTimestamp, ownerReferences = [] } = subject.object.metadata;
  if (deletionTimestamp !== undefined || ownerReferences.length === 0) return;
  const owners = ownerReferences.map((owner) => ({ uid: owner.uid, found: graph.find(owner.uid) }));
  const lost = owners.filter(({ found }) => found === undefined || isWaiting(found));
  if (lost.length < owners.length) {
    if (lost.length > 0) disown(subject, new Set(lost.map(({ uid }) => uid)));
    return;
  }
  const awaited = owners.some(({ found }) => found !== undefined);
  const owns = graph.dependents(uid).length > 0;
  beginDeletion(subject, awaited && owns ? 'Foreground' : policyOf(subject.object));
}

/** The propagation for an object without an owner, from its finalizers. */
function policyOf(object: Obj): string {
  if (has(object, ORPHAN)) return 'Orphan';
  return has(object, FOREGROUND) ? 'Foreground' : 'Background';
}

const disown = (dependent: Subject, uids: ReadonlySet<string>): void =>
  change(dependent, ({ metadata }) => {
    metadata.ownerReferences = (metadata.ownerReferences ?? []).filter(({ uid }) => !uids.has(uid));
  });

const has = ({ metadata }: Obj, finalizer: string): boolean =>
  metadata.finalizers?.includes(finalizer) ?? false;

const isWaiting = ({ object }: Subject): boolean =>
  object.metadata.deletionTimestamp !== undefined && has(object, FOREGROUND);
