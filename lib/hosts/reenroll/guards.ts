import { detachedAnnotation, REENROLL_ANNOTATION } from '../../objects/names.ts';
import { masked } from '../../words/masked.ts';
import { quoted } from '../../words/shell.ts';
import { commandFor } from '../command-for.ts';
import { decide } from '../decide.ts';
import { GUARDS } from '../guards/all.ts';
import type { Guard } from '../guards/guard.ts';
import { pauserOf } from '../guards/untouchable.ts';
import { isDeployedByMethod, urlsDiffer } from '../host.ts';
import { hasNoChecksum, isAtFixedAddress } from '../image.ts';
import type { Observed } from '../observed.ts';
import { detachmentOf, isDetached, reenrollmentOf } from './record.ts';

/** Every guard of a reenroll, by time. Those that a repair shares are the same objects. */
export interface ReenrollGuards {
  /** Before anything is written. */
  untouchable: Guard[];
  /** At the same time: who owns the host. */
  claims: Guard[];
  /** Before the host is detached, and before it is attached again. */
  attach: Guard[];
  currentState: Guard[];
  /** Before a reenroll starts. */
  entry: Guard[];
  rights: Guard[];
}

/** Another claim on the host: another run, another user, or a pause that keeps the operator away. */
const claims: Guard[] = [
  {
    name: 'paused',
    prevents: 'leaving the host detached, because the operator ignores a paused host',
    kind: 'refusal',
    // An unfinished repair has paused it itself, and refuses too.
    check: (observed) =>
      observed.host.paused === undefined || typeof observed.record === 'object'
        ? undefined
        : {
            reason: `the host is paused by ${pauserOf(observed)}: the operator neither detaches nor attaches it`,
            hint: `see who paused it: ${commandFor(observed, 'kubectl bmh list')}; run this again once the host is resumed`,
          },
  },
  {
    name: 'unfinished-repair',
    prevents: 're-enrolling a host with the addresses of an unfinished repair or undo',
    kind: 'refusal',
    check: (observed) => {
      const { record } = observed;
      if (record === undefined) return undefined;
      return record === 'unreadable'
        ? {
            reason: 'this host has an unfinished repair of another version',
            hint: 'do first what unreadable-record asks for; then run this again',
          }
        : {
            reason: `this host has an unfinished ${record.goal}`,
            hint: `finish it first: ${commandFor(observed, `kubectl bmh ${record.goal}`)}; then run this again`,
          };
    },
  },
  {
    name: 'foreign-detach',
    prevents: 'attaching a host that another user keeps detached',
    kind: 'refusal',
    check: (observed) =>
      detachmentOf(observed) === 'foreign'
        ? {
            reason: `the host is detached by another user, not by this tool (annotation ${detachedAnnotation(observed.group)})`,
            hint: 'ask the user who set it to remove it: this tool never does; then run this again',
          }
        : undefined,
  },
  {
    name: 'unreadable-reenroll',
    prevents: 'overwriting the record of an unfinished reenroll of another version',
    kind: 'refusal',
    check: ({ host, group }) =>
      reenrollmentOf(host) === 'unreadable'
        ? {
            reason: `the annotation ${REENROLL_ANNOTATION} is not a record that this version can read, or belongs to another object`,
            hint: `use the version of this tool that wrote it; by hand: check that spec.image.url equals status.provisioning.image.url before you remove it and ${detachedAnnotation(group)}`,
          }
        : undefined,
  },
];

/** What the attach depends on: the operator compares the addresses as soon as the host is attached. */
const attach: Guard[] = [
  {
    name: 'differing-urls',
    prevents: 'wiping a host whose two image addresses differ as soon as it is attached again',
    kind: 'refusal',
    wipes: true,
    check: (observed) => {
      const { host, group } = observed;
      return urlsDiffer(host)
        ? {
            reason: `status and spec name different images (status ${masked(host.statusImage.url ?? '')}, spec ${masked(host.image?.url || 'none')}): managed by the operator like this, the host is wiped`,
            hint:
              reenrollmentOf(host) === undefined
                ? `make them equal: ${commandFor(observed, 'kubectl bmh repair')}; then run this again`
                : `do not remove ${detachedAnnotation(group)} by hand; set spec.image.url back to ${masked(host.statusImage.url ?? '')}, then run this again`,
          }
        : undefined;
    },
  },
];

