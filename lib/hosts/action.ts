import type { KubeRequest } from '../kube/api/types.ts';
import { applyMergePatch } from '../objects/merge-patch.ts';
import { FIELD_MANAGER, HOST_RESOURCE, HOST_VERSION } from '../objects/names.ts';
import type { HostObject } from './host.ts';
import { type Observed, withObject } from './observed.ts';
import type { PayloadPart, Payloads } from './payloads.ts';

/** One merge patch of a host or of its status, decided on the copy with `resourceVersion`. */
export interface Patch {
  kind: 'patch';
  subresource?: 'status';
  /** The payload file that it sends; absent for other patches. */
  part?: PayloadPart;
  payload: { metadata?: object; status?: object; spec?: object };
  resourceVersion: string | undefined;
}

/**
 * What a step does: send one patch, try patches concurrently with `dryRun=All`, write or validate the two payload files, or read the
 * host and its Cluster again after holding the pause for `hold` milliseconds.
 */
export type Action =
  | Patch
  | { kind: 'try'; patches: Patch[] }
  | { kind: 'write'; payloads: Payloads }
  | { kind: 'validate' }
  | { kind: 'look'; hold: number };

/** Changes annotations; null removes one. */
export const annotate = ({ host }: Observed, annotations: Record<string, string | null>): Patch => ({
  kind: 'patch',
  payload: { metadata: { annotations } },
  resourceVersion: host.resourceVersion,
});

/** Sends one payload: a status (§4.A step 6, or the empty one of the safe order) or a spec (§4.A step 7). */
export const payloadPatch = ({ host }: Observed, part: PayloadPart, payload: Patch['payload']): Patch => ({
  kind: 'patch',
  ...(part !== 'spec' && { subresource: 'status' }),
  part,
  payload,
  resourceVersion: host.resourceVersion,
});

/** API path of a host. */
export const hostPath = (group: string, namespace: string, name: string): string =>
  `/apis/${group}/${HOST_VERSION}/namespaces/${namespace}/${HOST_RESOURCE}/${name}`;

/** The request that sends a patch; with `dryRun`, the server runs all its checks but changes nothing. */
export function requestOf(patch: Patch, { group, host }: Observed, { dryRun = false } = {}): KubeRequest {
  const { metadata, ...rest } = patch.payload;
  return {
    method: 'PATCH',
    path: hostPath(group, host.namespace, host.name) + (patch.subresource ? `/${patch.subresource}` : ''),
    query: { fieldManager: FIELD_MANAGER, ...(dryRun && { dryRun: 'All' }) },
    contentType: 'application/merge-patch+json',
    body: { ...rest, metadata: { ...metadata, resourceVersion: patch.resourceVersion } },
  };
}

/** The observation after an action if no other writer interferes; a dry run continues from it. */
export function fold(action: Action, observed: Observed): Observed {
  switch (action.kind) {
    case 'try':
      return { ...observed, tried: true };
    case 'write':
      return { ...observed, files: { payloads: action.payloads, valid: false } };
    case 'validate':
      return observed.files ? { ...observed, files: { ...observed.files, valid: true } } : observed;
    case 'look':
      return { ...observed, looked: true };
    case 'patch':
      return withObject(observed, applyMergePatch<HostObject>(observed.object, action.payload));
  }
}
