import { compareQuantities } from '../../../lib/objects/quantity.ts';
import { condition, hasCondition, otherConditions, withCondition } from './conditions.ts';
import { failureOf } from './failure.ts';
import type { Circumstances } from './growth.ts';
import type { Claim, ResizeStatus, Volume } from './objects.ts';

/** What comes next: a merge patch of the claim's status, or the new capacity of its volume. */
export type ExpansionStep = { status: object } | { capacity: string };

/**
 * The next step of a bound claim whose volume is to grow; undefined where there is nothing to do, or nothing yet. Steps
 * and fields are those of the external resizer 2.x and of the kubelet under RecoverVolumeExpansionFailure: a started
 * resize (`allocatedResources`) is brought to its end before another begins, unless it has failed for good; conditions
 * add up until all is done; the claim's capacity changes last.
 */
export function expand(
  claim: Claim,
  volume: Volume,
  circumstances: Circumstances,
): ExpansionStep | undefined {
  const { spec, status } = claim;
  const { running, now } = circumstances;
  const requested = spec.resources.requests.storage;
  const allocated = status.allocatedResources?.storage ?? requested;
  const isOther = compareQuantities(allocated, requested) !== 0;
  switch (status.allocatedResourceStatuses?.storage) {
    case undefined:
      return isSmaller(status.capacity?.storage, requested) ? begin(requested, claim, now) : undefined;
    case 'ControllerResizeInfeasible':
      return isOther ? begin(requested, claim, now) : undefined;
    case 'ControllerResizeInProgress':
      return isOther && hasCondition(claim, 'ControllerResizeError')
        ? begin(requested, claim, now)
        : growVolume({ claim, volume, size: allocated }, circumstances);
    case 'NodeResizePending':
      return running ? { status: progress('NodeResizeInProgress') } : undefined;
    case 'NodeResizeInProgress':
      return running ? finish(allocated, claim) : undefined;
    case 'NodeResizeInfeasible':
      return undefined;
  }
}

const begin = (size: string, claim: Claim, now: string): ExpansionStep => ({
  status: {
    ...progress('ControllerResizeInProgress'),
    allocatedResources: { storage: size },
    conditions: [...otherConditions(claim), condition('Resizing', now)],
  },
});

interface Resize {
  claim: Claim;
  volume: Volume;
  size: string;
}

function growVolume(
  { claim, volume, size }: Resize,
  circumstances: Circumstances,
): ExpansionStep | undefined {
  const { behaviour, nodeExpansion, released, now } = circumstances;
  if (!isSmaller(volume.spec.capacity.storage, size)) {
    return nodeExpansion ? awaitNode(claim, now) : finish(size, claim);
  }
  if (behaviour === 'slow' && !released) return undefined;
  const failure = failureOf(volume, circumstances);
  if (failure === undefined) return { capacity: size };
  const conditions = withCondition(claim, condition('ControllerResizeError', now, failure.message));
  if (failure.infeasible) return { status: { ...progress('ControllerResizeInfeasible'), conditions } };
  return hasCondition(claim, 'ControllerResizeError') ? undefined : { status: { conditions } };
}

const awaitNode = (claim: Claim, now: string): ExpansionStep => ({
  status: {
    ...progress('NodeResizePending'),
    conditions: withCondition(claim, condition('FileSystemResizePending', now, NODE_MESSAGE)),
  },
});

const NODE_MESSAGE = 'The file system grows when a pod uses the volume.';

const finish = (size: string, claim: Claim): ExpansionStep => ({
  status: {
    capacity: { storage: size },
    allocatedResourceStatuses: { storage: null },
    conditions: otherConditions(claim),
  },
});

const progress = (storage: ResizeStatus) => ({ allocatedResourceStatuses: { storage } });

const isSmaller = (one: string | undefined, other: string): boolean =>
  one === undefined || compareQuantities(one, other) < 0;
