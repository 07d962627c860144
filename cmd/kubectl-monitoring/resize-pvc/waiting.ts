import { names } from '../../../lib/objects/names.ts';
import { asksForLess, growthText } from '../../../lib/volumes/claim.ts';
import type { Wish } from '../../../lib/volumes/decide.ts';
import type { Observed } from '../../../lib/volumes/observed.ts';
import { claimsToGrow, hasArrived, ownedClaims } from '../../../lib/volumes/state.ts';

/** What others still have to do, a line each: claims that grow, and pods that come and go. */
export function waitingFor(
  observed: Observed,
  { size, includeLeftovers }: Pick<Wish, 'size' | 'includeLeftovers'>,
): string[] {
  const { instance, pods, sets, setNames, objects } = observed;
  const claims = claimsToGrow(observed, includeLeftovers);
  const growing = claims
    .filter((claim) => !asksForLess(claim, size) && !hasArrived(claim, size))
    .map((claim) => `claim ${claim.name}: ${growthText(claim, size)}`);
  if (growing.length > 0) return growing;
  const attached = claims.filter(({ volume }) => objects.attached.includes(volume));
  const owned = ownedClaims(observed);
  if (instance.replicas === 0)
    return [
      pods.length > 0
        ? `pods that are left: ${names(pods)}`
        : attached.length > 0
          ? `volumes still attached: ${names(attached)}`
          : `StatefulSet ${setNames.join(', ')}: ${sets.length === setNames.length ? 'not at 0 replicas with the new template yet' : 'being made again'}`,
    ];
  if (owned.length > 0) return [`claims that still have an owner: ${names(owned)}`];
  const unready = pods.filter(({ ready }) => !ready);
  if (unready.length > 0) return [`pods that are not ready: ${names(unready)}`];
  return [`StatefulSet ${setNames.join(', ')}: not as the resource has it yet`];
}
