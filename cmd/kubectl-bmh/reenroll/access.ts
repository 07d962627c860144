import { type Access, accessTo, readRecord } from '../../../lib/cluster/hosts/access.ts';
import { probeImage } from '../../../lib/cluster/hosts/probe-image.ts';
import { readContext } from '../../../lib/cluster/hosts/read-context.ts';
import { deniedOf, notAllowed, unlessForbidden } from '../../../lib/cluster/rights.ts';
import { observed } from '../../../lib/hosts/observed.ts';
import { changePermissions } from '../../../lib/hosts/rbac.ts';
import { decideReenroll } from '../../../lib/hosts/reenroll/decide.ts';
import { presentAim } from '../../../lib/hosts/reenroll/procedure.ts';
import { missingPermissions } from '../../../lib/kube/api/access.ts';
import { readInHostGroup } from '../../../lib/kube/api/discovery.ts';
import { HOST_RESOURCE } from '../../../lib/objects/names.ts';
import type { Run } from './report.ts';

/**
 * The host, what stands around it, whether its image is served and what of the run is not allowed: it patches the host,
 * and can do without the number of errors in its status.
 */
export async function accessFor({
  name,
  namespace,
  accepted,
  session: { client },
  host: { interrupted },
}: Run): Promise<Access> {
  const of = { namespace, name };
  const { group, found } = await readInHostGroup(client, async (candidate) => {
    const needed = changePermissions(candidate, of).filter(({ subresource }) => subresource === undefined);
    const [object, lacking] = await Promise.all([
      unlessForbidden(readRecord(client, candidate, of, interrupted)),
      missingPermissions(client, needed),
    ]);
    return { object, lacking };
  });
  const { object, lacking } = found;
  if (!object) {
    const list = { verb: 'list', group, resource: HOST_RESOURCE, ...of };
    throw notAllowed(deniedOf([list, ...lacking]));
  }
  const seen = observed(object, group, { cluster: undefined });
  const decision = decideReenroll(seen, accepted);
  const isNew = decision.kind === 'reenroll' && decision.why !== 'unfinished';
  const { target } = presentAim(seen.host);
  const [around, probe] = await Promise.all([
    readContext(client, seen.host),
    isNew ? probeImage(client, target, { namespace, signal: interrupted }) : undefined,
  ]);
  return accessTo(seen, { around, probe, missing: lacking });
}
