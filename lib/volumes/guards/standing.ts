import { names } from '../../objects/names.ts';
import { DEFAULT_REPLICAS } from '../instance.ts';
import { claimsToGrow, isPausedByUs } from '../state.ts';
import type { Guard } from './guard.ts';

/** What must not be so around an instance while anything of it is changed for a resize. */
export const standing: Guard[] = [
  {
    name: 'paused',
    protects:
      'a pause that somebody else set: under it the operator does nothing, so that what is stopped stays stopped',
    kind: 'refusal',
    check: (observed, { size }) =>
      observed.instance.paused && !isPausedByUs(observed, size)
        ? {
            reason: `the ${observed.component.kind} is paused (spec.paused), and not by this tool: its operator does nothing`,
            mend: 'ask whoever paused it, set spec.paused to false, then run this again',
          }
        : undefined,
  },
  {
    name: 'other-replicas',
    protects: 'a number of replicas that somebody else has set in the middle of a run',
    kind: 'refusal',
    check: ({ instance: { replicas = DEFAULT_REPLICAS }, record }) => {
      if (typeof record !== 'object') return undefined;
      const { mode, original } = record;
      const before = original.replicas ?? DEFAULT_REPLICAS;
      if (replicas === before || (mode === 'documented' && replicas === 0)) return undefined;
      return {
        reason: `somebody has set replicas to ${replicas} in the middle of this run; it began with ${before}`,
        mend: `set spec.replicas to ${before} again and run this again, or take the run back with --undo, which leaves ${replicas}`,
      };
    },
  },
  {
    name: 'claim-missing',
    protects: 'a volume that is not where its name says: the procedure would go on without it',
    kind: 'refusal',
    check: ({ missing }) =>
      missing.length > 0
        ? {
            reason: `there is no claim ${missing.join(', ')}`,
            mend: 'see why (kubectl get pvc, kubectl describe pod); a replica that never started has none yet',
          }
        : undefined,
  },
  {
    name: 'claim-deleting',
    protects: 'a claim that is being deleted: it goes, with its volume, as soon as its pod stops',
    kind: 'refusal',
    check: (observed, { includeLeftovers }) => {
      const going = claimsToGrow(observed, includeLeftovers).filter(({ deleting }) => deleting);
      return going.length > 0
        ? {
            reason: `claim ${names(going)} is being deleted: its volume goes as soon as its pod stops`,
            mend: 'a deletion can not be taken back: back its data up while the pod still runs, then let it be made anew',
          }
        : undefined;
    },
  },
];
