import { masked } from '../../words/masked.ts';
import type { Host } from '../host.ts';
import { pauseOf } from '../observed.ts';
import { type Cause, describing, type Next } from './evidence.ts';
import { guardFinding } from './guarded.ts';
import { isOurs } from './registration.ts';

/** What an error type means, and where to look. */
interface ErrorType {
  errorType: string;
  cause: string;
  means: string;
  advice: string;
}

/** The error types that the procedure is not for. */
const TYPES: ErrorType[] = [
  {
    errorType: 'registration error',
    cause: 'bmc-fault',
    means: 'the operator cannot reach or log in to the BMC',
    advice:
      'check that the BMC address in spec.bmc answers and that the Secret in spec.bmc.credentialsName has its username and password; a new image address does not fix this',
  },
  {
    errorType: 'inspection error',
    cause: 'inspection-error',
    means: 'the hardware could not be inspected',
    advice:
      'check on the console of the machine whether the inspection image boots and reaches Ironic; the annotation inspect.metal3.io requests another inspection',
  },
  {
    errorType: 'preparation error',
    cause: 'preparation-error',
    means: 'cleaning, RAID or firmware settings failed before provisioning',
    advice: 'compare spec.raid, spec.firmware and HostFirmwareSettings with what the hardware supports',
  },
  {
    errorType: 'provisioning error',
    cause: 'provisioning-error',
    means: 'the image could not be written or removed',
    advice:
      'check that the image and its checksum are served and match, and that spec.rootDeviceHints match a disk',
  },
  {
    errorType: 'power management error',
    cause: 'power-fault',
    means: 'the BMC did not power the machine on or off',
    advice: 'check on the BMC whether the machine can be powered on and off, and what blocks it',
  },
  {
    errorType: 'servicing error',
    cause: 'servicing-error',
    means: 'a firmware or settings change failed on the provisioned host',
    advice:
      'see HostFirmwareSettings and HostFirmwareComponents; reverting the change there aborts the servicing, and the host stays provisioned',
  },
];

/** Hosts with one of these errors, or with an unknown one. */
export const errorTypes: Cause[] = [
  ...TYPES.map(
    ({ errorType, cause, means, advice }): Cause => ({
      name: cause,
      means,
      find: ({ observed }) =>
        observed.host.errorType === errorType
          ? {
              verdict: 'degraded',
              summary: sayOf(observed.host) + unretried(observed),
              next: next(observed.host, advice),
            }
          : undefined,
    }),
  ),
  {
    name: 'other-error',
    means: 'the host has another error',
    find: ({ observed }) =>
      !isOurs({ observed }) &&
      (observed.host.errorType !== undefined || observed.host.operationalStatus === 'error')
        ? {
            verdict: 'degraded',
            summary: sayOf(observed.host) + unretried(observed),
            next: next(observed.host, 'see what the operator reports about it'),
          }
        : undefined,
  },
];

const next = (host: Host, advice: string): Next => ({ command: describing(host), advice });

const sayOf = ({ errorType, errorMessage, state }: Host): string =>
  `${errorType ?? 'an error without a type'} in state "${state ?? ''}": ${masked(errorMessage || 'no message')}`;

/** What keeps the operator from retrying. */
const unretried = (observed: Parameters<typeof pauseOf>[0] & Parameters<typeof guardFinding>[1]): string =>
  pauseOf(observed) === 'foreign'
    ? `; ${guardFinding('foreign-pause', observed)?.reason ?? 'it is paused'}: the operator does not retry`
    : '';
