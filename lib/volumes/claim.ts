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
  /** Requested size. */
  size: string;
  /** Size of its volume; undefined while it has none. */
  capacity: string | undefined;
  className: string | undefined;
  /** Name of its volume; empty while it has none. */
  volume: string;
  /** True conditions that are about a resize. */
  conditions: { type: string; message: string }[];
  /** Status of the resize as in the API (`NodeResizePending`); undefined if there is none. */
  growth: string | undefined;
}

/** Conditions that are true while a claim is growing or cannot grow. */
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
    size: String(spec.resources?.requests?.storage ?? '0'),
    capacity: status.capacity?.storage === undefined ? undefined : String(status.capacity.storage),
    className: spec.storageClassName || undefined,
    volume: spec.volumeName ?? '',
    conditions: conditions.map(({ type = '', message = '' }) => ({ type, message })),
    growth: status.allocatedResourceStatuses?.storage || undefined,
  };
}

/** Whether a claim requests less than `size` and has to be patched. */
export const asksForLess = ({ size: asked }: Pick<Claim, 'size'>, size: string): boolean =>
  compareQuantities(asked, size) < 0;

/** Whether a claim requests or has more than `size`: it cannot shrink to it. */
export const isBigger = ({ size: asked, capacity }: Claim, size: string): boolean =>
  compareQuantities(asked, size) > 0 || (capacity !== undefined && compareQuantities(capacity, size) > 0);

/** Whether volume and file system have reached `size`. */
export const isGrown = ({ capacity, conditions, growth }: Claim, size: string): boolean =>
  capacity !== undefined &&
  compareQuantities(capacity, size) >= 0 &&
  conditions.length === 0 &&
  growth === undefined;

/** Whether the resize of a claim failed for good. */
export const isInfeasible = ({ growth }: Claim): boolean => growth?.endsWith('ResizeInfeasible') ?? false;

/**
 * Whether the storage has done its part: the volume has `size`, and at most the file system is still to grow, which
 * happens on the node that runs the pod (§4.C step 3).
 */
export const isPastController = (claim: Claim, size: string): boolean =>
  isGrown(claim, size) ||
  (!asksForLess(claim, size) &&
    !isInfeasible(claim) &&
    (claim.conditions.some(({ type }) => type === 'FileSystemResizePending') ||
      (claim.growth?.startsWith('NodeResize') ?? false)));

/** Whether a claim is being resized, or failed to resize. */
export const isGrowing = ({ conditions, growth }: Claim): boolean =>
  conditions.length > 0 || growth !== undefined;

/** The progress of a claim towards `size`, as text. */
export function growthText(claim: Claim, size: string): string {
  const sizes = `${claim.capacity ?? 'no volume'} of ${size}`;
  if (isGrown(claim, size)) return `has ${claim.capacity}`;
  if (asksForLess(claim, size) && !isGrowing(claim)) return `${sizes}, requests ${claim.size}`;
  const { growth } = claim;
  const said = conditionsText(claim) || growth || 'waiting for the storage';
  return `${sizes}, ${said}`;
}

/** The resize conditions of a claim, as in the API; empty if there are none. */
export const conditionsText = ({ conditions }: Pick<Claim, 'conditions'>): string =>
  conditions.map(({ type, message }) => (message ? `${type}: ${message}` : type)).join('; ');

/** Owners with which a claim is deleted: the StatefulSet or the pod set by a retention policy. */
export const cascadingOwners = ({ owners }: Claim): OwnerReference[] =>
  owners.filter(({ kind }) => kind === 'StatefulSet' || kind === 'Pod');
