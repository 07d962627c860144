import { type Change, patch, remove } from './change.ts';
import { DRIVER, type Volume } from './objects.ts';
import { PROVISIONED_BY } from './provision.ts';
import { type View, volumePath } from './view.ts';

/** What the API server puts on every volume, so that it stays while it is bound. */
const VOLUME_PROTECTION = 'kubernetes.io/pv-protection';

/**
 * The volumes that are deleted with their data: made by us, attached nowhere, their claim gone, and their policy
 * Delete.
 */
export function reclaimable({ volumes, attachments }: View): Volume[] {
  const attached = new Set([...attachments.values()].map(({ spec }) => spec.source.persistentVolumeName));
  return [...volumes.values()].filter(
    ({ metadata, spec, status }) =>
      metadata.annotations?.[PROVISIONED_BY] === DRIVER &&
      spec.persistentVolumeReclaimPolicy === 'Delete' &&
      status?.phase === 'Released' &&
      !attached.has(metadata.name),
  );
}

/** Deletes the volume, whose protection ends as it isn't bound any more. */
export function reclaim(volume: Volume): Change {
  const { deletionTimestamp, finalizers = [] } = volume.metadata;
  if (deletionTimestamp === undefined) return remove(volumePath(volume), volume);
  const kept = finalizers.filter((finalizer) => finalizer !== VOLUME_PROTECTION);
  return patch(volumePath(volume), volume, { metadata: { finalizers: kept } });
}
