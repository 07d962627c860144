import type { HostObject } from '../../lib/hosts/host.ts';
import { type HostContext, type Observed, observed } from '../../lib/hosts/observed.ts';
import type { RepairRecord } from '../../lib/hosts/record.ts';
import { applyMergePatch } from '../../lib/objects/merge-patch.ts';
import { pausedAnnotation, RECORD_ANNOTATION } from '../../lib/objects/names.ts';

export const GROUP = 'metal3.io';
export const PAUSED = pausedAnnotation(GROUP);
export const OLD = {
  url: 'http://10.96.14.7/images/metal-std-ubuntu.qcow2',
  checksum: 'http://10.96.14.7/images/metal-std-ubuntu.qcow2.md5sum',
};
export const NEW = {
  url: 'http://httpd-http/images/metal-std-ubuntu.qcow2',
  checksum: 'http://httpd-http/images/metal-std-ubuntu.qcow2.md5sum',
};

/** A host record that the repair is for, changed by a merge patch. */
export const brokenHost = (patch: object = {}): HostObject =>
  applyMergePatch<HostObject>(
    {
      apiVersion: `${GROUP}/v1alpha1`,
      kind: 'BareMetalHost',
      metadata: { name: 'worker-0', namespace: 'metal', resourceVersion: '7' },
      spec: { online: true, image: { ...OLD } },
      status: {
        errorCount: 3,
        errorMessage: 'Host adoption failed: HEAD returned 404',
        errorType: 'provisioned registration error',
        operationalStatus: 'error',
        lastUpdated: '2026-01-01T00:00:00Z',
        poweredOn: true,
        provisioning: { ID: 'a', state: 'provisioned', image: { ...OLD } },
      },
    },
    patch,
  );

/** What a run observes of `brokenHost(patch)`. */
export const seen = (patch: object = {}, context: HostContext = { cluster: undefined }): Observed =>
  observed(brokenHost(patch), GROUP, context);

export const RECORD: RepairRecord = {
  goal: 'repair',
  target: NEW,
  original: {
    spec: { ...OLD, checksumType: null },
    status: {
      ...OLD,
      checksumType: null,
      errorCount: 3,
      errorMessage: 'Host adoption failed: HEAD returned 404',
    },
  },
  run: 'run-1',
  version: 'v0.1.0',
  started: '2026-01-01T00:00:00.000Z',
};

/** Merge patches that put a host where a table of tests wants it. */
export const annotations = (given: Record<string, string | null>): object => ({
  metadata: { annotations: given },
});
export const recorded = (record: object = RECORD, paused: string | null = 'true'): object =>
  annotations({ [PAUSED]: paused, [RECORD_ANNOTATION]: JSON.stringify(record) });
export const specImage = (image: object | null): object => ({ spec: { image } });
export const statusImage = (image: object | null): object => ({ status: { provisioning: { image } } });

/** A host that has come from another cluster without its status. */
export const MOVED = {
  spec: {
    consumerRef: {
      apiVersion: 'infrastructure.cluster.x-k8s.io/v1beta1',
      kind: 'Metal3Machine',
      name: 'worker-0',
      namespace: 'metal',
    },
  },
  status: null,
};

/** One merge patch of several. */
export const all = (...patches: object[]): object => patches.reduce((sum, patch) => merged(sum, patch), {});

function merged(a: object, b: object): object {
  const result: Record<string, unknown> = { ...a };
  for (const [key, value] of Object.entries(b)) {
    const before = result[key];
    const nested = isObject(before) && isObject(value);
    result[key] = nested ? merged(before, value) : value;
  }
  return result;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
