import { names } from '../../objects/names.ts';
import type { Claim } from '../../volumes/claim.ts';
import type { Policy } from '../../volumes/instance.ts';
import type { Observed } from '../observed.ts';
import { claimsLeft } from '../state.ts';
import type { Guard } from './guard.ts';

/** Volumes that go with the replicas that go away. */
export const deletion: Guard[] = [
  {
    name: 'scaled-retention-policy',
    prevents: 'deleting the volumes of the replicas that go away, through the retention policy',
    kind: 'refusal',
    check: (observed, target) => {
      const left = claimsLeft(observed, target);
      const { kind } = observed.scaled;
      const policy = observed.instance?.policy;
      return left.length > 0 && isDeleting(policy)
        ? {
            reason: `the ${kind}'s persistentVolumeClaimRetentionPolicy is whenScaled: Delete: claim ${namesOf(left)} would be deleted`,
            hint: 'set whenScaled to Retain in the resource and its source, wait until the StatefulSet has it, then run this again',
          }
        : undefined;
    },
  },
  {
    name: 'live-scaled-retention-policy',
    prevents: "deleting those volumes through a StatefulSet's own retention policy",
    kind: 'refusal',
    check: (observed, target) => {
      const left = claimsLeft(observed, target);
      const set = observed.rollouts.find(({ policy }) => isDeleting(policy));
      return left.length > 0 && set
        ? {
            reason: `the live StatefulSet ${set.name} has the retention policy whenScaled: Delete: claim ${namesOf(left)} would be deleted`,
            hint: 'set whenScaled to Retain where the StatefulSet gets it from, wait until it has it, then run this again',
          }
        : undefined;
    },
  },
  {
    name: 'claim-of-pod',
    prevents: 'losing a claim that is garbage-collected with its pod, whatever the retention policy says',
    kind: 'refusal',
    check: (observed, target) => {
      const owned = claimsLeft(observed, target).filter(({ claim }) => podsOf(claim).length > 0);
      const [first] = owned;
      return first
        ? {
            reason: `claim ${namesOf(owned)} belongs to Pod ${names(podsOf(first.claim))} (ownerReferences): it is deleted with its pod, whatever the retention policy says`,
            hint: `make sure that its data is to be kept, then run: ${commandToRelease(observed, first.claim)}`,
          }
        : undefined;
    },
  },
  {
    name: 'claim-going',
    prevents: 'losing the volume of a claim that is deleted as soon as its pod stops',
    kind: 'refusal',
    check: (observed, target) => {
      const going = claimsLeft(observed, target).filter(({ claim }) => claim.deleting);
      return going.length > 0
        ? {
            reason: `claim ${namesOf(going)} is being deleted: its volume is lost as soon as its pod stops`,
            hint: 'a deletion cannot be undone: back up its data while the pod still runs',
          }
        : undefined;
    },
  },
];

const isDeleting = (policy: Policy | undefined): boolean => policy?.whenScaled === 'Delete';

const namesOf = (claims: readonly { claim: Claim }[]): string => names(claims.map(({ claim }) => claim));

const podsOf = ({ owners }: Claim) => owners.filter(({ kind }) => kind === 'Pod');

const commandToRelease = ({ namespace, context: { flags = [] } }: Observed, { name }: Claim): string =>
  `kubectl patch pvc ${[name, '-n', namespace, ...flags].join(' ')} --type=json -p '[{"op":"remove","path":"/metadata/ownerReferences"}]'`;