/** What a reenroll needs before it starts: a deleted node must be able to come back. */
const ownEntry: Guard[] = [
  {
    name: 'fixed-address',
    prevents: 're-enrolling a host with an address that does not answer',
    kind: 'refusal',
    check: (observed) => {
      const { image, statusImage } = observed.host;
      const fixed = [image, statusImage].find((one) => one && isAtFixedAddress(one));
      return (
        fixed && {
          reason: `its image is still at a fixed IP address (${masked(fixed.url ?? '')})`,
          hint: hasNoChecksum(image)
            ? 'there is no documented way to change the address of a live ISO or an OCI image: ask the owner of the image; changing only the spec wipes the host'
            : `set the stable address first: ${commandFor(observed, `kubectl bmh ${isRepairable(observed) ? 'repair' : 'diagnose'}`)}; then run this again`,
        }
      );
    },
  },
  {
    name: 'no-status-image',
    prevents: 'enrolling a node without an image, which an older Ironic does not adopt',
    kind: 'overridable',
    check: ({ host, context }) =>
      host.statusImage.url || isDeployedByMethod(host)
        ? undefined
        : {
            reason:
              'the status names no image: operators up to 0.10 give it to the new node, those from 0.11 on give it none anyway',
            hint: `with an operator from 0.11 on, use --accept no-status-image; otherwise first copy the image of the spec to the status: ${commandFor({ host, context }, 'kubectl patch baremetalhost', '--subresource=status', '--type=merge', '-p', quoted(JSON.stringify({ status: { provisioning: { image: { url: host.image?.url, checksum: host.image?.checksum } } } })))}`,
          },
  },
  {
    name: 'no-bmc',
    prevents: 'deleting a node that cannot be enrolled again, because its BMC is not set',
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
    prevents: 'deleting the node of a machine during a firmware or settings change',
    kind: 'refusal',
    check: ({ host: { operationalStatus } }) =>
      operationalStatus === 'servicing'
        ? { reason: 'the host is being serviced', hint: 'let that finish, then run this again' }
        : undefined,
  },
  {
    name: 'remediation',
    prevents: 'wiping a host whose Machine is being deleted, once it is attached again',
    kind: 'refusal',
    check: ({ context: { remediation } }) =>
      remediation?.underway
        ? {
            reason: `the machine ${remediation.machine.namespace}/${remediation.machine.name} of this host is being remediated`,
            hint: 'stop that first (annotate the machine with cluster.x-k8s.io/skip-remediation), or let the remediation finish',
          }
        : undefined,
  },
  {
    name: 'healthy',
    prevents: 'replacing the node of a healthy host for no reason',
    kind: 'overridable',
    check: ({ host }) =>
      host.errorType === undefined && !isDetached(host)
        ? {
            reason: 'the host has no error',
            hint: '--accept healthy re-enrolls it anyway',
          }
        : undefined,
  },
];

/** Whether no guard refuses a repair without flags. */
const isRepairable = (observed: Observed): boolean =>
  decide(observed, { accepted: new Set(), preventive: observed.host.errorType === undefined }).kind ===
  'repair';

/** The same, with the guards that a repair shares. */
const entry: Guard[] = [
  ...GUARDS.entry.filter(({ name }) => name === 'other-error'),
  ...ownEntry,
  ...GUARDS.address.filter(({ name }) => name === 'image-not-served'),
];

const without = (guards: Guard[], name: string): Guard[] => guards.filter((guard) => guard.name !== name);

export const REENROLL_GUARDS: ReenrollGuards = {
  // Any pause refuses it, even an accepted one.
  untouchable: without(GUARDS.untouchable, 'foreign-pause'),
  claims,
  attach,
  // The detached annotation is its own.
  currentState: without(GUARDS.currentState, 'detached'),
  entry,
  rights: GUARDS.rights,
};

/** The warnings of a repair that are about the host and not about an address. */
export const warnings: Guard[] = GUARDS.warnings.filter(({ name }) =>
  ['offline', 'pending-reboot', 'machine-health-check', 'last-applied', 'gitops-sync'].includes(name),
);

/** The guards that only a reenroll has, by time. */
export const OWN_GUARDS = { claims, attach, entry: ownEntry } as const;
