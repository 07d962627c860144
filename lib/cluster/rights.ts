import { type Permission, ruleFor } from '../kube/api/access.ts';
import { isForbidden } from '../kube/api/errors.ts';
import type { Denied } from '../procedure/guard.ts';
import { CommandError } from '../words/errors.ts';

/** What was read, or undefined where it may not be read. */
export const unlessForbidden = <T>(reading: Promise<T>): Promise<T | undefined> =>
  reading.catch((error: unknown) => {
    if (isForbidden(error)) return undefined;
    throw error;
  });

/** Permissions that are missing as a person reads them, with the rule that grants them. */
export const deniedOf = (missing: Permission[]): Denied => ({
  what: missing.map(shown),
  rule: ruleFor(missing),
});

const shown = ({ verb, resource, subresource }: Permission): string =>
  `${verb} ${resource}${subresource ? `/${subresource}` : ''}`;

/** That what a run is decided on may not even be read. */
export const notAllowed = ({ what, rule }: Denied, cause?: unknown): CommandError =>
  new CommandError('refusal', `error: not allowed: ${what.join(', ')}`, {
    hint: `Nothing was changed. Ask for this rule:\n${rule}`,
    ...(cause !== undefined && { cause }),
  });
