import { masked } from '../../words/masked.ts';
import { imageSource, putBackBy } from '../gitops.ts';
import { isDeployedByMethod } from '../host.ts';
import { algorithmOf, declaredAlgorithm, hasNoChecksum, NO_TARGET } from '../image.ts';
import { isAboutToBeWiped } from '../risk.ts';
import type { Guard } from './guard.ts';

/** What must be told before a new address can be brought in at all. */
export const naming: Guard[] = [
  {
    name: 'no-image-name',
    prevents: 'a host whose new address can not be told from its present one',
    kind: 'refusal',
    check: (observed, { target }) => {
      const { host } = observed;
      const first = isAboutToBeWiped(observed)
        ? `the operator is about to wipe this host: run kubectl bmh pause ${host.name} now; then `
        : '';
      if (isDeployedByMethod(host))
        return {
          reason: `the host has no image: its deploy method "${host.customDeploy}" put its system there`,
          hint: `there is no image address to repair; ${first}see what the operator says of it with kubectl describe bmh`,
        };
      return target === NO_TARGET
        ? {
            reason: `no image name can be told from the host's image address (${masked(host.image?.url ?? 'none')})`,
            hint: `${first}give --image-name NAME, or --image-url URL with --checksum-url URL`,
          }
        : undefined;
    },
  },
];

/** What must not be so where a new address is brought in. */
export const address: Guard[] = [
  {
    name: 'no-checksum-image',
    prevents: 'an image that has no checksum (live-iso, oci), which must not be given one',
    kind: 'refusal',
    check: ({ host }) =>
      hasNoChecksum(host.image)
        ? {
            reason:
              'the image is a live ISO or an OCI image, which has no checksum file; the procedure would give it one',
            hint: 'there is no documented way for it: leave it as it is and ask whoever owns the image; a spec with another address alone has the host wiped',
          }
        : undefined,
  },
  {
    name: 'checksum-type',
    prevents: 'the next deployment, which fails where a checksum is read with the wrong algorithm',
    kind: 'refusal',
    check: ({ host }, { target }) => {
      const written = algorithmOf(target.checksum);
      const declared = declaredAlgorithm(target.checksumType ?? host.image?.checksumType);
      return written !== undefined && declared !== 'auto' && declared !== written
        ? {
            reason: `the new checksum ${masked(target.checksum)} is ${written}, and the host's checksumType says ${declared}`,
            hint: `give --checksum-type ${written}, or --checksum-type ${declared} for the image's .${declared}sum`,
          }
        : undefined;
    },
  },
  {
    name: 'image-not-served',
    prevents: 'a host from an address at which its image is not to be had: the error would come back',
    kind: 'overridable',
    check: ({ context: { probe } }, { target }) => {
      const absent = [
        ...(probe?.image.kind === 'absent' ? [target.url] : []),
        ...(probe?.checksum?.kind === 'absent' ? [target.checksum] : []),
      ];
      return absent.length > 0
        ? {
            reason: `the image server itself answers 404 for ${absent.map(masked).join(' and ')}`,
            hint: 'put the file there, or give --image-name, --checksum-type or --service; --accept image-not-served goes on without it',
          }
        : undefined;
    },
  },
  {
    name: 'gitops',
    prevents: 'a host whose source puts the old address back, which wipes it',
    kind: 'overridable',
    check: (observed, { goal, target }) => {
      // `address-put-back` says it of a run that has set the address itself.
      if (observed.placed === goal) return undefined;
      const source = observed.host.image?.url === target.url ? undefined : imageSource(observed);
      const writer = source === undefined ? putBackBy(observed) : undefined;
      const found =
        (source && `${source} holds this host's image and may put the old address back`) ??
        (writer && `${writer} since the unfinished run began and may do so again`);
      return found
        ? {
            reason: `${found}, which wipes the host`,
            hint: `suspend its sync if it has one, change spec.image to ${masked(target.url)} at the source, run this with --accept gitops, resume that sync last`,
          }
        : undefined;
    },
  },
];
