import { urlsDiffer } from '../../../lib/hosts/host.ts';
import { sameTarget, type Target } from '../../../lib/hosts/image.ts';
import type { Observed } from '../../../lib/hosts/observed.ts';
import type { RunPlan } from '../../../lib/hosts/procedure.ts';
import type { RepairRecord } from '../../../lib/hosts/record.ts';
import { PAUSED_VALUE } from '../../../lib/objects/names.ts';

/** The promises that a write of a run breaks; `blame.ts` has those about wipes. `before` is the run's observation. */
export function brokenBy(before: Observed, after: Observed, plan: RunPlan): string[] {
  const [had, has] = [recordOf(before), recordOf(after)];
  const changed = changedParts(before, after);
  return named({
    'the state is unchanged': after.host.state === before.host.state,
    "another user's pause stays unchanged": !isForeign(before) || after.host.paused === before.host.paused,
    'nothing is written under a foreign pause unless it was accepted':
      !isForeign(before) || plan.accepted.has('foreign-pause'),
    'the pause of a run has a record': !isForeign(after) || isForeign(before),
    'a record keeps its target': !had || !has || sameTarget(had.target, has.target),
    'addresses match the goal and the target of the record':
      changed.length === 0 || (had?.goal === plan.goal && sameTarget(had.target, plan.target)),
    "an undo changes no other writer's value":
      plan.goal === 'repair' || changed.every(({ value, part }) => !value || value === plan.target[part]),
    'a run that another user ended is not started again':
      had !== undefined || has === undefined || !before.held || urlsDiffer(before.host),
  });
}

/** The promises broken by a run that ends as done with this last observation. */
export function brokenAtEnd(observed: Observed, { goal, target }: RunPlan): string[] {
  const { image, statusImage } = observed.host;
  return named({
    'a finished run leaves no record': observed.record === undefined,
    'a finished repair leaves its target in both places':
      goal === 'undo' || (image?.url === target.url && statusImage.url === target.url),
  });
}

const named = (promises: Record<string, boolean>): string[] =>
  Object.entries(promises).flatMap(([promise, isKept]) => (isKept ? [] : [promise]));

const recordOf = ({ record }: Observed): RepairRecord | undefined =>
  typeof record === 'object' ? record : undefined;

/** A pause of another writer: no record claims it, or it has another value. */
function isForeign(observed: Observed): boolean {
  const { paused } = observed.host;
  const record = recordOf(observed);
  const isClaimed = record !== undefined && record.foreignPause === undefined && paused === PAUSED_VALUE;
  return paused !== undefined && !isClaimed;
}

/** The parts of the two images that differ between two hosts, with their former values. */
function changedParts(
  before: Observed,
  after: Observed,
): { part: keyof Target; value: string | undefined }[] {
  const images = ({ host }: Observed) => [host.image, host.statusImage];
  return images(before).flatMap((was, index) => {
    const is = images(after)[index];
    const parts = ['url', 'checksum'] as const;
    return parts.flatMap((part) => (was?.[part] === is?.[part] ? [] : [{ part, value: was?.[part] }]));
  });
}
