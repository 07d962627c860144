import type { Unread } from '../../hosts/diagnosis/evidence.ts';
import { isForbidden, isNotFound } from '../../kube/api/errors.ts';
import { collectionPath } from '../../kube/api/object-name.ts';
import { allOf } from '../../kube/api/pages.ts';
import type { KubeClient, KubeObject } from '../../kube/api/types.ts';
import { asPart, reportable } from '../../words/errors.ts';

/**
 * The value of a read; one that fails is added to `unread` and gives undefined.
 *
 * @throws what is not an error of the server or the network, such as an interruption.
 */
export async function partOf<T>(
  what: string,
  unread: Unread[],
  reading: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await reading();
  } catch (error) {
    unread.push({ what, reason: asPart(reportable(error)) });
    return undefined;
  }
}

/** A collection to read in all namespaces if possible. */
export interface Wherever {
  /** `/apis/apps/v1`. */
  api: string;
  resource: string;
  /** The namespace to read if not all can be read. */
  namespace: string;
}

/**
 * The objects of a collection in all namespaces or, if that is forbidden, in one, which is added to `unread`. Empty if the
 * server does not have the kind.
 */
export async function readWherever<T extends KubeObject>(
  client: KubeClient,
  { api, resource, namespace }: Wherever,
  unread: Unread[],
): Promise<T[]> {
  const read = (within: string | undefined): Promise<T[]> =>
    allOf<T>(client, { path: collectionPath(api, resource, within), query: {} });
  try {
    return await read(undefined);
  } catch (error) {
    if (isNotFound(error)) return [];
    if (!isForbidden(error)) return (await partOf(resource, unread, () => Promise.reject(error))) ?? [];
    const own = await partOf(resource, unread, () => read(namespace));
    if (own) unread.push({ what: resource, reason: `only those in namespace ${namespace} can be read` });
    return own ?? [];
  }
}
