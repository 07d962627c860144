import { instanceLabels } from '../../objects/components.ts';
import { names } from '../../objects/names.ts';
import { claimsDue, claimsToGrow } from '../state.ts';
import type { Guard } from './guard.ts';

/** What must be so for a resize to be begun; one that is unfinished is not asked again. */
export const entry: Guard[] = [
  {
    name: 'no-claim-template',
    protects: 'an instance that keeps its data elsewhere: there is no volume to grow',
    kind: 'refusal',
    check: ({ component, instance: { storage } }) =>
      storage === 'template'
        ? undefined
        : {
            reason:
              storage === 'none'
                ? `the ${component.kind} has no claim template with a size (spec.storage.volumeClaimTemplate): its data is lost with its pods already`
                : `the ${component.kind} keeps its data in spec.storage.${storage}, which is no volume that outlives its pods`,
            mend: 'give it a claim template first; that begins with an empty volume',
          },
  },
  {
    name: 'replicas-zero',
    protects: 'an instance that somebody has stopped: nothing says how many replicas it had',
    kind: 'refusal',
    check: ({ instance: { replicas }, given }) =>
      replicas === 0 && given === undefined
        ? {
            reason: 'it stands at 0 replicas, and no record of this tool says how many it had',
            mend: 'if a resize by hand was left half done, say with how many replicas it is to run: --replicas N',
          }
        : undefined,
  },
  {
    name: 'replicas-given',
    protects: 'the number of replicas that the instance has: --replicas is for one that stands at 0',
    kind: 'refusal',
    check: ({ instance: { replicas }, given }, { mode }) => {
      if (given === undefined) return undefined;
      if (replicas !== 0)
        return {
          reason: `--replicas says ${given}, and the instance is running with ${replicas ?? 'its default of 1'}`,
          mend: 'leave --replicas out',
        };
      return mode === 'online' && given > 0
        ? {
            reason: `it stands at 0 replicas, and --mode online keeps only running what runs: it would not bring ${given} back`,
            mend: 'run this with --mode documented',
          }
        : undefined;
    },
  },
  {
    name: 'claim-unbound',
    protects: 'a claim without a volume: there is nothing to grow yet',
    kind: 'refusal',
    check: (observed, { includeLeftovers }) => {
      const unbound = claimsToGrow(observed, includeLeftovers).filter(({ bound }) => !bound);
      return unbound.length > 0
        ? {
            reason: `claim ${names(unbound)} is not Bound`,
            mend: 'see why its volume was not provisioned (kubectl describe pvc), then run this again',
          }
        : undefined;
    },
  },
  {
    name: 'not-expandable',
    protects: 'an instance from being stopped for volumes that can not grow',
    kind: 'refusal',
    check: (observed, { size, includeLeftovers }) => {
      const { classes } = observed.surroundings;
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
            mend: 'if its driver can, set allowVolumeExpansion: true on the class; else move the data to a new volume',
          }
        : undefined;
    },
  },
  {
    name: 'unlabelled-claim',
    protects: "a claim that has the name of a replica's, and was not made for it",
    kind: 'judgement',
    check: ({ component, instance, claims }) => {
      const labels = Object.entries(instanceLabels(component, instance.name));
      const strange = claims.find((claim) => labels.some(([key, value]) => claim.labels[key] !== value));
      return strange
        ? {
            reason: `claim ${strange.name} has the name of a replica's, but not the labels of this instance (${labels.map(([key, value]) => `${key}=${value}`).join(', ')})`,
            mend: 'see whose it is; --accept unlabelled-claim takes it for the instance all the same',
          }
        : undefined;
    },
  },
];
