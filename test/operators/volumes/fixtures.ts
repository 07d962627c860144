import type { Circumstances } from './growth.ts';
import type { Claim, Condition, Pod, ResizeStatus, StorageClass, Volume } from './objects.ts';
import { PROVISIONER_ANNOTATION, volumeFor } from './provision.ts';

export const NOW = '2030-01-02T03:04:05Z';

export const NODE = 'node-0';

/** A class of ours with these parameters. */
export const storageClass = (parameters: Record<string, string> = {}): StorageClass => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'fast' },
  provisioner: 'volumes.test',
  parameters,
  reclaimPolicy: 'Delete',
  allowVolumeExpansion: true,
});

/** A new claim of 10Gi, for which a volume has been asked for. */
export const newClaim = (name = 'data'): Claim => ({
  metadata: {
    name,
    namespace: 'ns',
    uid: `uid-of-${name}`,
    resourceVersion: '7',
    annotations: { [PROVISIONER_ANNOTATION]: 'volumes.test' },
  },
  spec: {
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: '10Gi' } },
    storageClassName: 'fast',
  },
  status: { phase: 'Pending' },
});

/** A bound claim that asks for `request` and has 10Gi, with this about its resize in the status. */
export function boundClaim(request = '10Gi', status: Partial<Claim['status']> = {}): Claim {
  const { metadata, spec } = newClaim();
  return {
    metadata: {
      ...metadata,
      annotations: { ...metadata.annotations, 'pv.kubernetes.io/bind-completed': 'yes' },
    },
    spec: { ...spec, resources: { requests: { storage: request } }, volumeName: `pvc-${metadata.uid}` },
    status: { phase: 'Bound', capacity: { storage: '10Gi' }, ...status },
  };
}

/** The volume of that claim. */
export function volume(capacity = '10Gi', status: Volume['status'] = { phase: 'Bound' }): Volume {
  const { metadata, ...rest } = volumeFor(newClaim(), storageClass());
  return {
    ...rest,
    metadata: { ...metadata, uid: 'uid-of-volume', resourceVersion: '8' },
    spec: { ...rest.spec, capacity: { storage: capacity } },
    status,
  };
}

/** A pod that mounts the claims, on `NODE` and in this phase; without one, it waits for a node. */
export const pod = (phase?: string, claims: readonly string[] = ['data']): Pod => ({
  metadata: { name: 'pod', namespace: 'ns', uid: 'uid-of-pod', resourceVersion: '9' },
  spec: {
    containers: [{ name: 'main', image: 'image' }],
    volumes: claims.map((claimName) => ({ name: claimName, persistentVolumeClaim: { claimName } })),
    ...(phase && { nodeName: NODE }),
  },
  status: { phase: phase ?? 'Pending' },
});

/** A condition that holds since `NOW`. */
export const since = (type: string): Condition => ({ type, status: 'True', lastTransitionTime: NOW });

/** A bound claim of 10Gi on its way to 20Gi, as far as `state`. */
export const underWay = (
  state: ResizeStatus,
  { conditions = [since('Resizing')], request = '20Gi' }: { conditions?: Condition[]; request?: string } = {},
): Claim =>
  boundClaim(request, {
    allocatedResources: { storage: '20Gi' },
    allocatedResourceStatuses: { storage: state },
    conditions,
  });

/** What a resize is judged by: an attached volume that grows at once, in use by a pod that runs. */
export const circumstances = (rest: Partial<Circumstances> = {}): Circumstances => ({
  behaviour: 'instant',
  nodeExpansion: true,
  attached: true,
  running: true,
  released: false,
  now: NOW,
  ...rest,
});
