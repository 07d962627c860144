import { setTimeout as delay } from 'node:timers/promises';
import { CommandError } from '../../words/errors.ts';
import { ApiError, isForbidden, isGone, isNotFound, isPassing } from '../api/errors.ts';
import { listOf } from '../api/pages.ts';
import type { KubeClient, KubeObject, KubeRequest, Status, WatchEvent } from '../api/types.ts';

/** How often an object is read where it may not be watched, in milliseconds. */
const POLL_PERIOD = 2_000;

/**
 * One object as it is now and after every change, undefined while it doesn't exist. A lost watch is taken up again
 * where it was, or from the object as it is then; where watching is forbidden, the object is read again and again.
 * It ends when `signal` aborts, and throws only what waiting can't mend.
 *
 * `lost` is told each time that the server can't be asked; it goes on trying.
 *
 * @param path of the object, `/apis/GROUP/VERSION/namespaces/NS/RESOURCE/NAME`.
 */
export async function* watchObject<T extends KubeObject>(
  client: KubeClient,
  path: string,
  signal: AbortSignal,
  { lost }: { lost?(error: CommandError): void } = {},
): AsyncGenerator<T | undefined> {
  let last: string | undefined;
  try {
    for await (const state of watchThenPoll<T>(client, path, { signal, lost })) {
      // The same state twice (a list after a watch, two polls) is one.
      const version = state ? `${state.metadata.uid}/${state.metadata.resourceVersion}` : 'none';
      if (version !== last) yield state;
      last = version;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

interface Looking {
  signal: AbortSignal;
  /** Is told each time that the server can't be asked; it goes on trying. */
  lost: ((error: CommandError) => void) | undefined;
}

async function* watchThenPoll<T extends KubeObject>(
  client: KubeClient,
  path: string,
  looking: Looking,
): AsyncGenerator<T | undefined> {
  try {
    yield* watchAlways<T>(client, path, looking);
  } catch (error) {
    if (!isForbidden(error)) throw error;
    yield* poll<T>(client, path, looking);
  }
}

/** One object is a collection of those with its name. */
async function* watchAlways<T extends KubeObject>(
  client: KubeClient,
  path: string,
  looking: Looking,
): AsyncGenerator<T | undefined> {
  const end = path.lastIndexOf('/');
  const query = { fieldSelector: `metadata.name=${decodeURIComponent(path.slice(end + 1))}` };
  let state: T | undefined;
  const following = { ...looking, read: (object: T) => object };
  for await (const changes of listWatch(client, { path: path.slice(0, end), query }, following)) {
    for (const { type, item } of changes) state = type === 'DELETED' ? undefined : item;
    yield state;
  }
}

async function* poll<T extends KubeObject>(
  client: KubeClient,
  path: string,
  { signal, lost }: Looking,
): AsyncGenerator<T | undefined> {
  for (let started = false; ; started = true) {
    try {
      yield await client.send<T>({ method: 'GET', path }, signal);
    } catch (error) {
      if (isNotFound(error)) yield undefined;
      else if (!started || !isPassing(error)) throw error;
      else lost?.(error as CommandError);
    }
    await delay(POLL_PERIOD, undefined, { signal });
  }
}

/** The server ends a watch after this many seconds, so that a connection that died unnoticed is found out. */
const WATCH_SECONDS = 60;

/** How long the client waits beyond that, in milliseconds. */
const WATCH_GRACE = 15_000;

/** A watch that lasted longer than this, in milliseconds, is taken up again at once. */
const STEADY = 1_000;

/** Pauses before a watch is taken up again, in milliseconds, by how many in a row ended sooner. */
const BACKOFF = [0, 0, 500, 1_000, 2_000, 5_000];

interface Following<T, I> extends Looking {
  /** What is kept of each object, for as long as it is there. */
  read(object: T): I;
  /** Resolves after so many milliseconds, or rejects when the signal aborts; by Node's timers when absent. */
  wait?(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/**
 * The objects of a collection as they are, and then each change, once. Changes that are known together come together; the first
 * list ends with a batch even where it is empty. A lost watch is taken up again where it was or, where the server knows nothing
 * of that any more (410), from a new list, of which is told what differs, the objects deleted meanwhile too. It ends only by
 * throwing: what waiting can't mend, and what an aborted `signal` makes of requests.
 */
export async function* listWatch<T extends KubeObject, I>(
  client: KubeClient,
  collection: Pick<KubeRequest, 'path' | 'query'>,
  { signal, read, lost, wait = sleep }: Following<T, I>,
): AsyncGenerator<Change<I>[]> {
  const known = knownObjects(read);
  let version: string | undefined;
  let started = false;
  let failures = 0;
  for (;;) {
    const since = performance.now();
    try {
      if (version === undefined) {
        const relisting = known.relisting(started ? 'ADDED' : 'LISTED');
        let listed: string | undefined;
        for await (const { items, metadata } of listOf<T>(client, collection, signal)) {
          listed = metadata.resourceVersion;
          yield items.flatMap(relisting.found);
        }
        yield relisting.missing();
        version = listed ?? '';
        started = true;
      }
      for await (const event of watchOnce<T>(client, { ...collection, version }, signal)) {
        version = event.object.metadata.resourceVersion ?? version;
        if (event.type !== 'BOOKMARK') yield known.after(event);
      }
    } catch (error) {
      if (isGone(error)) version = undefined;
      else if (!started || !isPassing(error)) throw error;
      else lost?.(error as CommandError);
    }
    failures = performance.now() - since > STEADY ? 0 : failures + 1;
    await wait(BACKOFF[Math.min(failures, BACKOFF.length - 1)] ?? 0, signal);
  }
}

const sleep = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  delay(milliseconds, undefined, { signal });

async function* watchOnce<T extends KubeObject>(
  client: KubeClient,
  { path, query, version }: Pick<KubeRequest, 'path' | 'query'> & { version: string },
  signal: AbortSignal,
): AsyncGenerator<WatchEvent<T>> {
  const silence = new AbortController();
  const lost = new CommandError('timeout', 'error: the server stopped answering a watch without ending it');
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

/** What has become of an object. `LISTED` are those that were there when it began. */
export interface Change<I> {
  type: 'LISTED' | 'ADDED' | 'MODIFIED' | 'DELETED';
  /** Of a deleted object, how it last was. */
  item: I;
}

/** What is known of a collection, by which each change is told once. */
function knownObjects<T extends KubeObject, I>(read: (object: T) => I) {
  const known = new Map<string, { version: string; item: I }>();

  const put = (object: T, unknown: 'LISTED' | 'ADDED'): Change<I>[] => {
    const key = keyOf(object);
    const version = `${object.metadata.uid}/${object.metadata.resourceVersion}`;
    const before = known.get(key);
    if (before?.version === version) return [];
    const item = read(object);
    known.set(key, { version, item });
    return [{ type: before ? 'MODIFIED' : unknown, item }];
  };

  const drop = (key: string): Change<I>[] => {
    const before = known.get(key);
    return known.delete(key) && before ? [{ type: 'DELETED', item: before.item }] : [];
  };

  return {
    after: ({ type, object }: WatchEvent<T>): Change<I>[] =>
      type === 'DELETED' ? drop(keyOf(object)) : put(object, 'ADDED'),

    /** A list anew: what is in it that was not known so, and then what was known and is not in it. */
    relisting(unknown: 'LISTED' | 'ADDED') {
      const missing = new Set(known.keys());
      return {
        found(object: T): Change<I>[] {
          missing.delete(keyOf(object));
          return put(object, unknown);
        },
        missing: (): Change<I>[] => [...missing].flatMap(drop),
      };
    },
  };
}

/** A name stands for whatever has it: an object that was deleted and made anew has changed. */
const keyOf = ({ metadata: { namespace, name } }: KubeObject): string => `${namespace ?? ''}/${name}`;

/** Objects that were listed together, and the resourceVersion of their list. */
export interface Listing<T extends KubeObject = KubeObject> {
  path: string;
  query?: Record<string, string>;
  version: string;
  items: T[];
}

/** The server ends a watch after this many seconds: then everything is listed anew, and what was missed is found. */
const KEPT_SECONDS = 30;

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
    query: { ...query, resourceVersion, timeoutSeconds: String(KEPT_SECONDS) },
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
