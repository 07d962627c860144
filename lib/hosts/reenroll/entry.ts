import { masked } from '../../words/masked.ts';
import { GUARDS } from '../guards/all.ts';
import type { Guard } from '../guards/guard.ts';
import { isDeployedByMethod } from '../host.ts';
import { hasNoChecksum, isAtFixedAddress } from '../image.ts';
import { isDetached } from './state.ts';

const REPAIR_FIRST = 'kubectl bmh repair comes first: it brings in the stable address; then run this again';

/** What must be so for a re-enrolment to be begun: a node that is deleted has to come back. */
export const ownEntry: Guard[] = [
  {
    name: 'fixed-address',
    protects: 'a host that is enrolled again with the address that does not answer',
    kind: 'refusal',
    check: ({ host: { image, statusImage } }) => {
      const fixed = [image, statusImage].find((one) => one && isAtFixedAddress(one));
      return (
        fixed && {
          reason: `its image is at a fixed IP address still (${masked(fixed.url ?? '')})`,
          mend: hasNoChecksum(image)
            ? 'there is no documented way to another address for a live ISO or an OCI image: ask whoever owns the image; a spec with another address alone has the host wiped'
            : REPAIR_FIRST,
        }
      );
    },
  },
  {
    name: 'no-status-image',
    protects: 'a host whose new node knows no image: an older Ironic does not adopt it without one',
    kind: 'judgement',
    check: ({ host }) =>
      host.statusImage.url || isDeployedByMethod(host)
        ? undefined
        : {
            reason:
              'the status names no image, which operators up to 0.10 give to the new node; those from 0.11 on give it none anyhow',
            mend: `with an operator from 0.11 on, --accept no-status-image goes on; else give it the image of the spec first: kubectl patch baremetalhost ${host.name} -n ${host.namespace} --subresource=status --type=merge -p '${JSON.stringify({ status: { provisioning: { image: { url: host.image?.url, checksum: host.image?.checksum } } } })}'`,
          },
  },
  {
    name: 'no-bmc',
    protects: 'a host whose node can not be enrolled again, because nothing says how its BMC is reached',
    kind: 'refusal',
    check: ({ host: { hasBmc } }) =>
      hasBmc
        ? undefined
        : {
            reason: 'the spec names no BMC, or no Secret with its credentials',
            mend: 'set spec.bmc.address and spec.bmc.credentialsName, then run this again',
          },
  },
  {
    name: 'servicing',
    protects:
      'a machine whose firmware or settings are being changed: its node must not go in the middle of that',
    kind: 'refusal',
    check: ({ host: { operationalStatus } }) =>
      operationalStatus === 'servicing'
        ? { reason: 'the host is being serviced', mend: 'let that finish, then run this again' }
        : undefined,
  },
  {
    name: 'remediation',
    protects: 'a host whose Machine is being deleted: attached again, it would be wiped',
    kind: 'refusal',
    check: ({ context: { remediation } }) =>
      remediation?.underway
        ? {
            reason: `the machine ${remediation.machine.namespace}/${remediation.machine.name} of this host is being remediated`,
            mend: 'stop that first (annotate the machine with cluster.x-k8s.io/skip-remediation), or let it have the host',
          }
        : undefined,
  },
  {
    name: 'healthy',
    protects: 'a host with which nothing is wrong, and which has no need of another node',
    kind: 'judgement',
    check: ({ host }) =>
      host.errorType === undefined && !isDetached(host)
        ? {
            reason: 'nothing is wrong with the host: it has no error',
            mend: '--accept healthy enrols it again all the same',
          }
        : undefined,
  },
];

/** The same, with what a repair asks as well. */
export const entry: Guard[] = [
  ...GUARDS.entry.filter(({ name }) => name === 'other-error'),
  ...ownEntry,
  ...GUARDS.address.filter(({ name }) => name === 'image-not-served'),
];
