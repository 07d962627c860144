import { isApiGroup } from '../../../lib/objects/api-group.ts';
import { usageError } from '../../../lib/words/errors.ts';

/** Checks the value of `--group`, if there is one. @throws {CommandError} a usage error if it is no API group. */
export function checkGroup(group: string | undefined): void {
  if (group !== undefined && !isApiGroup(group))
    throw usageError(
      `invalid --group ${JSON.stringify(group)}`,
      'Use the API group alone, such as monitoring.example.com. "kubectl api-resources" lists the groups of a cluster.',
    );
}
