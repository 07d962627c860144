import type { KubeRequest } from '../kube/api/types.ts';
import { applyMergePatch } from '../objects/merge-patch.ts';
import { FIELD_MANAGER, HOST_RESOURCE, HOST_VERSION } from '../objects/names.ts';
import type { HostObject } from './host.ts';
import { type Observed, withObject, withValidFiles } from './observed.ts';
import { EMPTIED, type PayloadPart, type Payloads } from './payloads.ts';

/** One merge patch of a host or of its status, decided on the copy with `resourceVersion`. */
export interface Patch {
  kind: 'patch';
  subresource?: 'status';
  /** Which of the payload files it is; absent where it is none. */
  part?: PayloadPart;
  payload: { metadata?: object; status?: object; spec?: object };
  resourceVersion: string | undefined;
}

/**
 * What a step may do: one patch, patches tried with `dryRun=All` side by side, the work on the two payload files, or a look at the host
 * and its Cluster once the pause was kept for `hold` milliseconds.
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

/** §4.A step 6. */
export const statusPatch = ({ host }: Observed, payloads: Payloads): Patch => ({
  kind: 'patch',
  subresource: 'status',
  part: 'status',
  payload: payloads.status,
  resourceVersion: host.resourceVersion,
});

/** What the window-free order sends before the document's patches. */
export const emptyingPatch = ({ host }: Observed): Patch => ({
  kind: 'patch',
  subresource: 'status',
  part: 'emptied',
  payload: EMPTIED,
  resourceVersion: host.resourceVersion,
});

/** §4.A step 7. */
export const specPatch = ({ host }: Observed, payloads: Payloads): Patch => ({
  kind: 'patch',
  part: 'spec',
  payload: payloads.spec,
  resourceVersion: host.resourceVersion,
});

/** The path of a host record in the API. */
export const hostPath = (group: string, namespace: string, name: string): string =>
  `/apis/${group}/${HOST_VERSION}/namespaces/${namespace}/${HOST_RESOURCE}/${name}`;

/** The one request that a patch is; `dryRun` sends it through every check of the server without effect. */
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

/** What is observed after an action if nobody else writes: how a dry run goes on without changing anything. */
export function fold(action: Action, observed: Observed): Observed {
  switch (action.kind) {
    case 'try':
      return { ...observed, tried: true };
    case 'write':
      return { ...observed, files: { payloads: action.payloads, valid: false } };
    case 'validate':
      return withValidFiles(observed);
    case 'look':
      return { ...observed, looked: true };
    case 'patch':
      return withObject(observed, applyMergePatch<HostObject>(observed.object, action.payload));
  }
}
