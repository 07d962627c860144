import { REGISTRATION_ERROR } from '../../objects/names.ts';
import { masked } from '../../words/masked.ts';
import { isAtFixedAddress } from '../image.ts';
import type { Guard } from './guard.ts';

/** Asked before a new repair; an unfinished one is not asked again. */
export const entry: Guard[] = [
  {
    name: 'other-error',
    prevents: 'changing the image address of a host whose error has another cause',
    kind: 'refusal',
    check: ({ host: { errorType } }) =>
      errorType === undefined || errorType === REGISTRATION_ERROR
        ? undefined
        : {
            reason: `the host's error is "${errorType}", not "${REGISTRATION_ERROR}"`,
            hint: 'read status.errorMessage; a "registration error" is about the BMC (address, credentials, power)',
          },
  },
  {
    name: 'missing-information',
    prevents: 'changing the image address when the error is about missing image information',
    kind: 'refusal',
    check: ({ host }) =>
      isMissingInformation(host.errorMessage)
        ? {
            reason: 'the error is about missing image information, not about an address that does not answer',
            hint: 'inspect the node in Ironic (instance_info); a new address does not restore it',
          }
        : undefined,
  },
  {
    name: 'address-not-ip',
    prevents: 'replacing an image address that is already a name, not an IP address',
    kind: 'overridable',
    check: ({ host: { image } }) =>
      image && !isAtFixedAddress(image)
        ? {
            reason: `the image address ${masked(image.url ?? '')} contains no IP address, so this procedure does not apply`,
            hint: 'check whether the image server answers there; --accept address-not-ip replaces the address anyway',
          }
        : undefined,
  },
];

/** Whether the error is about image information that Ironic lacks; a new address does not fix that. */
export const isMissingInformation = (message: string | undefined): boolean =>
  /cannot validate image information/i.test(message ?? '') && /\bmissing\b/i.test(message ?? '');
