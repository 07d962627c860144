import { detachedAnnotation, REENROLL_ANNOTATION } from '../../objects/names.ts';
import { masked } from '../../words/masked.ts';
import { GUARDS } from '../guards/all.ts';
import type { Guard } from '../guards/guard.ts';
import { pauserOf } from '../guards/untouchable.ts';
import { isDeployedByMethod, urlsDiffer } from '../host.ts';
import { hasNoChecksum, isAtFixedAddress } from '../image.ts';
import { detachmentOf, isDetached, reenrollmentOf } from './record.ts';

/** Every guard that a re-enrolment asks, by when. Those that a repair asks as well are the same. */
export interface ReenrollGuards {
  /** Before anything is written. */
  untouchable: Guard[];
  /** The same: whose the host is just now. */
  claims: Guard[];
  /** Before the host is detached, and before it is attached again. */
  attach: Guard[];
  currentState: Guard[];
  /** Before a re-enrolment is begun. */
  entry: Guard[];
  rights: Guard[];
}

/** What must not be so for the unfinished run on a host to be this re-enrolment, and for the operator to act on it. */
const claims: Guard[] = [
  {
    name: 'paused',
    prevents: 'a host that would stay detached, because under a pause the operator does not look at it',
    kind: 'refusal',
    check: (observed) =>
      observed.host.paused === undefined
        ? undefined
        : {
            reason: `the host is paused by ${pauserOf(observed)}: the operator neither lets go of it nor takes it back`,
            hint: 'see whose pause it is (kubectl bmh list), and run this again once it was resumed',
          },
  },
  {
    name: 'unfinished-repair',
    prevents:
      'an unfinished repair or undo, whose addresses are not those that the host is to be enrolled with',
    kind: 'refusal',
    check: ({ record }) =>
      record === undefined
        ? undefined
        : {
            reason: `an unfinished ${record === 'unreadable' ? 'repair' : record.goal} is on this host`,
            hint: `finish it first with kubectl bmh ${record === 'unreadable' ? 'repair' : record.goal}; then run this again`,
          },
  },
  {
    name: 'foreign-detach',
    prevents: 'a host that somebody else has detached, and relies on its being so',
    kind: 'refusal',
    check: (observed) =>
      detachmentOf(observed) === 'foreign'
        ? {
            reason: `the host is detached by somebody else, not by this tool (annotation ${detachedAnnotation(observed.group)})`,
            hint: 'ask whoever set it: it is theirs to remove, and is never removed by this tool; then run this again',
          }
        : undefined,
  },
  {
    name: 'unreadable-reenroll',
    prevents: 'an unfinished re-enrolment of another version, whose record would be overwritten',
    kind: 'refusal',
    check: ({ host, group }) =>
      reenrollmentOf(host) === 'unreadable'
        ? {
            reason: `the annotation ${REENROLL_ANNOTATION} is not a record that this version can read, or one of another object`,
            hint: `use the version of this tool that wrote it; by hand: see that spec.image.url equals status.provisioning.image.url before you remove it and ${detachedAnnotation(group)}`,
          }
        : undefined,
  },
];

/** What the attach rests on: the operator compares the addresses as soon as it takes the host back. */
const attach: Guard[] = [
  {
    name: 'differing-urls',
    prevents: 'a host whose two image addresses differ, which is wiped as soon as it is attached again',
    kind: 'refusal',
    wipes: true,
    check: ({ host, group }) =>
      urlsDiffer(host)
        ? {
            reason: `status and spec name different images (status ${masked(host.statusImage.url ?? '')}, spec ${masked(host.image?.url || 'none')}): managed by the operator like this, the host is wiped`,
            hint:
              reenrollmentOf(host) === undefined
                ? 'kubectl bmh repair makes the two equal; then run this again'
                : `do not remove ${detachedAnnotation(group)} by hand; set spec.image.url back to ${masked(host.statusImage.url ?? '')}, then run this again`,
          }
        : undefined,
  },
];

const REPAIR_FIRST = 'kubectl bmh repair comes first: it brings in the stable address; then run this again';

