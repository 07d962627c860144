import { usageError } from '../../../lib/words/errors.ts';

/** Checks the value of `--group`, if there is one. @throws {CommandError} a usage error if it is no API group. */
export function checkGroup(group: string | undefined): void {
  if (group !== undefined && !isGroup(group))
    throw usageError(
      `invalid --group ${JSON.stringify(group)}`,
      'Use the API group alone, such as monitoring.example.com. "kubectl api-resources" lists the groups of a cluster.',
    );
}

/** An API group of a custom resource: a DNS name of two parts or more (RFC 1123), at most 253 characters. */
const isGroup = (text: string): boolean => text.length <= 253 && GROUP.test(text);

const GROUP = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?(\.[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?)+$/;
