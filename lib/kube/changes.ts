import { setTimeout as delay } from 'node:timers/promises';
import { isForbidden, isGone, isPassing } from './errors.ts';
import type { KubeClient } from './types.ts';

/** Objects that are listed together, and the resourceVersion of a list of them. */
export interface Collection {
  path: string;
  query?: Record<string, string>;
  version: string;
}

/** How long to wait at most before everything is read again, in seconds: a change that was missed is found then. */
const WATCH_SECONDS = 30;

/** Before a server that is in trouble is asked again, and between two looks where watching is forbidden, in milliseconds. */
const PAUSE = 1_000;

/**
 * Resolves as soon as something in one of the collections has changed since its list, or after half a minute; then they
 * are to be listed again. Rejects with the signal's reason, and with what waiting can't mend.
 */
export async function changed(
  client: KubeClient,
  collections: readonly Collection[],
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController();
  const looking = AbortSignal.any([signal, over.signal]);
  try {
    await Promise.race(collections.map((collection) => firstEvent(client, collection, looking)));
  } finally {
    over.abort();
  }
  signal.throwIfAborted();
}

async function firstEvent(
  client: KubeClient,
  { path, query, version }: Collection,
  signal: AbortSignal,
): Promise<void> {
  const watching = {
    method: 'GET' as const,
    path,
    query: { ...query, resourceVersion: version, timeoutSeconds: String(WATCH_SECONDS) },
  };
  try {
    for await (const _event of client.watch(watching, signal)) return;
  } catch (error) {
    if (signal.aborted) return;
    if (isGone(error)) return;
    if (!isForbidden(error) && !isPassing(error)) throw error;
    await delay(PAUSE, undefined, { signal }).catch(() => {});
  }
}
