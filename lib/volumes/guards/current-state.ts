import { names } from '../../objects/names.ts';
import { sameQuantity } from '../../objects/quantity.ts';
import { DEFAULT_REPLICAS } from '../instance.ts';
import { recordName } from '../record.ts';
import { claimsToGrow, isPausedByUs, isRecordLost, recordOf, undoText } from '../state.ts';
import type { Guard } from './guard.ts';

/** States of the instance and its claims in which a resize changes nothing. */
export const currentState: Guard[] = [
  {
    name: 'paused',
    prevents: 'stopping an instance whose operator is paused and would not start it again',
    kind: 'refusal',
    check: (observed, { size }) =>
      observed.instance.paused && !isPausedByUs(observed, size)
        ? {
            reason: `the ${observed.component.kind} is paused (spec.paused), but not by this tool: the operator ignores it`,
            hint: 'ask who paused it, set spec.paused to false, then run this again',
          }
        : undefined,
  },
  {
    name: 'other-replicas',
    prevents: 'overwriting a replica count that another user set during the run',
    kind: 'refusal',
    check: (observed) => {
      const { replicas = DEFAULT_REPLICAS } = observed.instance;
      const { record } = observed;
      if (typeof record !== 'object') return undefined;
      const { mode, original } = record;
      const before = original.replicas ?? DEFAULT_REPLICAS;
      if (replicas === before || (mode === 'offline' && replicas === 0)) return undefined;
      return {
        reason: `another user set replicas to ${replicas} during this run, which started with ${before}`,
        hint: `set spec.replicas back to ${before} and run this again, or undo the run, which leaves replicas at ${replicas}: ${undoText(observed)}`,
      };
    },
  },
  {
    name: 'claim-missing',
    prevents: 'leaving out a volume whose claim does not have the expected name',
    kind: 'refusal',
    check: ({ missing }) =>
      missing.length > 0
        ? {
            reason: `there is no claim ${missing.join(', ')}`,
            hint: 'find out why (kubectl get pvc, kubectl describe pod); a replica that never started has no claim yet',
          }
        : undefined,
  },
  {
    name: 'claim-deleting',
    prevents: 'losing the volume of a claim that is deleted as soon as its pod stops',
    kind: 'refusal',
    check: (observed, { includeOrphaned }) => {
      const going = claimsToGrow(observed, includeOrphaned).filter(({ deleting }) => deleting);
      return going.length > 0
        ? {
            reason: `claim ${names(going)} is being deleted: its volume is lost as soon as its pod stops`,
            hint: 'a deletion cannot be undone: back up its data while the pod still runs, then have the claim re-created',
          }
        : undefined;
    },
  },
];

/** Differences between the unfinished run and this one: runs with different targets never mix. */
export const ownership: Guard[] = [
  {
    name: 'other-goal',
    prevents: 'resizing an instance while an undo is in progress',
    kind: 'refusal',
    check: (observed, { goal }) =>
      recordOf(observed)?.goal === 'undo' && goal === 'resize'
        ? {
            reason: 'an undo is unfinished (goal undo), and this is a resize (goal resize)',
            hint: `finish the undo first: ${undoText(observed)}; then run this again`,
          }
        : undefined,
  },
  {
    name: 'other-size',
    prevents: 'mixing the size of an unfinished run with another one',
    kind: 'refusal',
    check: (observed, { size, goal }) => {
      const record = recordOf(observed);
      return record && !sameQuantity(record.size, size)
        ? {
            reason: `an unfinished run is resizing to ${record.size}, but this one asks for ${size}`,
            hint:
              goal === 'undo'
                ? `to undo that run: ${undoText(observed)}`
                : `finish that run with ${record.size}, or undo it: ${undoText(observed)}; then run this again`,
          }
        : undefined;
    },
  },
  {
    name: 'other-mode',
    prevents: 'mixing the order of an unfinished run with another one',
    kind: 'refusal',
    check: (observed, { mode }) => {
      const record = recordOf(observed);
      return record && record.mode !== mode
        ? {
            reason: `an unfinished run uses --mode ${record.mode}, but this one --mode ${mode}`,
            hint: `finish that run with --mode ${record.mode}, or undo it: ${undoText(observed)}; then run this again`,
          }
        : undefined;
    },
  },
  {
    name: 'other-retention-size',
    prevents: 'mixing the retentionSize of an unfinished run with another one',
    kind: 'refusal',
    check: (observed, { retentionSize, goal }) => {
      const record = recordOf(observed);
      if (!record || goal === 'undo' || retentionSize === record.retentionSize) return undefined;
      const given = record.retentionSize;
      return {
        reason: `an unfinished run ${given === undefined ? 'leaves retentionSize unchanged' : `sets retentionSize to ${given}`}, and this one ${retentionSize === undefined ? 'leaves it unchanged' : `asks for ${retentionSize}`}`,
        hint: `finish that run ${given === undefined ? 'without --retention-size' : `with --retention-size ${given}`}, or undo it: ${undoText(observed)}; then run this again`,
      };
    },
  },
  {
    name: 'run-ended',
    prevents: 'continuing a run that another user ended, for example with an undo',
    kind: 'refusal',
    check: (observed) =>
      isRecordLost(observed)
        ? {
            reason:
              'another user ended this run in the meantime: its record is gone, and there is still work to do',
            hint: 'find out who did (by an undo, or by deleting the ConfigMap); run this again to start over',
          }
        : undefined,
  },
];

/** While one of these holds, nothing is written at all. */
export const untouchable: Guard[] = [
  {
    name: 'deleting',
    prevents: 'writing to an instance that is being deleted',
    kind: 'refusal',
    check: ({ component, instance }) =>
      instance.deleting
        ? {
            reason: `the ${component.kind} is being deleted`,
            hint: 'wait for the deletion to finish; its claims stay unless its retention policy says otherwise',
          }
        : undefined,
  },
  {
    name: 'unreadable-record',
    prevents: 'overwriting the record of an unfinished run of another version',
    kind: 'refusal',
    check: ({ component, instance, record }) =>
      record === 'unreadable'
        ? {
            reason: `the ConfigMap ${recordName(component, instance.name)} is not a record that this version can read`,
            hint: 'use the version of this tool that wrote it; or check by hand that replicas, pause and retention policy are as they should be, then delete it',
          }
        : undefined,
  },
  {
    name: 'stale-record',
    prevents: 'restoring the values of a deleted instance to a new one of the same name',
    kind: 'refusal',
    check: ({ component, instance, record, context }) =>
      typeof record === 'object' && record.uid !== instance.uid
        ? {
            reason: `the record of an unfinished run is stale: its ${component.kind} (uid ${record.uid}) was deleted, and this is a new one (uid ${instance.uid})`,
            hint: `its claims are not touched. Delete the record: kubectl delete configmap ${recordName(component, instance.name)} ${['-n', instance.namespace, ...(context.flags ?? [])].join(' ')}; then run this again`,
          }
        : undefined,
  },
];
