import type { Handler } from '../../../lib/cli/command.ts';
import { writeDocument } from '../../../lib/cli/output.ts';
import { openSession } from '../../../lib/cluster/session.ts';
import { rights } from '../../../lib/hosts/rbac.ts';
import { printableYaml } from '../../../lib/words/text.ts';
import { hostGroup, imagesAt } from '../shared/rights-context.ts';
import { roleObject, rolesOf, rolesYaml } from '../shared/roles.ts';
import type { RbacValues } from './flags.ts';

/** `kubectl bmh rbac`: the roles that the commands need, as YAML with a comment per rule, or as JSON. */
export const rbac: Handler<RbacValues> = async ({ values }, host) => {
  const images = imagesAt(values.service);
  const session = await openSession(values, host);
  try {
    // -n means the hosts of that namespace only.
    const isNamespaced = values.namespaced || values.namespace !== undefined;
    const namespace = isNamespaced ? session.connection.namespace : undefined;
    const roles = rolesOf(rights(await hostGroup(session), images), namespace);
    if (values.output !== 'yaml')
      await writeDocument(host.stdout, values.output, {
        apiVersion: 'v1',
        kind: 'List',
        items: roles.map(roleObject),
      });
    else host.stdout.write(printableYaml(rolesYaml(roles)));
    return 0;
  } finally {
    session.client.close();
  }
};
