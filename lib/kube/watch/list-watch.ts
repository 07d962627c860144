import { setTimeout as delay } from 'node:timers/promises';
import { CommandError } from '../../words/errors.ts';
import { ApiError, isForbidden, isGone, isNotFound, isPassing } from '../api/errors.ts';
import { listOf } from '../api/pages.ts';
import type { KubeClient, KubeObject, KubeRequest, Status, WatchEvent } from '../api/types.ts';

/** How often an object is read if watching it is forbidden, in milliseconds. */
const POLL_PERIOD = 2_000;

/**
 * One object as it is now and after every change, undefined while it does not exist. A lost watch resumes where it was, or
 * from the object's current state; if watching is forbidden, the object is polled. It ends when `signal` aborts, and throws
 * only permanent errors.
 *
 * `lost` is called each time the server cannot be reached; retries continue.
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
      // A list after a watch, or two polls, may give the same state twice.
      const version = state ? `${state.metadata.uid}/${state.metadata.resourceVersion}` : 'none';
      if (version !== last) yield state;
      last = version;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

interface WatchOptions {
  signal: AbortSignal;
  /** Called each time the server cannot be reached; retries continue. */
  lost: ((error: CommandError) => void) | undefined;
}

async function* watchThenPoll<T extends KubeObject>(
  client: KubeClient,
  path: string,
  options: WatchOptions,
): AsyncGenerator<T | undefined> {
  try {
    yield* watchAlways<T>(client, path, options);
  } catch (error) {
    if (!isForbidden(error)) throw error;
    yield* poll<T>(client, path, options);
  }
}

/** Watches one object as the collection of objects with its name. */
async function* watchAlways<T extends KubeObject>(
  client: KubeClient,
  path: string,
  options: WatchOptions,
): AsyncGenerator<T | undefined> {
  const end = path.lastIndexOf('/');
  const query = { fieldSelector: `metadata.name=${decodeURIComponent(path.slice(end + 1))}` };
  let state: T | undefined;
  const keeping = { ...options, read: (object: T) => object };
  for await (const changes of listWatch(client, { path: path.slice(0, end), query }, keeping)) {
    for (const { type, item } of changes) state = type === 'DELETED' ? undefined : item;
    yield state;
  }
}

async function* poll<T extends KubeObject>(
  client: KubeClient,
  path: string,
  { signal, lost }: WatchOptions,
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

/** The server ends a watch after this many seconds, so that a dead connection is noticed. */
const WATCH_SECONDS = 60;

/** How much longer the client waits, in milliseconds. */
const WATCH_GRACE = 15_000;

/** A watch that lasted longer than this, in milliseconds, resumes at once. */
const STEADY = 1_000;

/** Pauses before a watch resumes, in milliseconds, by how many in a row ended sooner. */
const BACKOFF = [0, 0, 500, 1_000, 2_000, 5_000];

interface ListWatchOptions<T, I> extends WatchOptions {
  /** What to keep of each object while it exists. */
  read(object: T): I;
  /** Resolves after a time in milliseconds, or rejects when the signal aborts; Node's timers by default. */
  wait?(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** A time in milliseconds; that of `performance` by default. */
  now?(): number;
}

/**
 * The objects of a collection, and then each change, once. Simultaneous changes come in one batch; the first list ends with a
 * batch, even an empty one. A lost watch resumes where it was or, if its version has expired (410), from a new list, of which
 * only the differences are yielded, including objects deleted meanwhile. It ends only by throwing: a permanent error, or that of
 * a request whose `signal` aborted.
 */
export async function* listWatch<T extends KubeObject, I>(
  client: KubeClient,
  collection: Pick<KubeRequest, 'path' | 'query'>,
  { signal, read, lost, wait = sleep, now = () => performance.now() }: ListWatchOptions<T, I>,
): AsyncGenerator<Change<I>[]> {
  const known = knownObjects(read);
  let version: string | undefined;
  let started = false;
  let failures = 0;
  for (;;) {
    const since = now();
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
    failures = now() - since > STEADY ? 0 : failures + 1;
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
  // The watch's connection keeps the process alive as long as needed; the timer must not.
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

/** A change of an object. `LISTED`: it existed at the start. */
export interface Change<I> {
  type: 'LISTED' | 'ADDED' | 'MODIFIED' | 'DELETED';
  /** For a deleted object, its last state. */
  item: I;
}

/** The known state of a collection, so that each change is yielded once. */
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

    /** A new list: `found` yields what is new or differs, and then `missing` what is no longer in it. */
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

/** Objects are identified by name: one that was deleted and created again counts as modified. */
const keyOf = ({ metadata: { namespace, name } }: KubeObject): string => `${namespace ?? ''}/${name}`;

/** Objects that were listed together, and the resourceVersion of their list. */
export interface Listing<T extends KubeObject = KubeObject> {
  path: string;
  query?: Record<string, string>;
  version: string;
  items: T[];
}

/** The server ends a watch after this many seconds: then everything is listed again, which finds what was missed. */
const KEPT_SECONDS = 30;

/** The pause before a failing server is retried, and between lists if watching is forbidden, in milliseconds. */
const PAUSE = 1_000;

/**
 * The listings each time one has changed, kept current by one watch each. It ends as soon as they have to be listed again, and
 * throws permanent errors and the signal's reason.
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
  // The first watch that ends, ends all; awaiting it throws its error.
  const ended = Promise.race(watches);
  ended.catch(() => {});
  try {
    for (;;) {
      const isOver = await Promise.race([news.promise, ended.then(() => true)]);
      signal.throwIfAborted();
      if (isOver) return;
      // Before the yield, so that changes during it are not lost.
      news = Promise.withResolvers();
      yield current;
    }
  } finally {
    over.abort();
    await Promise.allSettled(watches);
  }
}

/** Applies the events of a watch to a listing until the watch ends. */
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

/** The items after an event, in the same order. */
function applied({ type, object }: WatchEvent<KubeObject>, items: KubeObject[]): KubeObject[] {
  const isIt = ({ metadata }: KubeObject): boolean => metadata.uid === object.metadata.uid;
  if (type === 'DELETED') return items.filter((item) => !isIt(item));
  return items.some(isIt) ? items.map((item) => (isIt(item) ? object : item)) : [...items, object];
}
