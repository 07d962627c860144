import { ApiError } from '../../kube/api/errors.ts';
import { pagesOf } from '../../kube/api/pages.ts';
import type { KubeClient, KubeObject } from '../../kube/api/types.ts';
import type { Block, Unread, VolumeState } from '../../status/block.ts';
import { instanceState } from '../../status/instances.ts';
import { claimsOf, workloadState } from '../../status/workloads.ts';
import { upgradeIssue } from '../../versions/monitoring.ts';
import { readClaim } from '../../volumes/claim.ts';
import { recordName } from '../../volumes/record.ts';
import type { MetricsAsker } from '../metrics/pod.ts';
import { readOrNote } from './collections.ts';
import { withMetrics } from './read-metrics.ts';
import { type BlockObjects, readObjects, type Scope } from './read-objects.ts';
import { readWatchdog } from './read-watchdog.ts';

/**
 * Reads the building block: its objects, and what its pods report. What cannot be read is in `unread`.
 *
 * @throws {CommandError} if the API server cannot be reached.
 */
export async function readBlock(asker: MetricsAsker & Scope, now: Date): Promise<Block> {
  const { client } = asker.session;
  const unread: Unread[] = [];
  const [objects, nodes, version] = await Promise.all([
    readObjects(client, asker, unread),
    readOrNote({ what: 'nodes' }, unread, () => countNodes(client)),
    readVersion(client, unread),
  ]);
  const workloads = objects.workloads.map((found) =>
    workloadState(found, { pods: podsNear(objects, found.object), namespaces: objects.namespaces }),
  );
  const states = objects.instances.map(({ component, object }) =>
    instanceState(component, object, {
      sets: objects.sets?.filter(isInNamespaceOf(object)),
      daemonSets: objects.daemonSets?.filter(isInNamespaceOf(object)),
      claims: objects.claims.get(object.metadata.namespace ?? ''),
      pods: podsNear(objects, object),
      record: objects.records.find(
        (record) =>
          isInNamespaceOf(object)(record) &&
          record.metadata.name === recordName(component, object.metadata.name),
      ),
    }),
  );
  const instances = states.map(({ instance }) => instance);
  const [watchdog, volumes] = await Promise.all([
    readWatchdog(asker, objects, now),
    withMetrics(
      asker,
      {
        volumes: [...states.flatMap((state) => state.volumes), ...uiVolumes(objects)],
        instances,
        now,
      },
      unread,
    ),
  ]);
  if (!objects.served) unread.push(NOT_SERVED);
  return {
    namespace: asker.namespace,
    workloads,
    instances,
    volumes,
    watchdog,
    nodes,
    upgradeIssue: upgradeIssue(version ?? {}),
    // Independent of the order of the answers.
    unread: unread.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other), 'en')),
  };
}

const keyOf = ({ what, namespace = '' }: Unread): string => `${what} ${namespace}`;

/** A metrics server may still run without the operator. */
const NOT_SERVED: Unread = {
  what: 'instances',
  reason:
    'the server does not serve the kinds Prometheus, Alertmanager and ThanosRuler: the CRDs of the operator are not installed',
  hides: ['metrics', 'alerts', 'ruler'],
};

/** The version of the API server. Every user may send this request: if it gets no answer, nothing can be read. */
export async function readVersion(
  client: KubeClient,
  unread: Unread[],
): Promise<{ gitVersion?: string } | undefined> {
  const version = client.send<{ gitVersion?: string }>({ method: 'GET', path: '/version' });
  await version.catch((error) => {
    if (!(error instanceof ApiError) || error.code === 401) throw error;
  });
  return readOrNote({ what: 'server version' }, unread, () => version);
}

async function countNodes(client: KubeClient): Promise<number> {
  let count = 0;
  for await (const nodes of pagesOf<KubeObject>(client, { path: '/api/v1/nodes' })) count += nodes.length;
  return count;
}

const isInNamespaceOf =
  (object: KubeObject) =>
  ({ metadata }: KubeObject): boolean =>
    metadata.namespace === object.metadata.namespace;

const podsNear = ({ pods }: BlockObjects, { metadata }: KubeObject) => pods.get(metadata.namespace ?? '');

const uiVolumes = ({ workloads, claims }: BlockObjects): VolumeState[] =>
  workloads.flatMap((found) => {
    const { name, namespace = '' } = found.object.metadata;
    return claimsOf(found, claims.get(namespace) ?? []).map(({ claim, ...its }) => ({
      namespace,
      claim: readClaim(claim),
      owner: { component: 'ui' as const, kind: found.kind, name },
      ...its,
      metrics: undefined,
    }));
  });
