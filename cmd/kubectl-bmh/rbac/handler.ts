import type { Handler } from '../../../lib/cli/command.ts';
import { openSession } from '../../../lib/cluster/session.ts';
import { rights } from '../../../lib/hosts/rbac.ts';
import { printRoles } from '../../shared/rbac/roles.ts';
import { hostGroup, imagesAt } from '../shared/rights-context.ts';
import type { HostRbacValues } from './flags.ts';

/** `kubectl bmh rbac`: the roles that the commands need, as YAML with a comment per rule, or as JSON. */
export const rbac: Handler<HostRbacValues> = async ({ values }, host) => {
  const images = imagesAt(values.service);
  const session = await openSession(values, host);
  try {
    // -n means the hosts of that namespace only.
    const isNamespaced = values.namespaced || values.namespace !== undefined;
    const namespace = isNamespaced ? session.connection.namespace : undefined;
    const { output } = values;
    await printRoles(
      rights(await hostGroup(session), images),
      { name: 'kubectl-bmh', namespace, output },
      host,
    );
    return 0;
  } finally {
    session.client.close();
  }
};
