import type { Unread } from '../../hosts/diagnosis/evidence.ts';
import { isForbidden, isNotFound } from '../../kube/api/errors.ts';
import { collectionPath } from '../../kube/api/object-name.ts';
import { allOf } from '../../kube/api/pages.ts';
import type { KubeClient, KubeObject } from '../../kube/api/types.ts';
import { asPart, sayable } from '../../words/errors.ts';

/**
 * What a reading gives. One that fails is noted in `unread`, and gives undefined.
 *
 * @throws what is not the server's or the network's to say, an interruption above all.
 */
export async function partOf<T>(
  what: string,
  unread: Unread[],
  reading: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await reading();
  } catch (error) {
    unread.push({ what, reason: asPart(sayable(error)) });
    return undefined;
  }
}

/** A collection that is read wherever its objects are. */
export interface Wherever {
  /** `/apis/apps/v1`. */
  api: string;
  resource: string;
  query?: Record<string, string>;
  /** The only namespace to be read where not all may be. */
  namespace: string;
}

/**
 * The objects of a collection in all namespaces or, where that is forbidden, in one, which is noted. None where the server
 * does not have the kind.
 */
export async function readWherever<T extends KubeObject>(
  client: KubeClient,
  { api, resource, query = {}, namespace }: Wherever,
  unread: Unread[],
): Promise<T[]> {
  const read = (within: string | undefined): Promise<T[]> =>
    allOf<T>(client, { path: collectionPath(api, resource, within), query });
  try {
    return await read(undefined);
  } catch (error) {
    if (isNotFound(error)) return [];
    if (!isForbidden(error)) return (await partOf(resource, unread, () => Promise.reject(error))) ?? [];
    const own = await partOf(resource, unread, () => read(namespace));
    if (own) unread.push({ what: resource, reason: `only those of namespace ${namespace} may be read` });
    return own ?? [];
  }
}
