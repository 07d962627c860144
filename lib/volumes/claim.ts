import type { KubeObject, OwnerReference } from '../kube/api/types.ts';
import { compareQuantities } from '../objects/quantity.ts';

/** A PersistentVolumeClaim as the API gives it, as far as its size goes (§2.5). */
export interface ClaimObject extends KubeObject {
  spec?: {
    storageClassName?: string;
    volumeName?: string;
    resources?: { requests?: { storage?: string } };
  };
  status?: {
    phase?: string;
    capacity?: { storage?: string };
    conditions?: { type?: string; status?: string; reason?: string; message?: string }[];
    allocatedResourceStatuses?: { storage?: string };
  };
}

export interface Claim {
  name: string;
  uid: string;
  resourceVersion: string;
  labels: Record<string, string>;
  owners: OwnerReference[];
  deleting: boolean;
  bound: boolean;
  /** What it asks for. */
  size: string;
  /** What its volume has; undefined while it has none. */
  capacity: string | undefined;
  className: string | undefined;
  /** Name of its volume; empty while it has none. */
  volume: string;
  /** Conditions that hold, of those that say something about a resize. */
  conditions: { type: string; message: string }[];
  /** How far the growth is, in the API's words (`NodeResizePending`); undefined where none is under way. */
  growth: string | undefined;
}

/** Conditions that hold while a claim is growing or can't. */
const RESIZE_CONDITIONS = [
  'Resizing',
  'FileSystemResizePending',
  'ControllerResizeError',
  'NodeResizeError',
  'ModifyVolumeError',
];

export function readClaim({ metadata, spec = {}, status = {} }: ClaimObject): Claim {
  const conditions = (status.conditions ?? []).filter(
    ({ type = '', status: is }) => is === 'True' && RESIZE_CONDITIONS.includes(type),
  );
  return {
    name: metadata.name,
    uid: metadata.uid ?? '',
    resourceVersion: metadata.resourceVersion ?? '',
    labels: metadata.labels ?? {},
    owners: metadata.ownerReferences ?? [],
    deleting: metadata.deletionTimestamp !== undefined,
    bound: status.phase === 'Bound',
    size: spec.resources?.requests?.storage ?? '0',
    capacity: status.capacity?.storage,
    className: spec.storageClassName || undefined,
    volume: spec.volumeName ?? '',
    conditions: conditions.map(({ type = '', message = '' }) => ({ type, message })),
    growth: status.allocatedResourceStatuses?.storage || undefined,
  };
}

/** Whether a claim asks for less than `size`, so that there is something to be patched. */
export const asksForLess = ({ size: asked }: Pick<Claim, 'size'>, size: string): boolean =>
  compareQuantities(asked, size) < 0;

/** Whether a claim asks for more than `size` or has more: it can't be brought down to it. */
export const isBigger = ({ size: asked, capacity }: Claim, size: string): boolean =>
  compareQuantities(asked, size) > 0 || (capacity !== undefined && compareQuantities(capacity, size) > 0);

/** Whether volume and file system have arrived at `size`. */
export const isGrown = ({ capacity, conditions, growth }: Claim, size: string): boolean =>
  capacity !== undefined &&
  compareQuantities(capacity, size) >= 0 &&
  conditions.length === 0 &&
  growth === undefined;

/** Whether the growth of a claim failed for good. */
export const isInfeasible = ({ growth }: Claim): boolean => growth?.endsWith('ResizeInfeasible') ?? false;

/**
 * Whether the storage has done its part: the volume has `size`, and at most the file system is still to follow, which
 * only a node does that runs the pod (§4.C step 3).
 */
export const isPastController = (claim: Claim, size: string): boolean =>
  isGrown(claim, size) ||
  (!asksForLess(claim, size) &&
    !isInfeasible(claim) &&
    (claim.conditions.some(({ type }) => type === 'FileSystemResizePending') ||
      (claim.growth?.startsWith('NodeResize') ?? false)));

/** Whether a claim is growing already, or failed to. */
export const isGrowing = ({ conditions, growth }: Claim): boolean =>
  conditions.length > 0 || growth !== undefined;

/** How far a claim is on its way to `size`, in words. */
export function growthText(claim: Claim, size: string): string {
  const sizes = `${claim.capacity ?? 'no volume'} of ${size}`;
  if (isGrown(claim, size)) return `has ${claim.capacity}`;
  if (asksForLess(claim, size) && !isGrowing(claim)) return `${sizes}, asks for no more than ${claim.size}`;
  const { growth } = claim;
  const said = conditionsText(claim) || growth || 'waiting for the storage';
  return `${sizes}, ${said}`;
}

/** The conditions of a claim's growth, in the API's words; empty where there are none. */
export const conditionsText = ({ conditions }: Pick<Claim, 'conditions'>): string =>
  conditions.map(({ type, message }) => (message ? `${type}: ${message}` : type)).join('; ');

/** Owners that a claim is deleted with: the StatefulSet or the pod that a retention policy gave it to. */
export const takingOwners = ({ owners }: Claim): OwnerReference[] =>
  owners.filter(({ kind }) => kind === 'StatefulSet' || kind === 'Pod');
