import type { Host } from '../../../lib/cli/command.ts';
import { auditCluster } from '../../../lib/cluster/audit/cluster.ts';
import { givenShard } from '../../../lib/cluster/hosts/select-hosts.ts';
import { openSession } from '../../../lib/cluster/session.ts';
import { asPart, CommandError } from '../../../lib/words/errors.ts';
import type { AuditValues } from './flags.ts';
import type { Audit } from './render.ts';

/** Audits the namespace of the connection, or all namespaces. */
export async function auditInCluster(values: AuditValues, host: Host): Promise<Audit> {
  const { service, flavor, secrets, allNamespaces } = values;
  const { connection, client } = await openSession(values, host);
  const namespace = allNamespaces ? undefined : connection.namespace;
  try {
    const options = { service, flavors: flavor, secrets, namespace, shard: givenShard(values.shard) };
    return { ...(await auditCluster(client, options)), notes: [] };
  } catch (error) {
    if (!(error instanceof CommandError) || error.kind !== 'api') throw error;
    // An unreachable cluster is an unknown verdict, not an error.
    const { hint = 'run this again' } = error;
    return { findings: [], notes: [], unread: [{ reason: asPart(error), hint }] };
  } finally {
    client.close();
  }
}
