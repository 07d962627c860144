import type { Obj } from '../objects/model.ts';
import type { Store } from '../objects/store.ts';
import type { Resource } from '../resources/types.ts';
import { remove } from '../write/delete.ts';
import type { DeleteOptions } from '../write/delete-options.ts';
import { asVersion, type Operation } from '../write/operation.ts';
import { update } from '../write/update.ts';

/** One object that a controller works on. */
export interface Subject {
  store: Store;
  resource: Resource;
  object: Obj;
}

/** A write of the cluster itself. */
const systemOperation = ({ store, resource, object }: Subject, subresource = ''): Operation => ({
  store,
  resource,
  namespace: object.metadata.namespace ?? '',
  name: object.metadata.name,
  subresource,
  options: { dryRun: false, manager: 'kube-apiserver', force: false, fieldValidation: 'Ignore' },
  warn: () => undefined,
});

/** Brings an object to what `change` makes of a copy of it. */
export function change(subject: Subject, edit: (object: Obj) => void, subresource = ''): void {
  const old = asVersion(subject.object, subject.resource);
  const object = structuredClone(old);
  edit(object);
  for (const field of ['finalizers', 'ownerReferences'] as const)
    if (object.metadata[field]?.length === 0) delete object.metadata[field];
  update(systemOperation(subject, subresource), old, object);
}

/** Takes a finalizer off an object, which may be the end of it. */
export const finalize = (subject: Subject, finalizer: string): void =>
  change(subject, ({ metadata }) => {
    metadata.finalizers = (metadata.finalizers ?? []).filter((one) => one !== finalizer);
  });

/** Starts the deletion of an object unless it has started. */
export function beginDeletion(
  subject: Subject,
  propagationPolicy: DeleteOptions['propagationPolicy'] = '',
): void {
  if (subject.object.metadata.deletionTimestamp !== undefined) return;
  remove(systemOperation(subject), {
    dryRun: false,
    gracePeriodSeconds: undefined,
    propagationPolicy,
    uid: '',
    resourceVersion: '',
  });
}
