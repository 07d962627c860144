import { masked } from '../../words/masked.ts';
import { commandFor } from '../command-for.ts';
import { imageSource, putBackBy } from '../gitops.ts';
import { isDeployedByMethod } from '../host.ts';
import { algorithmOf, declaredAlgorithm, hasNoChecksum, NO_TARGET } from '../image.ts';
import { isAboutToBeWiped } from '../risk.ts';
import type { Guard } from './guard.ts';

/** Asked before a new address can be derived. */
export const naming: Guard[] = [
  {
    name: 'no-image-name',
    prevents: 'guessing an image name that the current address does not contain',
    kind: 'refusal',
    check: (observed, { target }) => {
      const { host } = observed;
      const first = isAboutToBeWiped(observed)
        ? `the operator is about to wipe this host: pause it now: ${commandFor(observed, 'kubectl bmh pause')}; then `
        : '';
      if (isDeployedByMethod(host))
        return {
          reason: `the host has no image: its deploy method "${host.customDeploy}" installed its system`,
          hint: `there is no image address to repair; ${first}see its status: ${commandFor(observed, 'kubectl describe baremetalhost')}`,
        };
      return target === NO_TARGET
        ? {
            reason: `cannot derive an image name from the host's image address (${masked(host.image?.url ?? 'none')})`,
            hint: `${first}use --image-name NAME, or --image-url URL with --checksum-url URL`,
          }
        : undefined;
    },
  },
];

/** Asked before every step that brings in a new address. */
export const address: Guard[] = [
  {
    name: 'no-checksum-image',
    prevents: 'adding a checksum to an image that must not have one (live-iso, oci)',
    kind: 'refusal',
    check: ({ host }) =>
      hasNoChecksum(host.image)
        ? {
            reason:
              'the image is a live ISO or an OCI image, which has no checksum file; the procedure would add one',
            hint: 'there is no documented procedure for it: leave it unchanged and ask the owner of the image; changing only the address in the spec wipes the host',
          }
        : undefined,
  },
  {
    name: 'checksum-type',
    prevents: 'breaking the next deployment with a checksum of the wrong algorithm',
    kind: 'refusal',
    check: ({ host }, { target }) => {
      const written = algorithmOf(target.checksum);
      const declared = declaredAlgorithm(target.checksumType ?? host.image?.checksumType);
      return written !== undefined && declared !== 'auto' && declared !== written
        ? {
            reason: `the new checksum ${masked(target.checksum)} is ${written}, but the host's checksumType is ${declared}`,
            hint: `use --checksum-type ${written}, or --checksum-type ${declared} with the image's .${declared}sum`,
          }
        : undefined;
    },
  },
  {
    name: 'image-not-served',
    prevents: 'switching to an address that does not serve the image: the error would return',
    kind: 'overridable',
    check: ({ context: { probe } }, { target }) => {
      const absent = [
        ...(probe?.image.kind === 'absent' ? [target.url] : []),
        ...(probe?.checksum?.kind === 'absent' ? [target.checksum] : []),
      ];
      return absent.length > 0
        ? {
            reason: `the image server returns 404 for ${absent.map(masked).join(' and ')}`,
            hint: 'upload the file, or use --image-name, --checksum-type or --service; --accept image-not-served continues without it',
          }
        : undefined;
    },
  },
  {
    name: 'gitops',
    prevents: 'wiping a host when a GitOps source restores the old address',
    kind: 'overridable',
    check: (observed, { goal, target }) => {
      // Once this run has set the address, `address-put-back` reports it.
      if (observed.placed === goal) return undefined;
      const source = observed.host.image?.url === target.url ? undefined : imageSource(observed);
      const writer = source === undefined ? putBackBy(observed) : undefined;
      const found =
        (source && `${source} manages this host's image and may restore the old address`) ??
        (writer && `${writer} since the unfinished run started and may do so again`);
      return found
        ? {
            reason: `${found}, which wipes the host`,
            hint: `suspend its sync, if any, change spec.image to ${masked(target.url)} at the source, run this with --accept gitops, then resume the sync`,
          }
        : undefined;
    },
  },
];
