import type { Change } from './change.ts';
import { type Claim, DRIVER, type StorageClass, type Volume } from './objects.ts';
import { type View, VOLUMES } from './view.ts';

/** What the binder writes on a claim once a volume is to be made for it: the provisioner's name. */
export const PROVISIONER_ANNOTATION = 'volume.kubernetes.io/storage-provisioner';

/** What a provisioner writes on the volumes that it makes: its name. */
export const PROVISIONED_BY = 'pv.kubernetes.io/provisioned-by';

/** One volume for every claim that the binder asks us for. */
export function provision({ claims, classes, volumes }: View): Change[] {
  return [...claims.values()].flatMap((claim): Change[] => {
    const storageClass = classes.get(claim.spec.storageClassName ?? '');
    if (storageClass?.provisioner !== DRIVER || !isAskedFor(claim)) return [];
    const volume = volumeFor(claim, storageClass);
    return volumes.has(volume.metadata.name)
      ? []
      : [{ method: 'POST', path: VOLUMES, body: volume, of: claim }];
  });
}

const isAskedFor = ({ metadata, spec }: Claim): boolean =>
  metadata.annotations?.[PROVISIONER_ANNOTATION] === DRIVER &&
  metadata.deletionTimestamp === undefined &&
  spec.volumeName === undefined;

/** The whole volume, empty and of the size that the claim asks for. */
export function volumeFor({ metadata, spec }: Claim, storageClass: StorageClass): Volume {
  const { namespace, name, uid } = metadata;
  const volumeName = `pvc-${uid}`;
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: volumeName, annotations: { [PROVISIONED_BY]: DRIVER } },
    spec: {
      accessModes: spec.accessModes ?? [],
      capacity: { storage: spec.resources.requests.storage },
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name, uid },
      csi: { driver: DRIVER, volumeHandle: volumeName },
      persistentVolumeReclaimPolicy: storageClass.reclaimPolicy ?? 'Delete',
      storageClassName: storageClass.metadata.name,
      volumeMode: spec.volumeMode ?? 'Filesystem',
    },
  };
}
