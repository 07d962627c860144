import type { KubeObject, ObjectMeta } from '../../../lib/kube/api/types.ts';

/** The provisioner, attacher and resizer of the tests: the `provisioner` of its classes, the `driver` of its volumes. */
export const DRIVER = 'volumes.test';

type Meta = ObjectMeta & { finalizers?: string[] };
type Storage = { storage?: string };

export interface Claim extends KubeObject {
  metadata: Meta & { namespace: string };
  spec: {
    accessModes?: string[];
    resources: { requests: { storage: string } };
    storageClassName?: string;
    volumeMode?: string;
    volumeName?: string;
  };
  status: {
    phase?: 'Pending' | 'Bound' | 'Lost';
    accessModes?: string[];
    capacity?: Storage;
    conditions?: Condition[];
    allocatedResources?: Storage;
    allocatedResourceStatuses?: { storage?: ResizeStatus };
  };
}

export interface Condition {
  type: string;
  status: 'True' | 'False' | 'Unknown';
  lastTransitionTime?: string;
  message?: string;
}

/** How far the resize of a claim has come, as `status.allocatedResourceStatuses.storage` says it. */
export type ResizeStatus =
  | `${'Controller' | 'Node'}Resize${'InProgress' | 'Infeasible'}`
  | 'NodeResizePending';

export interface Volume extends KubeObject {
  metadata: Meta;
  spec: {
    accessModes?: string[];
    capacity: { storage: string };
    claimRef?: { apiVersion?: string; kind?: string; namespace: string; name: string; uid?: string };
    persistentVolumeReclaimPolicy?: string;
    storageClassName?: string;
    volumeMode?: string;
    csi?: { driver: string; volumeHandle: string };
  };
  status?: { phase?: 'Pending' | 'Available' | 'Bound' | 'Released' | 'Failed' };
}

export interface StorageClass extends KubeObject {
  provisioner: string;
  parameters?: Record<string, string>;
  reclaimPolicy?: string;
  allowVolumeExpansion?: boolean;
}

export interface Attachment extends KubeObject {
  spec: { attacher: string; nodeName: string; source: { persistentVolumeName?: string } };
  status?: { attached: boolean };
}

export interface Pod extends KubeObject {
  metadata: Meta & { namespace: string };
  spec: {
    nodeName?: string;
    containers: { name: string; image?: string }[];
    initContainers?: { name: string; image?: string; restartPolicy?: string }[];
    readinessGates?: { conditionType: string }[];
    schedulingGates?: { name: string }[];
    volumes?: { name: string; persistentVolumeClaim?: { claimName: string } }[];
  };
  status?: { phase?: string };
}

/** The names of the claims that the pod mounts. */
export const claimNames = ({ spec }: Pod): string[] =>
  (spec.volumes ?? []).flatMap(({ persistentVolumeClaim: claim }) => (claim ? [claim.claimName] : []));

/** Whether the pod is on a node and mounts the claim. */
export const mounts = (pod: Pod, { metadata: { namespace, name } }: Claim): boolean =>
  pod.metadata.namespace === namespace && pod.spec.nodeName !== undefined && claimNames(pod).includes(name);

/** Whether the pod mounts the claim and has not ended. */
export const uses = (pod: Pod, claim: Claim): boolean => mounts(pod, claim) && !hasEnded(pod);

export const hasEnded = ({ status }: Pod): boolean =>
  status?.phase === 'Succeeded' || status?.phase === 'Failed';

/** Whether the volume is the claim's and no earlier claim's of that name. */
export const isFor = ({ spec: { claimRef } }: Volume, { metadata }: Claim): boolean =>
  claimRef?.namespace === metadata.namespace &&
  claimRef.name === metadata.name &&
  (claimRef.uid === undefined || claimRef.uid === metadata.uid);

export const isBound = ({ status }: Claim): boolean => status.phase === 'Bound';
