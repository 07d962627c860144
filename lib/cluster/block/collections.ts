import { isForbidden, isNotFound } from '../../kube/api/errors.ts';
import { collectionPath } from '../../kube/api/object-name.ts';
import { allOf } from '../../kube/api/pages.ts';
import type { KubeClient, KubeObject } from '../../kube/api/types.ts';
import type { Unread } from '../../status/block.ts';
import { sayable } from '../../words/errors.ts';
import { plainReason } from '../metrics/pod.ts';

/** A collection, and where its objects are looked for. */
export interface Collection {
  /** `/apis/apps/v1`. */
  api: string;
  resource: string;
  labelSelector?: string;
  /** Undefined: all namespaces. */
  namespace: string | undefined;
  /** The only namespace to be read where not all may be; none when absent. */
  fallback?: string;
  /** Parts that nobody can miss where it is not read. */
  hides?: NonNullable<Unread['hides']>;
  /** Those that nobody can miss where `fallback` alone is read; the same when absent. */
  elsewhere?: NonNullable<Unread['hides']>;
}

/** What was read, and how. */
export interface Read<T> {
  /** Undefined where it could not be read, which is noted. */
  items: T[] | undefined;
  /** Whether the server has such a kind, as far as that was told. */
  served: boolean;
}

/**
 * The objects of a collection. What can't be read, or not everywhere, is noted in `unread`.
 *
 * @throws where nobody says that it can't be read: the person interrupts, or it is a defect.
 */
export async function readCollection<T extends KubeObject>(
  client: KubeClient,
  collection: Collection,
  unread: Unread[],
): Promise<Read<T>> {
  const { resource: what, namespace, fallback, hides, elsewhere = hides } = collection;
  try {
    return { items: await objectsOf<T>(client, collection), served: true };
  } catch (error) {
    if (isNotFound(error)) return { items: [], served: false };
    if (!isForbidden(error) || namespace !== undefined || fallback === undefined) {
      const where = namespace !== undefined && { namespace };
      unread.push({ what, ...where, reason: reasonOf(error), ...(hides && { hides }) });
      return { items: undefined, served: true };
    }
    const own = await readCollection<T>(client, { ...collection, namespace: fallback }, unread);
    const reason = `only those in namespace ${fallback} can be read`;
    if (own.items) unread.push({ what, reason, ...(elsewhere && { hides: elsewhere }) });
    return own;
  }
}

/** What a reading gives. One that fails is noted in `unread`, and gives undefined. */
export async function noting<T>(
  about: Omit<Unread, 'reason'>,
  unread: Unread[],
  reading: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await reading();
  } catch (error) {
    unread.push({ ...about, reason: reasonOf(error) });
    return undefined;
  }
}

/** Why something could not be read, in one line; what is not the server's or the network's to say is thrown again. */
export function reasonOf(error: unknown): string {
  const [first = '', ...more] = plainReason(sayable(error)).split(/\n\s*/);
  return more.length > 0 ? `${first}: ${more.join('; ')}` : first;
}

const objectsOf = <T extends KubeObject>(
  client: KubeClient,
  { api, resource, labelSelector, namespace }: Collection,
): Promise<T[]> =>
  allOf<T>(client, {
    path: collectionPath(api, resource, namespace),
    query: { ...(labelSelector && { labelSelector }) },
  });
