import { names } from '../../objects/names.ts';
import { cascadingOwners, conditionsText, isInfeasible } from '../claim.ts';
import { deletesClaims, type Policy } from '../instance.ts';
import type { Observed } from '../observed.ts';
import type { Mode } from '../record.ts';
import { claimsToGrow, ownedClaims, undoText } from '../state.ts';
import type { Guard } from './guard.ts';

/** Volumes that would be deleted: checked before a step that deletes a StatefulSet or its pods. */
export const deletion: Guard[] = [
  {
    name: 'retention-policy',
    prevents: 'deleting every volume of the instance through its retention policy',
    kind: 'refusal',
    check: (observed, { mode }) => {
      const {
        component,
        instance: { policy },
      } = observed;
      return deletesClaims(policy)
        ? {
            reason: `the ${component.kind}'s persistentVolumeClaimRetentionPolicy is ${policyText(policy)}: ${harmIn(mode, 'every volume')}`,
            hint: isStarted(observed)
              ? `another user set it during this run: set it to Retain and run this again, or undo the run, which leaves it: ${undoText(observed)}`
              : RETAIN_HINT,
          }
        : undefined;
    },
  },
  {
    name: 'live-retention-policy',
    prevents: "deleting volumes through a StatefulSet's own retention policy",
    kind: 'refusal',
    check: (observed, { mode }) => {
      const deleting = observed.sets.find(({ policy }) => deletesClaims(policy));
      return deleting
        ? {
            reason: `the live StatefulSet ${deleting.name} has the retention policy ${policyText(deleting.policy)}: ${harmIn(mode, 'its volumes')}`,
            hint: isStarted(observed)
              ? `another user set it during this run: set it to Retain: ${commandToRetain(observed, deleting.name)}; then run this again`
              : RETAIN_HINT,
          }
        : undefined;
    },
  },
  {
    name: 'owned-claim',
    prevents: 'losing claims that are garbage-collected with their owner, whatever the retention policy says',
    kind: 'refusal',
    check: (observed, { mode }) => {
      const owned = ownedClaims(observed);
      const [are, them] = owned.length === 1 ? ['it is', 'it'] : ['they are', 'them'];
      const each = owned.map((claim, index) => {
        const owners = cascadingOwners(claim).map(({ kind, name }) => `${kind} ${name}`);
        return `claim ${claim.name} ${index === 0 ? 'belongs to' : 'to'} ${owners.join(' and ')}`;
      });
      return owned.length > 0
        ? {
            reason: `${each.join(', ')} (ownerReferences): ${mode === 'online' ? WRITTEN : `${are} deleted with ${them}, whatever the retention policy says`}`,
            hint: isStarted(observed)
              ? 'the StatefulSet controller removes the owner once the retention policy of the StatefulSet is Retain: wait for that, and run this again'
              : RETAIN_HINT,
          }
        : undefined;
    },
  },
];

/** Whether a run has started: the record says whether it retains the volumes, and a flag cannot change that. */
const isStarted = ({ record }: Observed): boolean => typeof record === 'object';

/** The command that keeps the claims of a live StatefulSet. */
const commandToRetain = (
  { instance: { namespace }, context: { flags = [] } }: Observed,
  name: string,
): string =>
  `kubectl patch statefulset ${[name, '-n', namespace, ...flags].join(' ')} --type=merge -p '${JSON.stringify(
    {
      spec: { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' } },
    },
  )}'`;

/** The harm of deleting a StatefulSet. Online, it is deleted without its claims, except for a race. */
const harmIn = (mode: Mode, what: string): string =>
  mode === 'online' ? WRITTEN : `this procedure would delete ${what}`;

const WRITTEN =
  'the StatefulSet is deleted without its claims, but an owner reference written at the same time can still delete a claim';

const RETAIN_HINT =
  'run this again with --retain-volumes, which sets Retain for the duration of the run, waits until it takes effect, and restores the policy last';

const policyText = ({ whenDeleted = 'Retain', whenScaled = 'Retain' }: Policy = {}): string =>
  `whenDeleted: ${whenDeleted}, whenScaled: ${whenScaled}`;

/** Owners that stay on a claim although the policy is Retain. */
export const retaining: Guard[] = [
  {
    name: 'stranded-owner',
    prevents: 'waiting forever for an owner reference that no controller removes',
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
          cascadingOwners(claim).some(({ uid }) => !known.includes(uid)),
      );
      return stranded
        ? {
            reason: `claim ${stranded.name} has an owner reference that no controller removes: its pod does not exist, or the owner is gone`,
            hint: `make sure that its data is to be kept, then run: kubectl patch pvc ${stranded.name} ${['-n', observed.instance.namespace, ...(observed.context.flags ?? [])].join(' ')} --type=json -p '[{"op":"remove","path":"/metadata/ownerReferences"}]'`,
          }
        : undefined;
    },
  },
];

/** What the storage cannot do. */
export const growing: Guard[] = [
  {
    name: 'resize-infeasible',
    prevents: 'waiting for a volume that the storage has failed to grow for good',
    kind: 'refusal',
    check: (observed, { includeOrphaned }) => {
      const failed = claimsToGrow(observed, includeOrphaned).filter(isInfeasible);
      const [first] = failed;
      return first
        ? {
            reason: `the storage cannot resize claim ${names(failed)} (${[first.growth, conditionsText(first)].filter(Boolean).join('; ')})`,
            hint: `see kubectl describe pvc ${first.name}. From Kubernetes 1.34 on, a claim that never grew can be set back to a size above its capacity (${first.capacity ?? 'unknown'}); meanwhile, undo this run: ${undoText(observed)}`,
          }
        : undefined;
    },
  },
];
