import { setTimeout as delay } from 'node:timers/promises';
import type { KubeObject } from '../../lib/kube/api/types.ts';
import { call, watch } from '../support/http.ts';
import type { Endpoint } from '../support/server.ts';

export interface FollowOptions<T> {
  /** Called with every object that is there, new or changed; the same one may come again. */
  seen(object: T): void;
  /** Called with the key of every object that is gone. */
  gone(key: string): void;
  signal: AbortSignal;
  /** Milliseconds before a server that is in trouble is asked again. */
  pause: number;
}

/**
 * Lists the collection at `path`, then watches it until `signal` aborts; lists it again whenever the watch is lost.
 *
 * @returns when the first list is in; `ended` resolves when nothing more is called.
 * @throws where the first list fails.
 */
export async function follow<T extends KubeObject>(
  endpoint: Endpoint,
  path: string,
  options: FollowOptions<T>,
): Promise<{ ended: Promise<void> }> {
  const known = new Set<string>();
  const version = await list(endpoint, path, { known, ...options });
  return { ended: keepUp(endpoint, path, { known, version, ...options }) };
}

type Progress<T> = FollowOptions<T> & { known: Set<string>; version?: string };

async function keepUp<T extends KubeObject>(
  endpoint: Endpoint,
  path: string,
  { version, ...progress }: Progress<T>,
): Promise<void> {
  const { signal, pause } = progress;
  for (let from = version; !signal.aborted; ) {
    try {
      from ??= await list(endpoint, path, progress);
      await watchFrom(endpoint, `${path}?watch=1&resourceVersion=${from}`, progress);
    } catch {
      // Whatever the server's trouble is, a new list tells how things are afterwards.
      await delay(pause, undefined, { signal }).catch(() => {});
    }
    from = undefined;
  }
}

async function list<T extends KubeObject>(
  endpoint: Endpoint,
  path: string,
  { known, seen, gone, signal }: Progress<T>,
): Promise<string> {
  const { status, text, json } = await call(endpoint, { path, signal });
  if (status !== 200) throw new Error(`GET ${path}: HTTP ${status}: ${text}`);
  const items: T[] = json.items;
  const present = new Set(items.map(keyOf));
  for (const key of known) {
    if (present.has(key)) continue;
    known.delete(key);
    gone(key);
  }
  for (const key of present) known.add(key);
  for (const item of items) seen(item);
  return json.metadata.resourceVersion;
}

async function watchFrom<T extends KubeObject>(
  endpoint: Endpoint,
  path: string,
  { known, seen, gone, signal }: Progress<T>,
): Promise<void> {
  for await (const { type, object } of watch(endpoint, path, signal)) {
    if (type === 'ERROR') {
      if (object.code === 410) return;
      throw new Error(`watch of ${path}: ${object.message}`);
    }
    if (type === 'BOOKMARK') continue;
    const key = keyOf(object);
    if (type === 'DELETED') {
      known.delete(key);
      gone(key);
    } else {
      known.add(key);
      seen(object);
    }
  }
}

/** An object's key among those of its kind: `namespace/name`, or its name alone where it has no namespace. */
export const keyOf = ({ metadata: { namespace, name } }: KubeObject): string =>
  namespace === undefined ? name : `${namespace}/${name}`;
