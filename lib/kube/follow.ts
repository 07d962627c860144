import { setTimeout as delay } from 'node:timers/promises';
import { CommandError } from '../errors.ts';
import { ApiError, isForbidden, isGone, isNotFound, isPassing } from './errors.ts';
import type { KubeClient, KubeList, KubeObject, Status, WatchEvent } from './types.ts';

/** How often an object is read where it may not be watched, in milliseconds. */
const POLL_PERIOD = 2_000;

/** The server ends a watch after this many seconds, so that a connection that died unnoticed is found out. */
const WATCH_SECONDS = 60;

/** How long the client waits beyond that, in milliseconds. */
const WATCH_GRACE = 15_000;

/** A watch that lasted longer than this, in milliseconds, is taken up again at once. */
const STEADY = 1_000;

/** Pauses before a watch is taken up again, in milliseconds, by how many in a row ended sooner. */
const BACKOFF = [0, 0, 500, 1_000, 2_000, 5_000];

/**
 * One object as it is now and after every change, undefined while it doesn't exist. A lost watch is taken up again
 * where it was, or from the object as it is then; where watching is forbidden, the object is read again and again.
 * It ends when `signal` aborts, and throws only what waiting can't mend.
 *
 * `lost` is told each time that the server can't be asked; it goes on trying.
 *
 * @param path of the object, `/apis/GROUP/VERSION/namespaces/NS/RESOURCE/NAME`.
 */
export async function* follow<T extends KubeObject>(
  client: KubeClient,
  path: string,
  signal: AbortSignal,
  { lost }: { lost?(error: CommandError): void } = {},
): AsyncGenerator<T | undefined> {
  try {
    yield* changesOnly(watchThenPoll<T>(client, path, { signal, lost }));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

interface Following {
  signal: AbortSignal;
  lost: ((error: CommandError) => void) | undefined;
}

async function* watchThenPoll<T extends KubeObject>(
  client: KubeClient,
  path: string,
  following: Following,
): AsyncGenerator<T | undefined> {
  try {
    yield* watchAlways<T>(client, path, following);
  } catch (error) {
    if (!isForbidden(error)) throw error;
    yield* poll<T>(client, path, following);
  }
}

/** The same state twice (a list after a watch, two polls) is one. */
async function* changesOnly<T extends KubeObject>(
  states: AsyncIterable<T | undefined>,
): AsyncGenerator<T | undefined> {
  let last: string | undefined;
  for await (const state of states) {
    const version = state ? `${state.metadata.uid}/${state.metadata.resourceVersion}` : 'none';
    if (version !== last) yield state;
    last = version;
  }
}

/** A list says what is there and from which version on to watch: between the two nothing can be missed. */
async function* watchAlways<T extends KubeObject>(
  client: KubeClient,
  path: string,
  { signal, lost }: Following,
): AsyncGenerator<T | undefined> {
  const collection = path.slice(0, path.lastIndexOf('/'));
  const name = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
  const query = { fieldSelector: `metadata.name=${name}` };
  let version: string | undefined;
  let failures = 0;
  for (let begun = false; ; begun = true) {
    const since = performance.now();
    try {
      if (version === undefined) {
        const list = await client.send<KubeList<T>>({ method: 'GET', path: collection, query }, signal);
        version = list.metadata.resourceVersion ?? '';
        yield list.items[0];
      }
      for await (const { type, object } of watchOnce<T>(client, { collection, query, version }, signal)) {
        version = object.metadata.resourceVersion ?? version;
        if (type !== 'BOOKMARK') yield type === 'DELETED' ? undefined : object;
      }
    } catch (error) {
      if (isGone(error)) version = undefined;
      else if (version === undefined && !begun) throw error;
      else if (!isPassing(error)) throw error;
      else lost?.(error as CommandError);
    }
    failures = performance.now() - since > STEADY ? 0 : failures + 1;
    await delay(BACKOFF[Math.min(failures, BACKOFF.length - 1)], undefined, { signal });
  }
}

interface From {
  collection: string;
  query: Record<string, string>;
  version: string;
}

async function* watchOnce<T extends KubeObject>(
  client: KubeClient,
  { collection, query, version }: From,
  signal: AbortSignal,
): AsyncGenerator<WatchEvent<T>> {
  const silence = new AbortController();
  const lost = new CommandError('timeout', 'error: the server neither went on with a watch nor ended it');
  // The watch's connection keeps the process alive as long as it should be; this alone must not.
  const timer = setTimeout(() => silence.abort(lost), WATCH_SECONDS * 1000 + WATCH_GRACE).unref();
  const watching = {
    method: 'GET' as const,
    path: collection,
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

async function* poll<T extends KubeObject>(
  client: KubeClient,
  path: string,
  { signal, lost }: Following,
): AsyncGenerator<T | undefined> {
  for (let begun = false; ; begun = true) {
    try {
      yield await client.send<T>({ method: 'GET', path }, signal);
    } catch (error) {
      if (isNotFound(error)) yield undefined;
      else if (!begun || !isPassing(error)) throw error;
      else lost?.(error as CommandError);
    }
    await delay(POLL_PERIOD, undefined, { signal });
  }
}
