import { type Container, containerOf } from '../../dashboards/container.ts';
import { type StoredContainer, storedContainer } from '../../dashboards/standing/stored.ts';
import { isForbidden, unlessMissing } from '../../kube/api/errors.ts';
import { collectionPath, pathPart } from '../../kube/api/object-name.ts';
import { pagesOf } from '../../kube/api/pages.ts';
import type { KubeClient, KubeObject } from '../../kube/api/types.ts';
import type { Unread } from '../../status/block.ts';
import { reasonOf } from '../block/collections.ts';

const KINDS = [
  ['ConfigMap', 'configmaps'],
  ['Secret', 'secrets'],
] as const;

/** The containers to read. */
export interface Labelled {
  /** Keys of labels: containers with any of them, whatever its value. */
  labels: readonly string[];
  /** The namespaces to read if reading all is forbidden. */
  fallback: readonly string[];
}

/**
 * The ConfigMaps and Secrets with one of these labels, of all namespaces. Only what tells where a dashboard is shown is kept of each.
 * What cannot be read is noted in `unread`.
 *
 * @throws {CommandError} if the API server cannot be reached.
 */
export async function readContainers(
  client: KubeClient,
  { labels, fallback }: Labelled,
  unread: Unread[],
): Promise<StoredContainer[]> {
  const found = new Map<string, StoredContainer>();
  await Promise.all(
    KINDS.map(async ([kind, resource]) => {
      const read = async (namespace: string | undefined): Promise<void> => {
        for (const labelSelector of labels) {
          const request = { path: collectionPath('/api/v1', resource, namespace), query: { labelSelector } };
          for await (const page of pagesOf<KubeObject>(client, request))
            for (const object of page) {
              const container = storedOf(kind, object);
              if (container) found.set(`${kind}/${container.namespace}/${container.name}`, container);
            }
        }
      };
      const refused = await refusalOf(read(undefined));
      if (refused === undefined) return;
      const refusals = await Promise.all(
        fallback.map(async (namespace) => ({ namespace, reason: await refusalOf(read(namespace)) })),
      );
      const readable = refusals
        .filter(({ reason }) => reason === undefined)
        .map(({ namespace }) => namespace);
      unread.push({
        what: resource,
        reason: readable.length > 0 ? `only those in ${namespacesText(readable)} can be read` : refused,
      });
    }),
  );
  return [...found.values()];
}

const namespacesText = (names: readonly string[]): string =>
  `${names.length === 1 ? 'namespace' : 'namespaces'} ${names.join(', ')}`;

/** Why a read was forbidden; undefined if it was not. Rethrows any other error. */
async function refusalOf(reading: Promise<void>): Promise<string | undefined> {
  try {
    await reading;
    return undefined;
  } catch (error) {
    if (isForbidden(error)) return reasonOf(error);
    throw error;
  }
}

/**
 * The container of a name: the ConfigMap, or else the Secret, unless a kind is asked for. Undefined if there is none.
 *
 * @throws {CommandError} if it cannot be read.
 */
export async function readContainer(
  client: KubeClient,
  { kind: wanted, namespace, name }: { kind: Container['kind'] | undefined; namespace: string; name: string },
): Promise<StoredContainer | undefined> {
  for (const [kind, resource] of KINDS) {
    if (wanted !== undefined && kind !== wanted) continue;
    const path = `${collectionPath('/api/v1', resource, namespace)}/${pathPart(name)}`;
    const object = await unlessMissing(client.send<KubeObject>({ method: 'GET', path }));
    if (object) return storedOf(kind, object);
  }
  return undefined;
}

function storedOf(kind: Container['kind'], object: KubeObject): StoredContainer | undefined {
  // The objects of a list do not say what they are.
  const container = containerOf({ ...object, kind, apiVersion: 'v1' });
  return container && storedContainer(container, object.metadata.creationTimestamp);
}
