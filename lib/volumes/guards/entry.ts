import { instanceLabels } from '../../objects/components.ts';
import { names } from '../../objects/names.ts';
import { compareQuantities, parseQuantity, sameQuantity, wholeUnits } from '../../objects/quantity.ts';
import { fillsTooMuch, retentionBytes } from '../../objects/retention.ts';
import { type Claim, isBigger, isGrowing } from '../claim.ts';
import { sourceOf } from '../gitops.ts';
import type { Observed } from '../observed.ts';
import { claimsDue, claimsToGrow } from '../state.ts';
import type { Guard } from './guard.ts';

/** What must be so for a resize to be begun; one that is unfinished is not asked again. */
export const entry: Guard[] = [
  {
    name: 'no-claim-template',
    prevents: 'an instance that keeps its data elsewhere: there is no volume to grow',
    kind: 'refusal',
    check: ({ component, instance: { storage } }) =>
      storage === 'template'
        ? undefined
        : {
            reason:
              storage === 'none'
                ? `the ${component.kind} has no claim template with a size (spec.storage.volumeClaimTemplate): its data is lost with its pods already`
                : `the ${component.kind} keeps its data in spec.storage.${storage}, which is no volume that outlives its pods`,
            hint: 'give it a claim template first; that begins with an empty volume',
          },
  },
  {
    name: 'replicas-zero',
    prevents: 'an instance that somebody has stopped: nothing says how many replicas it had',
    kind: 'refusal',
    check: ({ instance: { replicas }, given }) =>
      replicas === 0 && given === undefined
        ? {
            reason: 'it stands at 0 replicas, and no record of this tool says how many it had',
            hint: 'if a resize by hand was left half done, say with how many replicas it is to run: --replicas N',
          }
        : undefined,
  },
  {
    name: 'replicas-given',
    prevents: 'the number of replicas that the instance has: --replicas is for one that stands at 0',
    kind: 'refusal',
    check: ({ instance: { replicas }, given }, { mode }) => {
      if (given === undefined) return undefined;
      if (replicas !== 0)
        return {
          reason: `--replicas says ${given}, and the instance is running with ${replicas ?? 'its default of 1'}`,
          hint: 'leave --replicas out',
        };
      return mode === 'online' && given > 0
        ? {
            reason: `it stands at 0 replicas, and --mode online keeps only running what runs: it would not bring ${given} back`,
            hint: 'run this with --mode documented',
          }
        : undefined;
    },
  },
  {
    name: 'claim-unbound',
    prevents: 'a claim without a volume: there is nothing to grow yet',
    kind: 'refusal',
    check: (observed, { includeLeftovers }) => {
      const unbound = claimsToGrow(observed, includeLeftovers).filter(({ bound }) => !bound);
      return unbound.length > 0
        ? {
            reason: `claim ${names(unbound)} is not Bound`,
            hint: 'see why its volume was not provisioned (kubectl describe pvc), then run this again',
          }
        : undefined;
    },
  },
  {
    name: 'not-expandable',
    prevents: 'an instance from being stopped for volumes that can not grow',
    kind: 'refusal',
    check: (observed, { size, includeLeftovers }) => {
      const { classes } = observed.context;
      const stuck = claimsDue(observed, size, includeLeftovers).find(
        ({ className }) =>
          className === undefined ||
          (classes && !classes.some(({ name, expandable }) => name === className && expandable)),
      );
      return stuck
        ? {
            reason:
              stuck.className === undefined
                ? `claim ${stuck.name} has no StorageClass, and only what a class provisioned can be resized`
                : `StorageClass ${stuck.className} of claim ${stuck.name} does not allow volumes to be expanded`,
            hint: 'if its driver can, set allowVolumeExpansion: true on the class; else move the data to a new volume',
          }
        : undefined;
    },
  },
  {
    name: 'unlabelled-claim',
    prevents: "a claim that has the name of a replica's, and was not made for it",
    kind: 'overridable',
    check: ({ component, instance, claims }) => {
      const labels = Object.entries(instanceLabels(component, instance.name));
      const strange = claims.find((claim) => labels.some(([key, value]) => claim.labels[key] !== value));
      return strange
        ? {
            reason: `claim ${strange.name} has the name of a replica's, but not the labels of this instance (${labels.map(([key, value]) => `${key}=${value}`).join(', ')})`,
            hint: 'see whose it is; --accept unlabelled-claim takes it for the instance all the same',
          }
        : undefined;
    },
  },
  {
    name: 'resize-in-flight',
    prevents: 'a growth of a claim that is under way already, to another size',
    kind: 'refusal',
    check: (observed, { size, includeLeftovers }) => {
      const growing = claimsToGrow(observed, includeLeftovers).find(
        (claim) => isGrowing(claim) && !sameQuantity(claim.size, size),
      );
      return growing
        ? {
            reason: `claim ${growing.name} is being resized to ${growing.size} already (${[...growing.conditions.map(({ type }) => type), growing.growth].filter(Boolean).join(', ')})`,
            hint: observed.claims.includes(growing)
              ? 'wait until that is done (kubectl describe pvc), then run this again'
              : 'its replica was scaled away, and its file system may grow only when that runs again: leave --include-leftovers out meanwhile',
          }
        : undefined;
    },
  },
  {
    name: 'template-shrinks',
    prevents: 'the claim template from getting smaller than it is: replicas that are added later would be',
    kind: 'refusal',
    check: (observed, { size }) => {
      const { component, instance, claims } = observed;
      return shrinks(observed, size)
        ? {
            reason: `${size} is less than the ${component.kind}'s claim template has (${instance.size})${claims.map((claim) => `; claim ${claim.name} has ${largest(claim)}`).join('')}: volumes can not shrink`,
            hint: `give a size of at least ${instance.size}`,
          }
        : undefined;
    },
  },
  {
    name: 'bigger-claim',
    prevents: 'a claim that is bigger than the size asked for: volumes can not shrink',
    kind: 'overridable',
    check: (observed, { size, includeLeftovers }) => {
      // Under a size that no template takes there is nothing to accept.
      if (shrinks(observed, size)) return undefined;
      const bigger = claimsToGrow(observed, includeLeftovers).filter((claim) => isBigger(claim, size));
      return bigger.length > 0
        ? {
            reason: `volumes can not shrink to ${size}: ${bigger.map((claim) => `claim ${claim.name} has ${largest(claim)}`).join(', ')}`,
            hint: `give a size of at least ${bigger.map(largest).reduce((one, other) => (compareQuantities(one, other) < 0 ? other : one))}; --accept bigger-claim leaves what is bigger as it is and grows the others`,
          }
        : undefined;
    },
  },
  {
    name: 'retention-size',
    prevents: 'data from a retentionSize that deletes what is kept, or that lets the volumes fill',
    kind: 'refusal',
    check: ({ instance }, { size, retentionSize }) => {
      const wanted = retentionBytes({ size: retentionSize });
      if (retentionSize === undefined || wanted === undefined) return undefined;
      if (fillsTooMuch(retentionSize, size))
        return {
          reason: `retentionSize ${retentionSize} is more than 85 % of ${size}: beside the data that it counts, a volume needs room for what is written and compacted`,
          hint: 'give --retention-size 80 to 85 % of the size',
        };
      const live = retentionBytes({ size: instance.retentionSize });
      const kept = live ?? Number(wholeUnits(instance.size ?? '0'));
      return wanted < kept
        ? {
            reason: `retentionSize ${retentionSize} is less than ${live === undefined ? `the ${instance.size} that its volumes may hold now` : `the ${instance.retentionSize} that it has`}: Prometheus would delete its oldest data`,
            hint: 'give more, or leave --retention-size out',
          }
        : undefined;
    },
  },
  {
    name: 'quota',
    prevents: 'a resize from getting stuck half-way at a ResourceQuota',
    kind: 'refusal',
    check: (observed, { size, includeLeftovers }) => {
      const over = exceeded(observed, claimsDue(observed, size, includeLeftovers), size);
      return over
        ? {
            reason: `ResourceQuota ${over.quota} leaves ${over.used} of ${over.hard} used for ${over.limit}, and growing to ${size} needs more than the rest`,
            hint: 'raise the quota, or ask for less',
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
  { context: { quotas } }: Observed,
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

/** What must be so around the instance for a resize to be begun: who acts on it, and who acts against it. */
export const around: Guard[] = [
  {
    name: 'not-reconciled',
    prevents: 'an instance whose operator does not follow it: what is stopped would stay stopped',
    kind: 'refusal',
    check: ({ component, instance: { reconciled, generation } }) => {
      if (reconciled === undefined || (reconciled.ok && reconciled.generation >= generation))
        return undefined;
      return {
        reason: reconciled.ok
          ? `the operator has not reconciled the ${component.kind} as it is (it saw generation ${reconciled.generation} of ${generation})`
          : `the operator can not reconcile the ${component.kind}: ${reconciled.message || 'it does not say why'}`,
        hint: 'see that prometheus-operator runs and what it logs, then run this again',
      };
    },
  },
  {
    name: 'operator-not-seen',
    prevents: 'an instance without a running operator: what is stopped would stay stopped',
    kind: 'overridable',
    check: ({ context: { operators } }) =>
      operators === 0
        ? {
            reason: 'no pod of prometheus-operator is ready anywhere (by its usual labels)',
            hint: 'start it; if it runs under other labels, --accept operator-not-seen goes on',
          }
        : undefined,
  },
  {
    name: 'gitops',
    prevents: 'a run from a source that puts replicas, pause and template back in the middle of it',
    kind: 'overridable',
    check: (observed, aim) => {
      const source = sourceOf(observed, aim);
      if (!source?.syncs) return undefined;
      const { kind } = observed.component;
      return {
        reason: source.owns
          ? `${source.text} has set ${new Intl.ListFormat('en').format(source.owns)} of this ${kind}, and is no client that people run: a controller puts them back in the middle of the run, or after it`
          : `${source.text} manages this ${kind}: a sync in the middle of the run reverts replicas, pause and template, and one after it the template`,
        hint: 'suspend its sync if it has one, run this with --accept gitops, commit the new size to its source (--values FILE), resume the sync last',
      };
    },
  },
];
