import {
  EXTERNALLY_PROVISIONED,
  HELD_VALUE,
  PROVISIONED,
  RECORD_ANNOTATION,
  REENROLL_ANNOTATION,
} from '../../objects/names.ts';
import { type Observed, pauseOf } from '../observed.ts';
import { parseRecord } from '../record.ts';
import { reenrollmentOf } from '../reenroll/record.ts';
import { hasLostStatus } from '../risk.ts';
import type { Guard } from './guard.ts';

/**
 * What already decides over the host, whatever we would write: while one of these holds, not even a pause is written.
 */
export const untouchable: Guard[] = [
  {
    name: 'deleting',
    prevents: 'a host that is being deleted: paused, it would never go',
    kind: 'refusal',
    check: ({ host }) =>
      host.deleting
        ? {
            reason: 'the host is being deleted',
            hint: 'let the deletion finish; there is nothing left to repair',
          }
        : undefined,
  },
  {
    name: 'externally-provisioned',
    prevents: 'a host provisioned by others: once its state is "provisioned", the operator may wipe it',
    kind: 'refusal',
    check: ({ host: { externallyProvisioned, state } }) =>
      externallyProvisioned || state === EXTERNALLY_PROVISIONED
        ? {
            reason:
              'the host is externally provisioned: the operator did not write its disk, and the procedure would tell it that it did',
            hint: 'leave its image alone; look at its BMC and its registration instead',
          }
        : undefined,
  },
  {
    name: 'lost-status',
    prevents:
      'a host that was moved while it was paused and has lost its status: resumed, it is provisioned again',
    kind: 'refusal',
    check: (observed) =>
      hasLostStatus(observed)
        ? {
            reason:
              'the host is paused and has no status, though it has a consumer and an image: it was moved while it was paused, without its status',
            hint: 'its disk is safe while it stays paused; resumed like this, it is provisioned again. See that the machine runs, give it back its status (kubectl bmh diagnose has the command), then run this again',
          }
        : undefined,
  },
  {
    name: 'not-provisioned',
    prevents: 'a host in another state: the procedure writes "provisioned", which has to be true',
    kind: 'refusal',
    check: ({ host, record }) => {
      const { state = '' } = host;
      if (state === PROVISIONED || state === EXTERNALLY_PROVISIONED || hasLostStatus({ host }))
        return undefined;
      const [key, hold] =
        record === undefined ? [REENROLL_ANNOTATION, 'detached annotation'] : [RECORD_ANNOTATION, 'pause'];
      return record === undefined && reenrollmentOf(host) === undefined
        ? {
            reason: `the host's state is "${state}", and the procedure is for hosts in state "${PROVISIONED}"`,
            hint: 'there is nothing here for this procedure, and it writes nothing; see kubectl describe bmh',
          }
        : {
            reason: `the host left the state "${PROVISIONED}" with a run of this tool unfinished (its state is "${state}"): the operator took its image for cancelled, and its disk is wiped or about to be`,
            hint: `nothing more is written. If the disk can still be saved, cut the power of the machine now; else let it be provisioned anew and remove the annotation ${key}. See who removed the ${hold}`,
          };
    },
  },
  {
    name: 'unreadable-record',
    prevents: 'an unfinished run of another version, whose record would be overwritten',
    kind: 'refusal',
    check: ({ host, record }) => {
      if (record !== 'unreadable') return undefined;
      const isOthers = typeof parseRecord(host.recordText) === 'object';
      return isOthers
        ? {
            reason: `the record of an unfinished run on this host is of another object: its uid is not that of this host (${host.uid ?? 'the server names none'}), which was moved or restored with it`,
            hint: `it is not followed; by hand: see that spec.image.url equals status.provisioning.image.url, then remove the annotation ${RECORD_ANNOTATION} and the pause together`,
          }
        : {
            reason: `the annotation ${RECORD_ANNOTATION} is not a record that this version can read`,
            hint: 'use the version of this tool that wrote it; by hand: see that spec.image.url equals status.provisioning.image.url before you remove the annotation and the pause',
          };
    },
  },
  {
    name: 'foreign-pause',
    prevents: 'a pause that somebody else set, and relies on',
    kind: 'overridable',
    check: (observed) =>
      pauseOf(observed) === 'foreign'
        ? {
            reason: `the host is paused by ${pauserOf(observed)}, not by this ${isHeld(observed) ? 'run' : 'tool'}`,
            hint: `${isHeld(observed) ? 'kubectl bmh resume takes it back, if whoever set it agrees' : 'ask whoever set it'}; --accept foreign-pause works under it and leaves it in place`,
          }
        : undefined,
  },
];

const isHeld = ({ host: { paused } }: Observed): boolean => paused === HELD_VALUE;

const CONTROLLERS = new Map([
  ['metal3.io/capm3', 'the Cluster API provider (CAPM3)'],
  ['metal3.io/hostclaim', 'its HostClaim'],
]);

const PAUSERS = new Map([...CONTROLLERS, [HELD_VALUE, 'a person, with kubectl bmh pause']]);

/** Who has paused a host, by the value of its pause. */
export const pauserOf = ({ host: { paused = '' } }: Pick<Observed, 'host'>): string =>
  PAUSERS.get(paused) ?? `somebody (value "${paused}")`;

/** Whether the pause is one that a controller sets, and takes back by itself. */
export const isPausedByController = ({ host: { paused = '' } }: Pick<Observed, 'host'>): boolean =>
  CONTROLLERS.has(paused);
