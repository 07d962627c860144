import { setTimeout as delay } from 'node:timers/promises';
import { CommandError } from '../../words/errors.ts';
import { ApiError, isGone, isPassing } from '../api/errors.ts';
import { listOf } from '../api/pages.ts';
import type { KubeClient, KubeObject, KubeRequest, Status, WatchEvent } from '../api/types.ts';
import { type Change, knownObjects } from './known-objects.ts';

/** The server ends a watch after this many seconds, so that a connection that died unnoticed is found out. */
const WATCH_SECONDS = 60;

/** How long the client waits beyond that, in milliseconds. */
const WATCH_GRACE = 15_000;

/** A watch that lasted longer than this, in milliseconds, is taken up again at once. */
const STEADY = 1_000;

/** Pauses before a watch is taken up again, in milliseconds, by how many in a row ended sooner. */
const BACKOFF = [0, 0, 500, 1_000, 2_000, 5_000];

interface Following<T, I> {
  signal: AbortSignal;
  /** What is kept of each object, for as long as it is there. */
  read(object: T): I;
  /** Is told each time that the server can't be asked; it goes on trying. */
  lost: ((error: CommandError) => void) | undefined;
  /** Resolves after so many milliseconds, or rejects when the signal aborts; by Node's timers when absent. */
  wait?(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/**
 * The objects of a collection as they are, and then each change, once. Changes that are known together come together; the first
 * list ends with a batch even where it is empty. A lost watch is taken up again where it was or, where the server knows nothing
 * of that any more (410), from a new list, of which is told what differs, the objects deleted meanwhile too. It ends only by
 * throwing: what waiting can't mend, and what an aborted `signal` makes of requests.
 */
export async function* followAll<T extends KubeObject, I>(
  client: KubeClient,
  collection: Pick<KubeRequest, 'path' | 'query'>,
  { signal, read, lost, wait = sleep }: Following<T, I>,
): AsyncGenerator<Change<I>[]> {
  const known = knownObjects(read);
  let version: string | undefined;
  let begun = false;
  let failures = 0;
  for (;;) {
    const since = performance.now();
    try {
      if (version === undefined) {
        const relisting = known.relisting(begun ? 'ADDED' : 'LISTED');
        let listed: string | undefined;
        for await (const { items, metadata } of listOf<T>(client, collection, signal)) {
          listed = metadata.resourceVersion;
          yield items.flatMap(relisting.found);
        }
        yield relisting.missing();
        version = listed ?? '';
        begun = true;
      }
      for await (const event of watchOnce<T>(client, { ...collection, version }, signal)) {
        version = event.object.metadata.resourceVersion ?? version;
        if (event.type !== 'BOOKMARK') yield known.after(event);
      }
    } catch (error) {
      if (isGone(error)) version = undefined;
      else if (!begun || !isPassing(error)) throw error;
      else lost?.(error as CommandError);
    }
    failures = performance.now() - since > STEADY ? 0 : failures + 1;
    await wait(BACKOFF[Math.min(failures, BACKOFF.length - 1)] ?? 0, signal);
  }
}

const sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  delay(milliseconds, undefined, { signal });

interface From extends Pick<KubeRequest, 'path' | 'query'> {
  version: string;
}

async function* watchOnce<T extends KubeObject>(
  client: KubeClient,
  { path, query, version }: From,
  signal: AbortSignal,
): AsyncGenerator<WatchEvent<T>> {
  const silence = new AbortController();
  const lost = new CommandError('timeout', 'error: the server neither went on with a watch nor ended it');
  // The watch's connection keeps the process alive as long as it should be; this alone must not.
  const timer = setTimeout(() => silence.abort(lost), WATCH_SECONDS * 1000 + WATCH_GRACE).unref();
  const watching = {
    method: 'GET' as const,
    path,
    query: {
      ...query,
      resourceVersion: version,
      allowWatchBookmarks: 'true',
      timeoutSeconds: String(WATCH_SECONDS),
    },
  };
  try {
    for await (const event of client.watch<T>(watching, AbortSignal.any([signal, silence.signal]))) {
      if (event.type === 'ERROR') throw refusalIn(event.object as Status);
      yield event;
    }
  } finally {
    clearTimeout(timer);
  }
}

const refusalIn = (status: Status): ApiError => new ApiError(status, status.code ?? 500);
