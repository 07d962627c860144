import { names } from '../../objects/names.ts';
import { conditionsText, isInfeasible, takingOwners } from '../claim.ts';
import { type Policy, takesClaims } from '../instance.ts';
import type { Mode } from '../record.ts';
import { claimsToGrow, ownedClaims } from '../state.ts';
import type { Guard } from './guard.ts';

/** Volumes that deletion would take: asked before whatever makes a StatefulSet or its pods go away. */
export const taking: Guard[] = [
  {
    name: 'retention-policy',
    prevents:
      'every volume of the instance, which its retention policy deletes with the StatefulSet or its pods',
    kind: 'refusal',
    check: ({ component, instance: { policy }, record }, { mode }) =>
      takesClaims(policy)
        ? {
            reason: `the ${component.kind}'s persistentVolumeClaimRetentionPolicy is ${shown(policy)}: ${harmIn(mode, 'every volume')}`,
            hint:
              typeof record === 'object'
                ? 'somebody has set that in the middle of this run: set it to Retain and run this again, or take the run back with --undo, which leaves it'
                : RETAIN_MEND,
          }
        : undefined,
  },
  {
    name: 'live-retention-policy',
    prevents:
      'the volumes of a StatefulSet whose own retention policy deletes them, whatever the resource says',
    kind: 'refusal',
    check: ({ sets }, { mode }) => {
      const taken = sets.find(({ policy }) => takesClaims(policy));
      return taken
        ? {
            reason: `the live StatefulSet ${taken.name} has the retention policy ${shown(taken.policy)}: ${harmIn(mode, 'its volumes')}`,
            hint: RETAIN_MEND,
          }
        : undefined;
    },
  },
  {
    name: 'owned-claim',
    prevents: 'claims that the garbage collector takes with their owner, whatever the retention policy says',
    kind: 'refusal',
    check: (observed, { mode }) => {
      const owned = ownedClaims(observed);
      const [are, them] = owned.length === 1 ? ['it is', 'it'] : ['they are', 'them'];
      const each = owned.map((claim, index) => {
        const owners = takingOwners(claim).map(({ kind, name }) => `${kind} ${name}`);
        return `claim ${claim.name} ${index === 0 ? 'belongs to' : 'to'} ${owners.join(' and ')}`;
      });
      return owned.length > 0
        ? {
            reason: `${each.join(', ')} (ownerReferences): ${mode === 'online' ? WRITTEN : `${are} deleted with ${them}, whatever the retention policy says`}`,
            hint: RETAIN_MEND,
          }
        : undefined;
    },
  },
];

/** What the deletion of the StatefulSet does to volumes that it takes. Online it leaves what it owns, but for a race. */
const harmIn = (mode: Mode, what: string): string =>
  mode === 'online' ? WRITTEN : `this procedure would delete ${what}`;

const WRITTEN =
  'the StatefulSet is deleted without its claims, but an owner reference that is being written meanwhile can still take a claim';

const RETAIN_MEND =
  'run this again with --retain-volumes, which sets Retain for the time of the run, waits until it holds, and restores it last';

const shown = ({ whenDeleted = 'Retain', whenScaled = 'Retain' }: Policy = {}): string =>
  `whenDeleted: ${whenDeleted}, whenScaled: ${whenScaled}`;

/** What keeps a claim owned for good, though the policy is Retain. */
export const retaining: Guard[] = [
  {
    name: 'stranded-owner',
    prevents:
      'a claim whose owner nobody takes off it: the controller does so only for pods that exist, and for itself',
    kind: 'refusal',
    check: (observed) => {
      const { sets, pods, claims } = observed;
      const known = [...sets, ...pods].map(({ uid }) => uid);
      const hasPod = ({ name }: { name: string }): boolean =>
        pods.some((pod) => name.endsWith(`-${pod.name}`));
      const stranded = ownedClaims(observed).find(
        (claim) =>
          !hasPod(claim) ||
          !claims.includes(claim) ||
          takingOwners(claim).some(({ uid }) => !known.includes(uid)),
      );
      return stranded
        ? {
            reason: `claim ${stranded.name} has an owner that nobody takes off it: there is no pod of it, or the owner is gone`,
            hint: `see that its data is to be kept, then: kubectl patch pvc ${stranded.name} -n ${observed.instance.namespace} --type=json -p '[{"op":"remove","path":"/metadata/ownerReferences"}]'`,
          }
        : undefined;
    },
  },
];

/** What the storage can't do. */
export const growing: Guard[] = [
  {
    name: 'resize-infeasible',
    prevents: 'a run from waiting for a volume that its storage has given up on',
    kind: 'refusal',
    check: (observed, { includeLeftovers }) => {
      const failed = claimsToGrow(observed, includeLeftovers).filter(isInfeasible);
      const [first] = failed;
      return first
        ? {
            reason: `the storage can not resize claim ${names(failed)} (${[first.growth, conditionsText(first)].filter(Boolean).join('; ')})`,
            hint: `read kubectl describe pvc ${first.name}. From Kubernetes 1.34 on a claim that never grew may be set back to a size above its capacity (${first.capacity ?? 'unknown'}); --undo takes this run back meanwhile`,
          }
        : undefined;
    },
  },
];
