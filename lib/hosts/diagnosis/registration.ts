import { EXTERNALLY_PROVISIONED, PROVISIONED, REGISTRATION_ERROR } from '../../objects/names.ts';
import type { Cause, Evidence } from './evidence.ts';

/** Whether a host has the error that the procedure is for. */
export const isOurs = ({ observed: { host } }: Pick<Evidence, 'observed'>): boolean =>
  host.errorType === REGISTRATION_ERROR && [PROVISIONED, EXTERNALLY_PROVISIONED].includes(host.state ?? '');

/** Causes of hosts with this error alone. */
export function ofOurs(causes: Cause[]): Cause[] {
  return causes.map((cause) => ({
    ...cause,
    find: (evidence) => (isOurs(evidence) ? cause.find(evidence) : undefined),
  }));
}
