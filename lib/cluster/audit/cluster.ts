import type { Diagnostic, Scope } from '../../audit/diagnostic.ts';
import type { Finding } from '../../audit/finding.ts';
import { type Expectation, findingsIn } from '../../audit/judge.ts';
import { secretsOf } from '../../audit/secrets.ts';
import { namespacesNamed, pinsOf, serviceFindings } from '../../audit/service.ts';
import { isInShard, type Shard } from '../../hosts/shard.ts';
import type { KubeClient, KubeObject } from '../../kube/api/types.ts';
import { HOST_KIND } from '../../objects/names.ts';
import { collectionsOf } from './collections.ts';
import { readCollection, readSecrets, readSettings } from './read-objects.ts';
import { readServices } from './read-service.ts';

export interface ClusterAudit {
  findings: Finding[];
  /** What could not be read. */
  unread: Diagnostic[];
  /** Absent if nothing could be read. */
  scope?: Scope;
}

export interface ClusterOptions extends Pick<Expectation, 'service' | 'flavors'> {
  /** Undefined for all namespaces. */
  namespace: string | undefined;
  /** Whether to check the Secrets with data of hosts as well. */
  secrets: boolean;
  /** Undefined: all objects. The service itself belongs to the first shard. */
  shard: Shard | undefined;
}

/** Checks a cluster against the prevention rules. Keeps no objects, only findings. */
export async function auditCluster(client: KubeClient, options: ClusterOptions): Promise<ClusterAudit> {
  const { namespace, service, flavors, secrets, shard } = options;
  const [found, collections] = await Promise.all([
    readServices(client, service, namespace),
    collectionsOf(client, namespace),
  ]);
  const { services, only, gaps, beyond = [] } = found;
  const expectation: Expectation = {
    service,
    flavors,
    from: 'cluster',
    pins: pinsOf(services ?? []),
    flags: client.flags,
  };
  const named = new Set<string>();
  const wanted = new Map<string, { namespace: string; name: string }>();
  let hasHosts = false;
  let objects = 0;
  const judge = (object: KubeObject): Finding[] => {
    hasHosts ||= object.kind === HOST_KIND;
    for (const one of namespacesNamed(object, service)) named.add(one);
    if (shard && !isInShard(object.metadata, shard)) return [];
    objects += 1;
    if (secrets) for (const one of secretsOf(object)) wanted.set(`${one.namespace}/${one.name}`, one);
    return findingsIn(object, expectation);
  };
  const read = await Promise.all([
    ...collections.map((collection) => readCollection(client, collection, judge)),
    readSettings(client, namespace, judge),
  ]);
  const all = [...read, ...(await readSecrets(client, [...wanted.values()], judge))];
  // Without hosts, no service is needed.
  const ofService =
    hasHosts && services && !shard?.index
      ? serviceFindings({ service, namespace, services, only, named })
      : [];
  const isElsewhere = [...named].some((one) => one !== only);
  return {
    findings: [...ofService, ...all.flatMap(({ found: findings }) => findings ?? [])],
    unread: [...gaps, ...(isElsewhere ? beyond : []), ...all.flatMap(({ gap }) => gap ?? [])],
    ...((objects > 0 || read.some(({ gap }) => !gap)) && {
      scope: { objects, ...(namespace !== undefined && { namespace }) },
    }),
  };
}
