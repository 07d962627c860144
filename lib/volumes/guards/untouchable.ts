import { recordName } from '../record.ts';
import type { Guard } from './guard.ts';

/** What already decides over the instance, whatever we would write: while one of these holds, nothing is written. */
export const untouchable: Guard[] = [
  {
    name: 'deleting',
    protects: 'an instance that is being deleted: what is written to it has no effect any more',
    kind: 'refusal',
    check: ({ component, instance }) =>
      instance.deleting
        ? {
            reason: `the ${component.kind} is being deleted`,
            mend: 'let the deletion finish; its claims stay unless its retention policy says otherwise',
          }
        : undefined,
  },
  {
    name: 'unreadable-record',
    protects: 'an unfinished run of another version, whose record would be overwritten',
    kind: 'refusal',
    check: ({ component, instance, record }) =>
      record === 'unreadable'
        ? {
            reason: `the ConfigMap ${recordName(component, instance.name)} is not a record that this version can read`,
            mend: 'use the version of this tool that wrote it; by hand: see that replicas, pause and retention policy are as they should be before you delete it',
          }
        : undefined,
  },
  {
    name: 'stale-record',
    protects: 'an instance that was made anew under the same name: what the record holds is not of it',
    kind: 'refusal',
    check: ({ component, instance, record }) =>
      typeof record === 'object' && record.uid !== instance.uid
        ? {
            reason: `the record of an unfinished run is stale: it is of a ${component.kind} that was deleted since (uid ${record.uid}; this one is ${instance.uid})`,
            mend: `its claims are not touched. Delete the record: kubectl delete configmap ${recordName(component, instance.name)} -n ${instance.namespace}; then run this again`,
          }
        : undefined,
  },
];
