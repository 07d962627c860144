import { isDeepStrictEqual } from 'node:util';
import { conflict } from '../http/status.ts';
import { at, type Fields, list, type Obj, text } from '../objects/model.ts';
import { type Resource, storageKey } from '../resources/types.ts';
import type { DeleteOptions } from './delete-options.ts';
import { asVersion, current, type Operation, save } from './operation.ts';

/**
 * Deletes an object. Gives its last state and whether it is gone: one with finalizers or a grace period only gets
 * its deletionTimestamp, and goes when they are done.
 */
export function remove(operation: Operation, options: DeleteOptions): { object: Obj; gone: boolean } {
  const { resource } = operation;
  const old = current(operation);
  holdPreconditions(operation, old, options);
  const graceful = isGraceful(resource);
  if (graceful && isPending(old, options)) return { object: old, gone: false };
  const finalizers = finalizersFor(operation, old, options);
  const grace = graceful ? gracePeriod(old, options) : 0;
  const object = dying(old, grace, finalizers);
  // A namespace is held by finalizers of its spec, until its contents are gone.
  const held = finalizers.length + list(old, 'spec', 'finalizers').length > 0;
  if (held || grace > 0) {
    resource.prepare?.(object, old);
    return { object: isDeepStrictEqual(object, old) ? old : save(operation, object), gone: false };
  }
  return { object: end(operation, graceful ? save(operation, object) : old), gone: true };
}

/** Only pods are given time to end, and watches see that this time is over before they are gone. */
const isGraceful = (resource: Resource): boolean => storageKey(resource) === 'pods.';

/** Whether a pod is being deleted already, and not to be any sooner. */
function isPending(
  { metadata }: Obj,
  { gracePeriodSeconds = Number.POSITIVE_INFINITY }: DeleteOptions,
): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = metadata;
  return (
    deletionTimestamp !== undefined &&
    deletionGracePeriodSeconds > 0 &&
    gracePeriodSeconds >= deletionGracePeriodSeconds
  );
}

/** An object whose deletion has started, held by these finalizers and its grace period. */
function dying(old: Obj, grace: number, finalizers: string[]): Obj {
  const { finalizers: _, ...metadata } = old.metadata;
  const { deletionTimestamp, deletionGracePeriodSeconds = 0, generation } = metadata;
  const started =
    deletionTimestamp === undefined
      ? Date.now()
      : Date.parse(deletionTimestamp) - deletionGracePeriodSeconds * 1000;
  const counted = deletionTimestamp === undefined && generation !== undefined;
  return {
    ...old,
    metadata: {
      ...metadata,
      ...(counted && { generation: generation + 1 }),
      deletionTimestamp: `${new Date(started + grace * 1000).toISOString().slice(0, 19)}Z`,
      deletionGracePeriodSeconds: grace,
      ...(finalizers.length > 0 && { finalizers }),
    },
  };
}

/** Removes an object that nothing holds, and gives it as watches see it last. */
function end({ store, resource, namespace, name, options }: Operation, last: Obj): Obj {
  const removed = options.dryRun ? undefined : store.remove(storageKey(resource), namespace, name);
  return removed === undefined ? last : asVersion(removed, resource);
}

function holdPreconditions({ resource, name }: Operation, { metadata }: Obj, options: DeleteOptions): void {
  const named = { group: resource.group, plural: resource.kind };
  if (options.uid !== '' && options.uid !== metadata.uid) {
    throw conflict(
      named,
      name,
      `the UID in the precondition (${options.uid}) does not match the UID in record (${metadata.uid}). The object might have been deleted and then recreated`,
    );
  }
  if (options.resourceVersion !== '' && options.resourceVersion !== metadata.resourceVersion) {
    throw conflict(
      named,
      name,
      `the ResourceVersion in the precondition (${options.resourceVersion}) does not match the ResourceVersion in record (${metadata.resourceVersion}). The object might have been modified`,
    );
  }
}

/** The finalizers that a deletion leaves or sets: those of the garbage collector follow the policy asked for. */
function finalizersFor(
  { resource }: Operation,
  { metadata }: Obj,
  { propagationPolicy }: DeleteOptions,
): string[] {
  const own = metadata.finalizers ?? [];
  const { cleanup } = resource;
  const begins = metadata.deletionTimestamp === undefined && cleanup !== undefined && !own.includes(cleanup);
  const finalizers = begins ? [...own, cleanup] : own;
  if (propagationPolicy === '') return finalizers;
  const wanted = collectorFinalizers[propagationPolicy] ?? [];
  const unwanted = Object.values(collectorFinalizers).flat();
  const left = [...finalizers.filter((one) => !unwanted.includes(one)), ...wanted];
  return isDeepStrictEqual(new Set(left), new Set(finalizers)) ? finalizers : left;
}

/** The finalizers that the garbage collector takes for a policy. */
const collectorFinalizers: Record<string, string[]> = {
  Orphan: ['orphan'],
  Foreground: ['foregroundDeletion'],
  Background: [],
};

/** What a deletion takes: what its options or the pod itself say, nothing for a pod that runs nowhere. */
function gracePeriod(pod: Fields, { gracePeriodSeconds }: DeleteOptions): number {
  const running =
    text(pod, 'spec', 'nodeName') !== '' && !['Succeeded', 'Failed'].includes(text(pod, 'status', 'phase'));
  if (!running) return 0;
  return gracePeriodSeconds ?? Number(at(pod, 'spec', 'terminationGracePeriodSeconds') ?? 30);
}
