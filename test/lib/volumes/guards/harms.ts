import { sameQuantity } from '../../../../lib/objects/quantity.ts';
import { NEW, OLD } from '../world/running.ts';
import type { World } from '../world/world.ts';

/** Whether nothing of the instance runs. */
export const isStopped = ({ pods }: World): boolean => pods.length === 0;

/** Whether the instance is told to run nothing, whenever its operator comes to it. */
export const isToldToStop = ({ instance }: World): boolean => instance?.spec.replicas === 0;

/** Whether a run has left its record. */
export const isUnfinished = ({ record }: World): boolean => record !== undefined;

/** What the claims ask for. */
export const sizes = ({ claims }: World): string[] =>
  claims.map(({ spec }) => spec.resources.requests.storage);

/** Whether a claim asks for this size. */
export const asksFor =
  (size: string) =>
  (its: World): boolean =>
    sizes(its).includes(size);

/** Size in the claim template of the resource. */
export const templateSize = ({ instance }: World): unknown => {
  const requests = instance?.spec.storage?.volumeClaimTemplate?.spec?.resources as
    | { requests?: { storage?: unknown } }
    | undefined;
  return requests?.requests?.storage;
};

/** Whether the template is behind the claims: replicas that are added later get small volumes. */
export const isTemplateBehind = (its: World): boolean =>
  sameQuantity(String(templateSize(its)), OLD) && sizes(its).includes(NEW);

/** Whether a volume is lost. */
export const isLost = ({ lost }: World): boolean => lost.length > 0;

/** Whether the resource has this retentionSize. */
export const limitIs =
  (size: string) =>
  ({ instance }: World): boolean =>
    instance?.spec.retentionSize === size;
