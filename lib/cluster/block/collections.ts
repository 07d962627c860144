import { isForbidden, isNotFound } from '../../kube/api/errors.ts';
import { collectionPath } from '../../kube/api/object-name.ts';
import { allOf } from '../../kube/api/pages.ts';
import type { KubeClient, KubeObject } from '../../kube/api/types.ts';
import type { Unread } from '../../status/block.ts';
import { reportable } from '../../words/errors.ts';
import { plainReason } from '../metrics/pod.ts';

/** A collection, and where to read it. */
export interface Collection {
  /** `/apis/apps/v1`. */
  api: string;
  resource: string;
  labelSelector?: string;
  /** Undefined: all namespaces. */
  namespace: string | undefined;
  /** The namespace to read if reading all is forbidden; none when absent. */
  fallback?: string;
  /** Parts that may exist unseen if it cannot be read. */
  hides?: NonNullable<Unread['hides']>;
  /** The same if only `fallback` can be read; default: `hides`. */
  elsewhere?: NonNullable<Unread['hides']>;
}

export interface Read<T> {
  /** Undefined if it could not be read, which is noted. */
  items: T[] | undefined;
  /** Whether the server serves the kind, as far as known. */
  served: boolean;
}

/**
 * Reads a collection. What cannot be read, or not in all namespaces, is noted in `unread`.
 *
 * @throws on an interruption or a defect.
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

/** Runs a read; notes a failure in `unread` and returns undefined. */
export async function readOrNote<T>(
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

/** Why a read failed, in one line. Rethrows what is not an error of the server or the network. */
export function reasonOf(error: unknown): string {
  const [first = '', ...more] = plainReason(reportable(error)).split(/\n\s*/);
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
