import { type Permission, ruleFor } from '../kube/api/access.ts';
import { isForbidden } from '../kube/api/errors.ts';
import type { Denied } from '../procedure/guard.ts';
import { CommandError } from '../words/errors.ts';

/** The value of a read, or undefined if it is forbidden. */
export const unlessForbidden = <T>(reading: Promise<T>): Promise<T | undefined> =>
  reading.catch((error: unknown) => {
    if (isForbidden(error)) return undefined;
    throw error;
  });

/** Missing permissions in words, with the RBAC rule that grants them. */
export const deniedOf = (missing: Permission[]): Denied => ({
  what: missing.map(shown),
  rule: ruleFor(missing),
});

const shown = ({ verb, resource, subresource }: Permission): string =>
  `${verb} ${resource}${subresource ? `/${subresource}` : ''}`;

/** The error if what a run is decided on cannot even be read. */
export const notAllowed = ({ what, rule }: Denied, cause?: unknown): CommandError =>
  new CommandError('refusal', `error: not allowed: ${what.join(', ')}`, {
    hint: `Nothing was changed. Ask for this rule:\n${rule}`,
    ...(cause !== undefined && { cause }),
  });