/** What must be so for a re-enrolment to be begun: a node that is deleted has to come back. */
const ownEntry: Guard[] = [
  {
    name: 'fixed-address',
    prevents: 'a host that is enrolled again with the address that does not answer',
    kind: 'refusal',
    check: ({ host: { image, statusImage } }) => {
      const fixed = [image, statusImage].find((one) => one && isAtFixedAddress(one));
      return (
        fixed && {
          reason: `its image is at a fixed IP address still (${masked(fixed.url ?? '')})`,
          hint: hasNoChecksum(image)
            ? 'there is no documented way to another address for a live ISO or an OCI image: ask whoever owns the image; a spec with another address alone has the host wiped'
            : REPAIR_FIRST,
        }
      );
    },
  },
  {
    name: 'no-status-image',
    prevents: 'a host whose new node knows no image: an older Ironic does not adopt it without one',
    kind: 'overridable',
    check: ({ host }) =>
      host.statusImage.url || isDeployedByMethod(host)
        ? undefined
        : {
            reason:
              'the status names no image, which operators up to 0.10 give to the new node; those from 0.11 on give it none anyhow',
            hint: `with an operator from 0.11 on, --accept no-status-image goes on; else give it the image of the spec first: kubectl patch baremetalhost ${host.name} -n ${host.namespace} --subresource=status --type=merge -p '${JSON.stringify({ status: { provisioning: { image: { url: host.image?.url, checksum: host.image?.checksum } } } })}'`,
          },
  },
  {
    name: 'no-bmc',
    prevents: 'a host whose node can not be enrolled again, because nothing says how its BMC is reached',
    kind: 'refusal',
    check: ({ host: { hasBmc } }) =>
      hasBmc
        ? undefined
        : {
            reason: 'the spec names no BMC, or no Secret with its credentials',
            hint: 'set spec.bmc.address and spec.bmc.credentialsName, then run this again',
          },
  },
  {
    name: 'servicing',
    prevents:
      'a machine whose firmware or settings are being changed: its node must not go in the middle of that',
    kind: 'refusal',
    check: ({ host: { operationalStatus } }) =>
      operationalStatus === 'servicing'
        ? { reason: 'the host is being serviced', hint: 'let that finish, then run this again' }
        : undefined,
  },
  {
    name: 'remediation',
    prevents: 'a host whose Machine is being deleted: attached again, it would be wiped',
    kind: 'refusal',
    check: ({ context: { remediation } }) =>
      remediation?.underway
        ? {
            reason: `the machine ${remediation.machine.namespace}/${remediation.machine.name} of this host is being remediated`,
            hint: 'stop that first (annotate the machine with cluster.x-k8s.io/skip-remediation), or let it have the host',
          }
        : undefined,
  },
  {
    name: 'healthy',
    prevents: 'a host with which nothing is wrong, and which has no need of another node',
    kind: 'overridable',
    check: ({ host }) =>
      host.errorType === undefined && !isDetached(host)
        ? {
            reason: 'nothing is wrong with the host: it has no error',
            hint: '--accept healthy enrols it again all the same',
          }
        : undefined,
  },
];

/** The same, with what a repair asks as well. */
const entry: Guard[] = [
  ...GUARDS.entry.filter(({ name }) => name === 'other-error'),
  ...ownEntry,
  ...GUARDS.address.filter(({ name }) => name === 'image-not-served'),
];

const without = (guards: Guard[], name: string): Guard[] => guards.filter((guard) => guard.name !== name);

export const REENROLL_GUARDS: ReenrollGuards = {
  // Any pause stands against it, one that is accepted too.
  untouchable: without(GUARDS.untouchable, 'foreign-pause'),
  claims,
  attach,
  // Its own detached annotation is what it works with.
  currentState: without(GUARDS.currentState, 'detached'),
  entry,
  rights: GUARDS.rights,
};

/** What a person should know before: of the warnings of a repair, those that are about the host and not about an address. */
export const warnings: Guard[] = GUARDS.warnings.filter(({ name }) =>
  ['offline', 'pending-reboot', 'machine-health-check', 'last-applied', 'gitops-sync'].includes(name),
);

/** The guards that a re-enrolment asks alone, by when. */
export const OWN_GUARDS = { claims, attach, entry: ownEntry } as const;
