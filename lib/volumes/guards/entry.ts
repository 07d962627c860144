import { instanceLabels } from '../../objects/components.ts';
import { names } from '../../objects/names.ts';
import { compareQuantities, parseQuantity, sameQuantity, wholeUnits } from '../../objects/quantity.ts';
import { fillsTooMuch, retentionBytes } from '../../objects/retention.ts';
import { type Claim, isBigger, isGrowing } from '../claim.ts';
import { sourceOf } from '../gitops.ts';
import type { Observed } from '../observed.ts';
import { claimsDue, claimsToGrow } from '../state.ts';
import type { Guard } from './guard.ts';

/** Checked before a resize starts, but not when it is resumed. */
export const entry: Guard[] = [
  {
    name: 'no-claim-template',
    prevents: 'resizing an instance that has no volume to grow',
    kind: 'refusal',
    check: ({ component, instance: { storage } }) =>
      storage === 'template'
        ? undefined
        : {
            reason:
              storage === 'none'
                ? `the ${component.kind} has no claim template with a size (spec.storage.volumeClaimTemplate): its data is already lost whenever its pods are deleted`
                : `the ${component.kind} keeps its data in spec.storage.${storage}, which does not outlive its pods`,
            hint: 'add a claim template first; the instance then starts with an empty volume',
          },
  },
  {
    name: 'replicas-zero',
    prevents: 'guessing how many replicas a stopped instance had',
    kind: 'refusal',
    check: ({ instance: { replicas }, given }) =>
      replicas === 0 && given === undefined
        ? {
            reason: 'it has 0 replicas, and no record of this tool says how many it had before',
            hint: 'if a manual resize was left unfinished, give the number of replicas to restore: --replicas N',
          }
        : undefined,
  },
  {
    name: 'replicas-given',
    prevents: 'changing the replicas of a running instance: --replicas is for one at 0',
    kind: 'refusal',
    check: ({ instance: { replicas }, given }, { mode }) => {
      if (given === undefined) return undefined;
      if (replicas !== 0)
        return {
          reason: `--replicas is ${given}, but the instance is running with ${replicas ?? 'the default of 1'}`,
          hint: 'omit --replicas',
        };
      return mode === 'online' && given > 0
        ? {
            reason: `it has 0 replicas, and --mode online starts no replicas: it would not restore ${given}`,
            hint: 'run this with --mode offline',
          }
        : undefined;
    },
  },
  {
    name: 'claim-unbound',
    prevents: 'resizing a claim that has no volume yet',
    kind: 'refusal',
    check: (observed, { includeOrphaned }) => {
      const unbound = claimsToGrow(observed, includeOrphaned).filter(({ bound }) => !bound);
      return unbound.length > 0
        ? {
            reason: `claim ${names(unbound)} is not Bound`,
            hint: 'find out why its volume was not provisioned (kubectl describe pvc), then run this again',
          }
        : undefined;
    },
  },
  {
    name: 'not-expandable',
    prevents: 'stopping an instance for volumes that cannot grow',
    kind: 'refusal',
    check: (observed, { size, includeOrphaned }) => {
      const { classes } = observed.context;
      const stuck = claimsDue(observed, size, includeOrphaned).find(
        ({ className }) =>
          className === undefined ||
          (classes && !classes.some(({ name, expandable }) => name === className && expandable)),
      );
      return stuck
        ? {
            reason:
              stuck.className === undefined
                ? `claim ${stuck.name} has no StorageClass, and only volumes that a class provisioned can be resized`
                : `StorageClass ${stuck.className} of claim ${stuck.name} does not allow volume expansion`,
            hint: 'if its driver supports it, set allowVolumeExpansion: true on the class; otherwise move the data to a new volume',
          }
        : undefined;
    },
  },
  {
    name: 'unlabelled-claim',
    prevents: "resizing a claim that has the name of a replica's claim but was not made for it",
    kind: 'overridable',
    check: ({ component, instance, claims }) => {
      const labels = Object.entries(instanceLabels(component, instance.name));
      const strange = claims.find((claim) => labels.some(([key, value]) => claim.labels[key] !== value));
      return strange
        ? {
            reason: `claim ${strange.name} has the name of a replica's claim, but not the labels of this instance (${labels.map(([key, value]) => `${key}=${value}`).join(', ')})`,
            hint: 'check whose it is; --accept unlabelled-claim resizes it anyway',
          }
        : undefined;
    },
  },
  {
    name: 'resize-in-flight',
    prevents: 'changing the size of a claim in the middle of another resize',
    kind: 'refusal',
    check: (observed, { size, includeOrphaned }) => {
      const growing = claimsToGrow(observed, includeOrphaned).find(
        (claim) => isGrowing(claim) && !sameQuantity(claim.size, size),
      );
      return growing
        ? {
            reason: `claim ${growing.name} is already being resized to ${growing.size} (${[...growing.conditions.map(({ type }) => type), growing.growth].filter(Boolean).join(', ')})`,
            hint: observed.claims.includes(growing)
              ? 'wait until it is done (kubectl describe pvc), then run this again'
              : 'its replica was scaled down, and its file system may only grow when that replica runs again: omit --include-orphaned until then',
          }
        : undefined;
    },
  },
  {
    name: 'template-shrinks',
    prevents: 'shrinking the claim template: replicas added later would get smaller volumes',
    kind: 'refusal',
    check: (observed, { size }) => {
      const { component, instance, claims } = observed;
      return shrinks(observed, size)
        ? {
            reason: `${size} is less than the size in the ${component.kind}'s claim template (${instance.size})${claims.map((claim) => `; claim ${claim.name} has ${largest(claim)}`).join('')}: volumes cannot shrink`,
            hint: `give a size of at least ${instance.size}`,
          }
        : undefined;
    },
  },
  {
    name: 'bigger-claim',
    prevents: 'ending with a claim that is bigger than the size asked for',
    kind: 'overridable',
    check: (observed, { size, includeOrphaned }) => {
      // A size that is too small for the template is refused anyway.
      if (shrinks(observed, size)) return undefined;
      const bigger = claimsToGrow(observed, includeOrphaned).filter((claim) => isBigger(claim, size));
      return bigger.length > 0
        ? {
            reason: `volumes cannot shrink to ${size}: ${bigger.map((claim) => `claim ${claim.name} has ${largest(claim)}`).join(', ')}`,
            hint: `give a size of at least ${bigger.map(largest).reduce((one, other) => (compareQuantities(one, other) < 0 ? other : one))}; --accept bigger-claim leaves bigger claims as they are and grows the rest`,
          }
        : undefined;
    },
  },
  {
    name: 'retention-size',
    prevents: 'setting a retentionSize that deletes data or lets the volumes fill up',
    kind: 'refusal',
    check: ({ instance }, { size, retentionSize }) => {
      const wanted = retentionBytes({ size: retentionSize });
      if (retentionSize === undefined || wanted === undefined) return undefined;
      if (fillsTooMuch(retentionSize, size))
        return {
          reason: `retentionSize ${retentionSize} is more than 85% of ${size}: beyond the data it counts, a volume needs room for writes and compaction`,
          hint: 'set --retention-size to 80% to 85% of the size',
        };
      const live = retentionBytes({ size: instance.retentionSize });
      const kept = live ?? Number(wholeUnits(instance.size ?? '0'));
      return wanted < kept
        ? {
            reason: `retentionSize ${retentionSize} is less than ${live === undefined ? `the ${instance.size} that its volumes can hold now` : `the current ${instance.retentionSize}`}: Prometheus would delete its oldest data`,
            hint: 'give a larger value, or omit --retention-size',
          }
        : undefined;
    },
  },
  {
    name: 'quota',
    prevents: 'getting stuck halfway at a ResourceQuota',
    kind: 'refusal',
    check: (observed, { size, includeOrphaned }) => {
      const over = exceeded(observed, claimsDue(observed, size, includeOrphaned), size);
      return over
        ? {
            reason: `ResourceQuota ${over.quota} has ${over.used} of ${over.hard} used for ${over.limit}, and growing to ${size} needs more than the rest`,
            hint: 'raise the quota, or give a smaller size',
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

/** Checked before a resize starts, too: the operator that it needs, and controllers that would revert it. */
export const context: Guard[] = [
  {
    name: 'not-reconciled',
    prevents: 'stopping an instance that its operator does not reconcile: it would stay stopped',
    kind: 'refusal',
    check: ({ component, instance: { reconciled, generation } }) => {
      if (reconciled === undefined || (reconciled.ok && reconciled.generation >= generation))
        return undefined;
      return {
        reason: reconciled.ok
          ? `the operator has not reconciled the current ${component.kind} (it saw generation ${reconciled.generation} of ${generation})`
          : `the operator cannot reconcile the ${component.kind}: ${reconciled.message || 'it gives no reason'}`,
        hint: 'check that prometheus-operator runs and what it logs, then run this again',
      };
    },
  },
  {
    name: 'operator-not-seen',
    prevents: 'stopping an instance without a running operator: it would stay stopped',
    kind: 'overridable',
    check: ({ context: { operators } }) =>
      operators === 0
        ? {
            reason: 'no pod of prometheus-operator is ready in any namespace (by its usual labels)',
            hint: 'start it; if it runs under other labels, run this with --accept operator-not-seen',
          }
        : undefined,
  },
  {
    name: 'gitops',
    prevents: 'having a GitOps controller revert replicas, pause and template during the run',
    kind: 'overridable',
    check: (observed, target) => {
      const source = sourceOf(observed, target);
      if (!source?.syncs) return undefined;
      const { kind } = observed.component;
      return {
        reason: source.owns
          ? `${source.text} set ${new Intl.ListFormat('en').format(source.owns)} of this ${kind} and is not an interactive client: a controller reverts them during or after the run`
          : `${source.text} manages this ${kind}: a sync during the run reverts replicas, pause and template, and a sync after it the template`,
        hint: 'suspend its sync if it has one, run this with --accept gitops, commit the new size to its source (--values FILE), then resume the sync',
      };
    },
  },
];
