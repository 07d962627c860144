import type { Handler } from '../../../lib/cli/command.ts';
import { writeDocument } from '../../../lib/cli/output.ts';
import { openSession, type Session } from '../../../lib/cluster/session.ts';
import { type ServiceAddress, serviceAddress } from '../../../lib/hosts/probe.ts';
import { rights } from '../../../lib/hosts/rbac.ts';
import { findHostGroup } from '../../../lib/kube/api/discovery.ts';
import { IMAGE_SERVICE, USUAL_HOST_GROUP } from '../../../lib/objects/names.ts';
import { asPart, reportable } from '../../../lib/words/errors.ts';
import { printableYaml } from '../../../lib/words/text.ts';
import { checkService, notAService } from '../shared/repair-options.ts';
import type { RbacValues } from './flags.ts';
import { roleObject, rolesOf, rolesYaml } from './roles.ts';

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

function imagesAt(service = IMAGE_SERVICE): ServiceAddress {
  checkService(service);
  const address = serviceAddress(`http://${service}/`);
  if (!address) throw notAService(service);
  return address;
}

/** Falls back to the usual group, so that roles can be printed before there is a cluster or a host CRD. */
async function hostGroup({ client, warn }: Session): Promise<string> {
  try {
    return await findHostGroup(client);
  } catch (error) {
    warn(`assuming that hosts are in the API group ${USUAL_HOST_GROUP}: ${asPart(reportable(error))}`);
    return USUAL_HOST_GROUP;
  }
}
