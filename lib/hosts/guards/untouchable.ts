import {
  EXTERNALLY_PROVISIONED,
  HELD_VALUE,
  PROVISIONED,
  RECORD_ANNOTATION,
  REENROLL_ANNOTATION,
} from '../../objects/names.ts';
import { oneLine } from '../../words/text.ts';
import { commandFor } from '../command-for.ts';
import { isUnwanted } from '../host.ts';
import { type Observed, pauseOf } from '../observed.ts';
import { parseRecord } from '../record.ts';
import { reenrollmentOf } from '../reenroll/record.ts';
import { hasLostStatus } from '../risk.ts';
import type { Guard } from './guard.ts';

/** Asked before every write: while one of these holds, not even a pause is written. */
export const untouchable: Guard[] = [
  {
    name: 'deleting',
    prevents: 'blocking the deletion of a host with a pause',
    kind: 'refusal',
    check: ({ host }) =>
      host.deleting
        ? {
            reason: 'the host is being deleted',
            hint: 'wait for the deletion to finish; there is nothing left to repair',
          }
        : undefined,
  },
  {
    name: 'externally-provisioned',
    prevents: 'wiping a host that the operator did not provision, by marking it as "provisioned"',
    kind: 'refusal',
    check: ({ host: { externallyProvisioned, state } }) =>
      externallyProvisioned || state === EXTERNALLY_PROVISIONED
        ? {
            reason:
              'the host is externally provisioned: the operator did not write its disk, and the procedure would claim that it did',
            hint: 'leave its image alone; check its BMC and its registration instead',
          }
        : undefined,
  },
  {
    name: 'lost-status',
    prevents: 'reprovisioning a host that lost its status when it was moved while paused',
    kind: 'refusal',
    check: (observed) =>
      hasLostStatus(observed)
        ? {
            reason:
              'the host is paused and has no status, although it has a consumer and an image: it was moved without its status while it was paused',
            hint: `its disk is safe while it stays paused; resuming it now provisions it again. Check that the machine is running. To see the command that restores the status: ${commandFor(observed, 'kubectl bmh diagnose')}; then run this again`,
          }
        : undefined,
  },
  {
    name: 'not-provisioned',
    prevents: 'marking a host as "provisioned" that is in another state',
    kind: 'refusal',
    check: ({ host, record, context }) => {
      const { state = '' } = host;
      if (state === PROVISIONED || state === EXTERNALLY_PROVISIONED || hasLostStatus({ host }))
        return undefined;
      const [key, hold] =
        record === undefined ? [REENROLL_ANNOTATION, 'detached annotation'] : [RECORD_ANNOTATION, 'pause'];
      return record === undefined && reenrollmentOf(host) === undefined
        ? {
            reason: `the host's state is "${state}", but the procedure is for hosts in state "${PROVISIONED}"`,
            hint: `the procedure does not apply, and nothing is written; see: ${commandFor({ host, context }, 'kubectl describe baremetalhost')}`,
          }
        : {
            reason: `the host left the state "${PROVISIONED}" while a run of this tool was unfinished (its state is "${state}"): the operator treated its image as canceled, and its disk is wiped or about to be`,
            hint: `nothing more is written. If the disk can still be saved, cut the power of the machine now; otherwise let it be provisioned again and remove the annotation ${key}. Find out who removed the ${hold}`,
          };
    },
  },
  {
    name: 'unreadable-record',
    prevents: 'overwriting the record of an unfinished run of another version',
    kind: 'refusal',
    check: ({ host, record }) => {
      if (record !== 'unreadable') return undefined;
      const isOthers = typeof parseRecord(host.recordText) === 'object';
      return isOthers
        ? {
            reason: `the record of an unfinished run on this host belongs to another object: its uid is not that of this host (${host.uid ?? 'the server names none'}), which was moved or restored with it`,
            hint: `it is not used; by hand: check that spec.image.url equals status.provisioning.image.url, then remove the annotation ${RECORD_ANNOTATION} and the pause together`,
          }
        : {
            reason: `the annotation ${RECORD_ANNOTATION} is not a record that this version can read`,
            hint: 'use the version of this tool that wrote it; by hand: check that spec.image.url equals status.provisioning.image.url before you remove the annotation and the pause',
          };
    },
  },
  {
    name: 'foreign-pause',
    prevents: 'working on a host that another user or a controller has paused',
    kind: 'overridable',
    check: (observed) =>
      pauseOf(observed) === 'foreign'
        ? {
            reason: `the host is paused by ${pauserOf(observed)}, not by this ${isHeld(observed) ? 'run' : 'tool'}`,
            hint: `${aboutPause(observed)}; --accept foreign-pause works under the pause and leaves it in place`,
          }
        : undefined,
  },
];

/** How another user's pause may end; one that alone keeps the host from a wipe must not. */
function aboutPause(observed: Observed): string {
  const { host } = observed;
  if (host.state === PROVISIONED && isUnwanted(host))
    return 'leave the pause in place: without it, the operator wipes the host';
  return isHeld(observed)
    ? `if whoever paused it agrees, remove the pause: ${commandFor(observed, 'kubectl bmh resume')}`
    : 'ask its owner';
}

const isHeld = ({ host: { paused } }: Observed): boolean => paused === HELD_VALUE;

const CONTROLLERS = new Map([
  ['metal3.io/capm3', 'the Cluster API provider (CAPM3)'],
  ['metal3.io/hostclaim', 'its HostClaim'],
]);

const PAUSERS = new Map([...CONTROLLERS, [HELD_VALUE, 'a user with "kubectl bmh pause"']]);

/** Who paused a host, derived from the value of its pause. One line: anybody who can annotate a host could forge a message. */
export const pauserOf = ({ host: { paused = '' } }: Pick<Observed, 'host'>): string =>
  PAUSERS.get(paused) ?? `another user or tool (value "${oneLine(paused)}")`;

/** Whether a controller set the pause and removes it by itself. */
export const isPausedByController = ({ host: { paused = '' } }: Pick<Observed, 'host'>): boolean =>
  CONTROLLERS.has(paused);
