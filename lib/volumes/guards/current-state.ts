import { names } from '../../objects/names.ts';
import { sameQuantity } from '../../objects/quantity.ts';
import { DEFAULT_REPLICAS } from '../instance.ts';
import { recordName } from '../record.ts';
import { claimsToGrow, isBereft, isPausedByUs } from '../state.ts';
import type { Guard } from './guard.ts';

/** What must not be so around an instance while anything of it is changed for a resize. */
export const currentState: Guard[] = [
  {
    name: 'paused',
    prevents:
      'a pause that somebody else set: under it the operator does nothing, so that what is stopped stays stopped',
    kind: 'refusal',
    check: (observed, { size }) =>
      observed.instance.paused && !isPausedByUs(observed, size)
        ? {
            reason: `the ${observed.component.kind} is paused (spec.paused), and not by this tool: its operator does nothing`,
            hint: 'ask whoever paused it, set spec.paused to false, then run this again',
          }
        : undefined,
  },
  {
    name: 'other-replicas',
    prevents: 'a number of replicas that somebody else has set in the middle of a run',
    kind: 'refusal',
    check: ({ instance: { replicas = DEFAULT_REPLICAS }, record }) => {
      if (typeof record !== 'object') return undefined;
      const { mode, original } = record;
      const before = original.replicas ?? DEFAULT_REPLICAS;
      if (replicas === before || (mode === 'documented' && replicas === 0)) return undefined;
      return {
        reason: `somebody has set replicas to ${replicas} in the middle of this run; it began with ${before}`,
        hint: `set spec.replicas to ${before} again and run this again, or take the run back with --undo, which leaves ${replicas}`,
      };
    },
  },
  {
    name: 'claim-missing',
    prevents: 'a volume that is not where its name says: the procedure would go on without it',
    kind: 'refusal',
    check: ({ missing }) =>
      missing.length > 0
        ? {
            reason: `there is no claim ${missing.join(', ')}`,
            hint: 'see why (kubectl get pvc, kubectl describe pod); a replica that never started has none yet',
          }
        : undefined,
  },
  {
    name: 'claim-deleting',
    prevents: 'a claim that is being deleted: it goes, with its volume, as soon as its pod stops',
    kind: 'refusal',
    check: (observed, { includeLeftovers }) => {
      const going = claimsToGrow(observed, includeLeftovers).filter(({ deleting }) => deleting);
      return going.length > 0
        ? {
            reason: `claim ${names(going)} is being deleted: its volume goes as soon as its pod stops`,
            hint: 'a deletion can not be taken back: back its data up while the pod still runs, then let it be made anew',
          }
        : undefined;
    },
  },
];

/** What must not be so for the unfinished run to be this one: two that want different things never mix. */
export const ownership: Guard[] = [
  {
    name: 'other-goal',
    prevents: 'an undo that is under way, which a resize would work against',
    kind: 'refusal',
    check: ({ record }, { goal }) =>
      typeof record === 'object' && record.goal === 'undo' && goal === 'resize'
        ? {
            reason: 'an unfinished undo is bringing it back (goal undo), and this is a resize (goal resize)',
            hint: 'finish it first: the same command with --undo; then run this again',
          }
        : undefined,
  },
  {
    name: 'other-size',
    prevents: 'an unfinished run, whose size another run would mix with its own',
    kind: 'refusal',
    check: ({ record }, { size, goal }) =>
      typeof record === 'object' && !sameQuantity(record.size, size)
        ? {
            reason: `an unfinished run is resizing to ${record.size}, and this one asks for ${size}`,
            hint:
              goal === 'undo'
                ? `if that is the run to be undone, give ${record.size}`
                : `finish that run with ${record.size}, or take it back with --undo; then run this again`,
          }
        : undefined,
  },
  {
    name: 'other-mode',
    prevents: 'an unfinished run, whose order another run would mix with its own',
    kind: 'refusal',
    check: ({ record }, { mode }) =>
      typeof record === 'object' && record.mode !== mode
        ? {
            reason: `an unfinished run goes by --mode ${record.mode}, and this one by --mode ${mode}`,
            hint: `finish that run with --mode ${record.mode}, or take it back with --undo; then run this again`,
          }
        : undefined,
  },
  {
    name: 'other-retention-size',
    prevents: 'an unfinished run, whose retentionSize another run would mix with its own',
    kind: 'refusal',
    check: ({ record }, { retentionSize, goal }) => {
      if (typeof record !== 'object' || goal === 'undo' || retentionSize === record.retentionSize)
        return undefined;
      const given = record.retentionSize;
      return {
        reason: `an unfinished run ${given === undefined ? 'leaves retentionSize as it is' : `sets retentionSize to ${given}`}, and this one ${retentionSize === undefined ? 'leaves it as it is' : `asks for ${retentionSize}`}`,
        hint: `finish that run ${given === undefined ? 'without --retention-size' : `with --retention-size ${given}`}, or take it back with --undo; then run this again`,
      };
    },
  },
  {
    name: 'run-ended',
    prevents: 'what somebody decided by ending this run elsewhere, an undo above all',
    kind: 'refusal',
    check: (observed) =>
      isBereft(observed)
        ? {
            reason:
              'somebody else ended this run in the meantime: its record is gone, and there is something left to do',
            hint: 'see who did (--undo, or the ConfigMap was deleted by hand); run this again to start afresh',
          }
        : undefined,
  },
];

/** What already decides over the instance, whatever we would write: while one of these holds, nothing is written. */
export const untouchable: Guard[] = [
  {
    name: 'deleting',
    prevents: 'an instance that is being deleted: what is written to it has no effect any more',
    kind: 'refusal',
    check: ({ component, instance }) =>
      instance.deleting
        ? {
            reason: `the ${component.kind} is being deleted`,
            hint: 'let the deletion finish; its claims stay unless its retention policy says otherwise',
          }
        : undefined,
  },
  {
    name: 'unreadable-record',
    prevents: 'an unfinished run of another version, whose record would be overwritten',
    kind: 'refusal',
    check: ({ component, instance, record }) =>
      record === 'unreadable'
        ? {
            reason: `the ConfigMap ${recordName(component, instance.name)} is not a record that this version can read`,
            hint: 'use the version of this tool that wrote it; by hand: see that replicas, pause and retention policy are as they should be before you delete it',
          }
        : undefined,
  },
  {
    name: 'stale-record',
    prevents: 'an instance that was made anew under the same name: what the record holds is not of it',
    kind: 'refusal',
    check: ({ component, instance, record }) =>
      typeof record === 'object' && record.uid !== instance.uid
        ? {
            reason: `the record of an unfinished run is stale: it is of a ${component.kind} that was deleted since (uid ${record.uid}; this one is ${instance.uid})`,
            hint: `its claims are not touched. Delete the record: kubectl delete configmap ${recordName(component, instance.name)} -n ${instance.namespace}; then run this again`,
          }
        : undefined,
  },
];
