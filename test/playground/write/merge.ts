import { isDeepStrictEqual } from 'node:util';
import type { Fields, Obj } from '../objects/model.ts';
import type { Resource } from '../resources/types.ts';

/** A change that is asked for. */
export interface Change {
  old: Obj;
  object: Obj;
  resource: Resource;
  subresource: string;
}

/** What of a change takes effect: a status write changes the status alone, any other write all but the status. */
export function merge({ old, object, resource, subresource }: Change): Obj {
  const { uid, creationTimestamp, deletionTimestamp, deletionGracePeriodSeconds, generation } = old.metadata;
  const metadata = {
    ...object.metadata,
    resourceVersion: old.metadata.resourceVersion,
    uid: object.metadata.uid ?? uid,
    creationTimestamp,
    ...(generation !== undefined && { generation }),
    ...(deletionTimestamp !== undefined && { deletionTimestamp }),
    ...(deletionGracePeriodSeconds !== undefined && { deletionGracePeriodSeconds }),
  } as Obj['metadata'];
  if (generation === undefined) delete metadata.generation;
  if (deletionTimestamp === undefined) delete metadata.deletionTimestamp;
  const status = (from: Obj): Fields => ('status' in from ? { status: from.status } : {});
  if (subresource === 'status') {
    const { status: _, ...rest } = old;
    const kept = resource.custom || resource.keepsMetadata;
    return { ...(rest as Obj), ...status(object), metadata: kept ? old.metadata : metadata };
  }
  const { status: _, ...rest } = object;
  const next: Obj = {
    ...(rest as Obj),
    ...status(resource.subresources.includes('status') ? old : object),
    metadata,
  };
  const counts = resource.counted && !isDeepStrictEqual(contentOf(next), contentOf(old));
  if (counts) next.metadata.generation = (generation ?? 0) + 1;
  return next;
}

const contentOf = ({ metadata: _, ...content }: Obj): Fields => content;
