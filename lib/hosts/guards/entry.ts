import { REGISTRATION_ERROR } from '../../objects/names.ts';
import { masked } from '../../words/masked.ts';
import { isAtFixedAddress } from '../image.ts';
import type { Guard } from './guard.ts';

/** What must be so for a repair to be begun; one that is unfinished is not asked again. */
export const entry: Guard[] = [
  {
    name: 'other-error',
    prevents: 'a host with an error that a new image address does not mend',
    kind: 'refusal',
    check: ({ host: { errorType } }) =>
      errorType === undefined || errorType === REGISTRATION_ERROR
        ? undefined
        : {
            reason: `the host's error is a "${errorType}", not a "${REGISTRATION_ERROR}"`,
            hint: 'read status.errorMessage; a "registration error" is about the BMC (address, credentials, power)',
          },
  },
  {
    name: 'missing-information',
    prevents: 'a host whose error is about image information that is missing, not about its address',
    kind: 'refusal',
    check: ({ host }) =>
      isMissingInformation(host.errorMessage)
        ? {
            reason: 'the error says that image information is missing, not that the address does not answer',
            hint: 'look at the node in Ironic (instance_info); a new address does not bring it back',
          }
        : undefined,
  },
  {
    name: 'address-not-ip',
    prevents: 'an image whose address is a name already, so that the error has another cause',
    kind: 'overridable',
    check: ({ host: { image } }) =>
      image && !isAtFixedAddress(image)
        ? {
            reason: `the image address ${masked(image.url ?? '')} holds no IP address, so it is not what this procedure repairs`,
            hint: 'see whether the image server answers there; --accept address-not-ip replaces the address all the same',
          }
        : undefined,
  },
];

/** Whether an error is about what Ironic does not know of the image: no address mends that. */
export const isMissingInformation = (message: string | undefined): boolean =>
  /cannot validate image information/i.test(message ?? '') && /\bmissing\b/i.test(message ?? '');
