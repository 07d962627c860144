import { compareQuantities, parseQuantity, sameQuantity, wholeUnits } from '../../objects/quantity.ts';
import { fillsTooMuch, retentionBytes } from '../../objects/retention.ts';
import { type Claim, isBigger, isGrowing } from '../claim.ts';
import type { Observed } from '../observed.ts';
import { claimsDue, claimsToGrow } from '../state.ts';
import type { Guard } from './guard.ts';

/** What must be so between the size asked for and those there are, for a resize to be begun. */
export const sizing: Guard[] = [
  {
    name: 'resize-in-flight',
    protects: 'a growth of a claim that is under way already, to another size',
    kind: 'refusal',
    check: (observed, { size, includeLeftovers }) => {
      const growing = claimsToGrow(observed, includeLeftovers).find(
        (claim) => isGrowing(claim) && !sameQuantity(claim.size, size),
      );
      return growing
        ? {
            reason: `claim ${growing.name} is being resized to ${growing.size} already (${[...growing.conditions.map(({ type }) => type), growing.growth].filter(Boolean).join(', ')})`,
            mend: observed.claims.includes(growing)
              ? 'wait until that is done (kubectl describe pvc), then run this again'
              : 'its replica was scaled away, and its file system may grow only when that runs again: leave --include-leftovers out meanwhile',
          }
        : undefined;
    },
  },
  {
    name: 'template-shrinks',
    protects: 'the claim template from getting smaller than it is: replicas that are added later would be',
    kind: 'refusal',
    check: (observed, { size }) => {
      const { component, instance, claims } = observed;
      return shrinks(observed, size)
        ? {
            reason: `${size} is less than the ${component.kind}'s claim template has (${instance.size})${claims.map((claim) => `; claim ${claim.name} has ${largest(claim)}`).join('')}: volumes can not shrink`,
            mend: `give a size of at least ${instance.size}`,
          }
        : undefined;
    },
  },
  {
    name: 'bigger-claim',
    protects: 'a claim that is bigger than the size asked for: volumes can not shrink',
    kind: 'judgement',
    check: (observed, { size, includeLeftovers }) => {
      // Under a size that no template takes there is nothing to accept.
      if (shrinks(observed, size)) return undefined;
      const bigger = claimsToGrow(observed, includeLeftovers).filter((claim) => isBigger(claim, size));
      return bigger.length > 0
        ? {
            reason: `volumes can not shrink to ${size}: ${bigger.map((claim) => `claim ${claim.name} has ${largest(claim)}`).join(', ')}`,
            mend: `give a size of at least ${bigger.map(largest).reduce((one, other) => (compareQuantities(one, other) < 0 ? other : one))}; --accept bigger-claim leaves what is bigger as it is and grows the others`,
          }
        : undefined;
    },
  },
  {
    name: 'retention-size',
    protects: 'data from a retentionSize that deletes what is kept, or that lets the volumes fill',
    kind: 'refusal',
    check: ({ instance }, { size, retentionSize }) => {
      const wanted = retentionBytes({ size: retentionSize });
      if (retentionSize === undefined || wanted === undefined) return undefined;
      if (fillsTooMuch(retentionSize, size))
        return {
          reason: `retentionSize ${retentionSize} is more than 85 % of ${size}: beside the data that it counts, a volume needs room for what is written and compacted`,
          mend: 'give --retention-size 80 to 85 % of the size',
        };
      const live = retentionBytes({ size: instance.retentionSize });
      const kept = live ?? Number(wholeUnits(instance.size ?? '0'));
      return wanted < kept
        ? {
            reason: `retentionSize ${retentionSize} is less than ${live === undefined ? `the ${instance.size} that its volumes may hold now` : `the ${instance.retentionSize} that it has`}: Prometheus would delete its oldest data`,
            mend: 'give more, or leave --retention-size out',
          }
        : undefined;
    },
  },
  {
    name: 'quota',
    protects: 'a resize from getting stuck half-way at a ResourceQuota',
    kind: 'refusal',
    check: (observed, { size, includeLeftovers }) => {
      const over = exceeded(observed, claimsDue(observed, size, includeLeftovers), size);
      return over
        ? {
            reason: `ResourceQuota ${over.quota} leaves ${over.used} of ${over.hard} used for ${over.limit}, and growing to ${size} needs more than the rest`,
            mend: 'raise the quota, or ask for less',
          }
        : undefined;
    },
  },
];

const shrinks = ({ instance }: Observed, size: string): boolean =>
  instance.size !== undefined && compareQuantities(size, instance.size) < 0;

const largest = ({ size, capacity }: Claim): string =>
  capacity !== undefined && compareQuantities(capacity, size) > 0 ? capacity : size;

/** The first quota that has no room for claims to grow to `size`. */
function exceeded(
  { surroundings: { quotas } }: Observed,
  claims: Claim[],
  size: string,
): { quota: string; limit: string; used: string; hard: string } | undefined {
  const amount = (text: string): bigint => parseQuantity(text) ?? 0n;
  const growth = (of: Claim[]): bigint =>
    of.reduce((sum, claim) => sum + amount(size) - amount(claim.size), 0n);
  for (const { name, hard, used } of quotas) {
    for (const [limit, most] of Object.entries(hard)) {
      const [className] = limit.split('.storageclass.storage.k8s.io/requests.storage');
      const counted =
        limit === 'requests.storage'
          ? claims
          : claims.filter((claim) => limit !== className && claim.className === className);
      const now = used[limit] ?? '0';
      if (counted.length > 0 && amount(now) + growth(counted) > amount(most))
        return { quota: name, limit, used: now, hard: most };
    }
  }
  return undefined;
}
