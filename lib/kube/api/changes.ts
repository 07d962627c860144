import { setTimeout as delay } from 'node:timers/promises';
import { isForbidden, isGone, isPassing } from './errors.ts';
import type { KubeClient, KubeObject, WatchEvent } from './types.ts';

/** Objects that were listed together, and the resourceVersion of their list. */
export interface Listing<T extends KubeObject = KubeObject> {
  path: string;
  query?: Record<string, string>;
  version: string;
  items: T[];
}

/** The server ends a watch after this many seconds: then everything is listed anew, and what was missed is found. */
const WATCH_SECONDS = 30;

/** Before a server that is in trouble is asked again, and between two looks where watching is forbidden, in milliseconds. */
const PAUSE = 1_000;

/**
 * Listings as they become by what happens after them, each time that one has changed, kept up by one watch each. It ends
 * as soon as they have to be listed anew, and throws what waiting can't mend, and the signal's reason.
 */
export async function* keptUp<L extends Record<string, Listing>>(
  client: KubeClient,
  listings: L,
  signal: AbortSignal,
): AsyncGenerator<L> {
  const over = new AbortController();
  const watching = AbortSignal.any([signal, over.signal]);
  const current = structuredClone(listings);
  let news = Promise.withResolvers<void>();
  const watches = Object.values(current).map((listing) =>
    watch(client, listing, watching, () => news.resolve()),
  );
  // Whichever ends first ends all; why, is known by awaiting it.
  const ended = Promise.race(watches);
  ended.catch(() => {});
  try {
    for (;;) {
      const isOver = await Promise.race([news.promise, ended.then(() => true)]);
      signal.throwIfAborted();
      if (isOver) return;
      // Before it is looked at: what happens meanwhile is news again.
      news = Promise.withResolvers();
      yield current;
    }
  } finally {
    over.abort();
    await Promise.allSettled(watches);
  }
}

/** Applies what happens to a listing, until its watch is over. */
async function watch(
  client: KubeClient,
  listing: Listing,
  signal: AbortSignal,
  tell: () => void,
): Promise<void> {
  const { path, query, version: resourceVersion } = listing;
  const request = {
    method: 'GET' as const,
    path,
    query: { ...query, resourceVersion, timeoutSeconds: String(WATCH_SECONDS) },
  };
  try {
    for await (const { type, object } of client.watch<KubeObject>(request, signal)) {
      if (type === 'ERROR') return;
      if (type === 'BOOKMARK') continue;
      listing.items = applied({ type, object }, listing.items);
      tell();
    }
  } catch (error) {
    if (signal.aborted || isGone(error)) return;
    if (!isForbidden(error) && !isPassing(error)) throw error;
    await delay(PAUSE, undefined, { signal }).catch(() => {});
  }
}

/** The items after an event, each in its place. */
function applied({ type, object }: WatchEvent<KubeObject>, items: KubeObject[]): KubeObject[] {
  const isIt = ({ metadata }: KubeObject): boolean => metadata.uid === object.metadata.uid;
  if (type === 'DELETED') return items.filter((item) => !isIt(item));
  return items.some(isIt) ? items.map((item) => (isIt(item) ? object : item)) : [...items, object];
}
