import { readContext } from '../../../lib/cluster/hosts/read-context.ts';
import { readSelected, type Selection } from '../../../lib/cluster/hosts/select-hosts.ts';
import { deniedOf } from '../../../lib/cluster/rights.ts';
import { GUARDS } from '../../../lib/hosts/guards/all.ts';
import { readHost } from '../../../lib/hosts/host.ts';
import { NO_TARGET } from '../../../lib/hosts/image.ts';
import { type Observed, observed } from '../../../lib/hosts/observed.ts';
import { missingPermissions } from '../../../lib/kube/api/access.ts';
import { readInHostGroup } from '../../../lib/kube/api/discovery.ts';
import { HOST_RESOURCE } from '../../../lib/objects/names.ts';
import { refusalsOf } from '../../../lib/procedure/guard.ts';
import type { Refusal } from '../../../lib/procedure/procedure.ts';
import type { PauseRun } from './run.ts';

/** The selected hosts with what stands around them, and whether this user may patch them. What can't be read is warned of. */
export async function observeHosts(
  { session: { client, warn } }: Pick<PauseRun, 'session'>,
  selection: Selection,
): Promise<Observed[]> {
  const { group, found } = await readInHostGroup(client, (candidate) =>
    readSelected(client, candidate, selection),
  );
  return Promise.all(
    found.map(async (object) => {
      const host = readHost(object, group);
      const { namespace, name } = host;
      const [around, missing] = await Promise.all([
        readContext(client, host),
        missingPermissions(client, [{ verb: 'patch', group, resource: HOST_RESOURCE, namespace, name }]),
      ]);
      for (const { reason, mend, name: warning } of around.warnings)
        warn(`host ${namespace}/${name}: ${reason}: ${mend} (${warning})`);
      const denied = missing.length > 0 && { denied: deniedOf(missing) };
      return observed(object, group, { ...around.context, ...denied });
    }),
  );
}

/** That a host may not be patched, as a refusal. */
export const lackingRights = (seen: Observed): Refusal[] =>
  refusalsOf(GUARDS.rights, seen, {
    goal: 'repair',
    target: NO_TARGET,
    order: 'documented',
    accepted: new Set<string>(),
  });
