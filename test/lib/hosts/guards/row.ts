import type { Aim } from '../../../../lib/hosts/guards/guard.ts';
import { type HostContext, type Observed, observed } from '../../../../lib/hosts/observed.ts';
import type { Goal } from '../../../../lib/hosts/record.ts';
import { brokenHost, GROUP, NEW } from '../../../support/records.ts';

/** One observation for a guard: `brokenHost` with a merge patch, its context, and the aim of the run. */
export interface Row {
  what: string;
  patch?: object;
  context?: HostContext;
  aim?: Partial<Aim>;
  /** Whether the run has seen its record on the host before. */
  held?: boolean;
  /** The goal whose addresses the run has seen in the spec before. */
  placed?: Goal;
}

/** By guard name: observations in which it holds, and near misses. */
export type Rows = Record<string, { holds: Row[]; nearly: Row[] }>;

/** The arguments of the guard for a row. */
export const asked = ({
  patch = {},
  context = { cluster: undefined },
  aim = {},
  held,
  placed,
}: Row): [Observed, Aim] => {
  const found = observed(brokenHost(patch), GROUP, context);
  return [
    { ...found, held: held ?? found.held, ...(placed !== undefined && { placed }) },
    { goal: 'repair', order: 'documented', target: NEW, ...aim },
  ];
};

/** A field manager's entry for these fields of the record. */
export const owned = (fields: object, ...managers: string[]): object => ({
  metadata: {
    managedFields: managers.map((manager) => ({ manager, operation: 'Update', fieldsV1: fields })),
  },
});

export const IMAGE_URL = { 'f:spec': { 'f:image': { 'f:url': {} } } };
export const ONLINE = { 'f:spec': { 'f:online': {} } };

/** A label or an annotation by which a source marks what it manages. */
export const tracked = (id: string): object => ({
  metadata: { annotations: { 'argocd.argoproj.io/tracking-id': id } },
});
export const labelled = (labels: Record<string, string>): object => ({ metadata: { labels } });
export const FLUX = labelled({
  'kustomize.toolkit.fluxcd.io/name': 'hosts',
  'kustomize.toolkit.fluxcd.io/namespace': 'flux-system',
});
