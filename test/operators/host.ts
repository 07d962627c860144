import type { KubeObject, ObjectMeta } from '../../lib/kube/api/types.ts';

/** A host record as the operator reads and writes it: the fields that it acts on. */
export interface Host extends KubeObject {
  metadata: ObjectMeta & { finalizers?: string[] };
  spec: HostSpec;
  status?: HostStatus;
}

export interface HostSpec {
  online: boolean;
  image?: Image;
  customDeploy?: CustomDeploy;
  externallyProvisioned?: boolean;
  bmc?: { address: string; credentialsName: string };
  consumerRef?: Reference;
  [other: string]: unknown;
}

export interface HostStatus {
  operationalStatus: string;
  errorType?: string;
  errorMessage: string;
  errorCount: number;
  provisioningFailCount: number;
  poweredOn: boolean;
  lastUpdated?: string;
  conditions?: Condition[];
  lastAttemptedImage?: Image;
  operationHistory?: Record<string, { start?: string | null; end?: string | null }>;
  provisioning: {
    ID: string;
    state: string;
    image?: Image;
    customDeploy?: CustomDeploy;
    [other: string]: unknown;
  };
  [other: string]: unknown;
}

export interface Image {
  url: string;
  checksum?: string;
  checksumType?: string;
  format?: string;
}

export interface Condition {
  type: string;
  status: 'True' | 'False';
  reason: string;
  message: string;
  lastTransitionTime: string;
}

export interface CustomDeploy {
  method: string;
}

export interface Reference {
  apiVersion: string;
  kind: string;
  name: string;
  namespace: string;
}

export const FINALIZER = 'baremetalhost.metal3.io';
export const PAUSED = 'baremetalhost.metal3.io/paused';
export const DETACHED = 'baremetalhost.metal3.io/detached';
export const STATUS = 'baremetalhost.metal3.io/status';
export const REBOOT = 'reboot.metal3.io';

export const PROVISIONED_REGISTRATION_ERROR = 'provisioned registration error';
export const REGISTRATION_ERROR = 'registration error';
export const PROVISIONING_ERROR = 'provisioning error';

/** The status of a host that the operator has not looked at yet. */
export const emptyStatus = (): HostStatus => ({
  operationalStatus: '',
  errorMessage: '',
  errorCount: 0,
  provisioningFailCount: 0,
  poweredOn: false,
  provisioning: { ID: '', state: '' },
});

/** Whether the host has an annotation of this key; its value, even an empty one, does not matter. */
export const annotated = ({ metadata }: Host, key: string): boolean => key in (metadata.annotations ?? {});

/** `namespace/name`. */
export const keyOf = ({ metadata }: Host): string => `${metadata.namespace}/${metadata.name}`;
