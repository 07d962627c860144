import {
  DETACHED,
  FINALIZER,
  type Host,
  type HostSpec,
  type HostStatus,
  type Image,
  PAUSED,
  PROVISIONED_REGISTRATION_ERROR,
} from '../operators/host.ts';
import { hardware, mac } from './hardware.ts';
import type { ScenarioHost } from './scenario.ts';

export const STANDARD = 'acme-standard-ubuntu2204.qcow2';
export const HPC = 'acme-hpc-rocky9.qcow2';
export const GPU = 'acme-gpu-ubuntu2204.qcow2';

/** The address at which every image is really there. */
export const served = (name: string): string => `http://httpd-http/images/${name}`;

/** The address that the update left behind. */
export const stale = (name: string): string => `http://172.22.0.1:6180/images/${name}`;

/** An image as the platform writes it: qcow2, with the checksum file beside it. */
export const image = (url: string): Image => ({
  url,
  checksum: `${url}.md5sum`,
  checksumType: 'md5',
  format: 'qcow2',
});

export interface HostOptions {
  namespace?: string;
  /** What was provisioned; spec and status alike. The standard image at its stale address when absent. */
  image?: Image;
  annotations?: Record<string, string>;
  labels?: Record<string, string>;
  spec?: Partial<HostSpec>;
  status?: Partial<HostStatus>;
  provisioning?: Partial<HostStatus['provisioning']>;
  manager?: string;
  cluster?: string;
  deleted?: boolean;
}

/** A host that was provisioned and has failed to register since; options change what differs from that. */
export function brokenHost(name: string, index: number, options: HostOptions = {}): ScenarioHost {
  const { namespace = 'metal3', manager = 'cluster-api-provider-metal3-manager', cluster, deleted } = options;
  const provisioned = options.image ?? image(stale(STANDARD));
  const spec: HostSpec = {
    online: true,
    architecture: 'x86_64',
    automatedCleaningMode: 'metadata',
    bmc: {
      address: `redfish-virtualmedia+https://192.168.111.${20 + (index % 200)}/redfish/v1/Systems/${index}`,
      credentialsName: `${name}-bmc-secret`,
    },
    bootMACAddress: mac(index),
    bootMode: 'UEFI',
    image: provisioned,
    rootDeviceHints: { deviceName: '/dev/sda' },
    userData: { name: `${name}-user-data`, namespace },
    ...(cluster && {
      consumerRef: {
        apiVersion: 'infrastructure.cluster.x-k8s.io/v1beta1',
        kind: 'Metal3Machine',
        name,
        namespace,
      },
    }),
    ...options.spec,
  };
  const host: Host = {
    apiVersion: 'metal3.io/v1alpha1',
    kind: 'BareMetalHost',
    metadata: {
      name,
      namespace,
      labels: {
        'infrastructure.cluster.x-k8s.io/failure-domain': `rack-${1 + (index % 4)}`,
        ...(cluster && { 'cluster.x-k8s.io/cluster-name': cluster }),
        ...options.labels,
      },
      annotations: { ...options.annotations },
      finalizers: [FINALIZER],
    },
    spec,
    status: brokenStatus(name, index, { provisioned, ...options }),
  };
  return { host, manager, ...(cluster && { cluster }), ...(deleted && { deleted }) };
}

/** A host on which all is well. */
export function healthyHost(name: string, index: number, options: HostOptions = {}): ScenarioHost {
  const status = { operationalStatus: 'OK', errorCount: 0, errorMessage: '', errorType: undefined };
  return brokenHost(name, index, {
    image: image(served(STANDARD)),
    ...options,
    status: { ...status, ...options.status },
  });
}

/** A host that nothing is provisioned on. */
export function spareHost(name: string, index: number): ScenarioHost {
  const { host, ...rest } = healthyHost(name, index, {
    spec: { online: false },
    status: { poweredOn: false },
    provisioning: { state: 'available', image: { url: '' } },
  });
  const { image: _, userData: __, ...spec } = host.spec;
  return { host: { ...host, spec }, ...rest };
}

/** Annotations of a host paused with this value. */
export const paused = (value: string): Record<string, string> => ({ [PAUSED]: value });

/** Annotations of a host that the operator has to detach. */
export const detached: Record<string, string> = { [DETACHED]: '' };

function brokenStatus(
  name: string,
  index: number,
  { provisioned, namespace = 'metal3', provisioning, status }: HostOptions & { provisioned: Image },
): HostStatus {
  const id = `5f7c1a2e-0000-4000-8000-${index.toString(16).padStart(12, '0')}`;
  const credentials = { credentials: { name: `${name}-bmc-secret`, namespace }, credentialsVersion: '1201' };
  return {
    operationalStatus: 'error',
    errorType: PROVISIONED_REGISTRATION_ERROR,
    errorMessage: `Host adoption failed: node ${id} could not be adopted: validation of image ${provisioned.url} failed: a HEAD request got HTTP 404 instead of 200`,
    // After this many failures the backoff is hours: the host does not change by itself during a test.
    errorCount: 9 + (index % 4),
    provisioningFailCount: 0,
    poweredOn: true,
    lastUpdated: '2024-05-14T06:31:07Z',
    hardwareProfile: 'unknown',
    hardware: hardware(name, index),
    goodCredentials: credentials,
    triedCredentials: credentials,
    operationHistory: {
      register: { start: '2024-02-01T08:00:11Z', end: '2024-02-01T08:01:02Z' },
      inspect: { start: '2024-02-01T08:01:02Z', end: '2024-02-01T08:09:40Z' },
      provision: { start: '2024-02-01T08:12:05Z', end: '2024-02-01T08:24:51Z' },
      deprovision: { start: null, end: null },
    },
    ...status,
    provisioning: {
      ID: id,
      state: 'provisioned',
      bootMode: 'UEFI',
      image: provisioned,
      rootDeviceHints: { deviceName: '/dev/sda' },
      ...provisioning,
    },
  };
}
