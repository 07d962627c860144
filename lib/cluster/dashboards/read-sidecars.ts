import { type Provider, providerSources, providersIn } from '../../dashboards/standing/provider.ts';
import type { RunningSidecar, SidecarPod } from '../../dashboards/standing/running.ts';
import { type Sidecar, sidecarsIn, type Workload } from '../../dashboards/standing/sidecar.ts';
import { unlessMissing } from '../../kube/api/errors.ts';
import { collectionPath, pathPart } from '../../kube/api/object-name.ts';
import { allOf } from '../../kube/api/pages.ts';
import type { KubeClient, KubeObject } from '../../kube/api/types.ts';
import { fieldsOf } from '../../objects/fields.ts';
import { MONITORING_NAMESPACE } from '../../objects/names.ts';
import { isFinished, isReady, type PodObject } from '../../objects/pod.ts';
import type { Unread } from '../../status/block.ts';
import { troubleOf } from '../../status/pod.ts';
import { findWorkloads, makes, type WorkloadObject } from '../../status/workloads.ts';
import { order } from '../../words/text.ts';
import { readCollection, readOrNote } from '../block/collections.ts';
import type { Session } from '../session.ts';

/** The dashboard UIs of a cluster and their sidecars. */
export interface FoundSidecars {
  sidecars: RunningSidecar[];
  /** The dashboard UIs without a sidecar for dashboards. */
  without: Workload[];
  /** What could not be read. */
  unread: Unread[];
}

/**
 * The sidecars for dashboards of all namespaces; if those may not be read, of the namespace of the connection and the usual one of
 * the building block.
 *
 * @throws {CommandError} if the API server cannot be reached.
 */
export async function readSidecars({
  client,
  connection,
}: Pick<Session, 'client' | 'connection'>): Promise<FoundSidecars> {
  const unread: Unread[] = [];
  const workloads = await readWorkloads(client, connection.namespace, unread);
  const found = workloads.flatMap((workload) =>
    sidecarsIn(workload.kind as Workload['kind'], workload.object).map((sidecar) => ({ sidecar, workload })),
  );
  const namespaces = [...new Set(found.map(({ sidecar }) => sidecar.workload.namespace))];
  const own = new Map(
    await Promise.all(
      namespaces.map(async (namespace) => {
        const { items } = await readCollection<PodObject>(
          client,
          { api: '/api/v1', resource: 'pods', namespace },
          unread,
        );
        return [namespace, items] as const;
      }),
    ),
  );
  const uis = findWorkloads(workloads).filter(({ part }) => part === 'ui');
  const sidecars = await Promise.all(
    found.map(
      async ({ sidecar, workload }): Promise<RunningSidecar> => ({
        ...sidecar,
        pods:
          own.get(sidecar.workload.namespace) && podsOf(workload, own.get(sidecar.workload.namespace) ?? []),
        providers: await readProviders(client, workload.object, unread),
        hasOwnProviders: providerSources(workload.object).length === 0,
        uiVersion: uis.find(({ object }) => object === workload.object)?.install.version ?? null,
      }),
    ),
  );
  const without = uis
    .filter(({ object }) => !found.some(({ workload }) => workload.object === object))
    .map(({ kind, object: { metadata } }) => ({
      kind: kind as Workload['kind'],
      namespace: metadata.namespace ?? '',
      name: metadata.name,
    }));
  return { sidecars, without, unread };
}

/** The pods of a sidecar as they are now. @throws {CommandError} if they cannot be read. */
export async function readPods(client: KubeClient, { workload }: Sidecar): Promise<SidecarPod[]> {
  const { kind, namespace, name } = workload;
  const pods = await allOf<PodObject>(client, { path: collectionPath('/api/v1', 'pods', namespace) });
  // Without its uid, a workload is told by its name.
  return podsOf({ kind, object: { metadata: { name, namespace } } }, pods);
}

const podsOf = (workload: WorkloadObject, pods: readonly PodObject[]): SidecarPod[] =>
  pods
    .filter((pod) => makes(workload, pod) && !isFinished(pod))
    .map((pod) => ({
      name: pod.metadata.name,
      isReady: isReady(pod),
      trouble: troubleOf(pod)?.reason,
    }))
    .toSorted((one, other) => order(one.name, other.name));

async function readWorkloads(client: KubeClient, own: string, unread: Unread[]): Promise<WorkloadObject[]> {
  const lists = await Promise.all(
    (['Deployment', 'StatefulSet'] as const).map(async (kind): Promise<WorkloadObject[]> => {
      const collection = { api: '/apis/apps/v1', resource: `${kind.toLowerCase()}s` };
      const noted: Unread[] = [];
      const all = await readCollection<KubeObject>(
        client,
        { ...collection, namespace: undefined, fallback: own },
        noted,
      );
      // Where not all can be read, the UI is most likely in the namespace of the building block.
      const usual =
        noted.length > 0 && own !== MONITORING_NAMESPACE
          ? await readCollection<KubeObject>(client, { ...collection, namespace: MONITORING_NAMESPACE }, [])
          : undefined;
      unread.push(...noted);
      return [...(all.items ?? []), ...(usual?.items ?? [])].map((object) => ({ kind, object }));
    }),
  );
  return lists.flat();
}

/** Undefined if one of its ConfigMaps could not be read; one that is not there has no providers. */
async function readProviders(
  client: KubeClient,
  workload: KubeObject,
  unread: Unread[],
): Promise<Provider[] | undefined> {
  const { namespace = '' } = workload.metadata;
  const read = await Promise.all(
    providerSources(workload).map(({ name, key }) =>
      readOrNote({ what: `configmap ${name}`, namespace }, unread, async () => {
        const data = await dataOf(client, namespace, name);
        const texts = key === undefined ? Object.values(data) : [data[key]];
        return texts.flatMap((text) => (typeof text === 'string' ? providersIn(text) : []));
      }),
    ),
  );
  return read.includes(undefined) ? undefined : read.flatMap((providers) => providers ?? []);
}

async function dataOf(client: KubeClient, namespace: string, name: string): Promise<Record<string, unknown>> {
  const path = `${collectionPath('/api/v1', 'configmaps', namespace)}/${pathPart(name)}`;
  const object = await unlessMissing(client.send<KubeObject>({ method: 'GET', path }));
  return fieldsOf(fieldsOf(object)?.data) ?? {};
}
