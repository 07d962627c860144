import type { KubeObject } from '../../../lib/kube/api/types.ts';
import type { Endpoint } from '../../support/server.ts';
import { follow } from '../follow.ts';
import { workQueue } from '../queue.ts';

/** A controller that is at work. */
export interface Controller {
  /** Ends it; resolves when it does nothing any more. */
  stop(): Promise<void>;
}

/** A collection that is watched. */
export interface Watched {
  path: string;
  /** The key of what an object concerns, where it concerns anything. */
  // biome-ignore lint/suspicious/noExplicitAny: the caller knows the objects at the path it watches
  concerns(object: any): string | undefined;
}

/** Milliseconds before what failed is tried again. */
const RETRY = 50;

/** How many keys are worked on at a time. */
const WORKERS = 4;

/**
 * Starts a level-triggered controller: whenever an object of a watched collection comes, changes or goes, what it
 * concerns is reconciled, one turn a key at a time.
 *
 * @param reconcile gives whether all that was to be done is done; if not, the key is tried again soon.
 * @throws where a collection can't be listed.
 */
export async function startController(
  endpoint: Endpoint,
  watched: readonly Watched[],
  reconcile: (key: string) => Promise<boolean>,
): Promise<Controller> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const turn = async (key: string) => ((await reconcile(key)) || signal.aborted ? undefined : RETRY);
  const queue = workQueue(turn, { workers: WORKERS, quiet: RETRY });
  const add = (key: string | undefined) => key !== undefined && queue.add(key);
  const following = watched.map(async ({ path, concerns }) => {
    const last = new Map<string, string | undefined>();
    const seen = (object: KubeObject) => {
      const key = concerns(object);
      last.set(`${object.metadata.namespace}/${object.metadata.name}`, key);
      add(key);
    };
    const gone = (name: string) => {
      add(last.get(name));
      last.delete(name);
    };
    return follow(endpoint, path, { seen, gone, signal, pause: RETRY });
  });
  const stop = async () => {
    stopping.abort();
    for (const result of await Promise.allSettled(following))
      if (result.status === 'fulfilled') await result.value.ended;
    await queue.stop();
  };
  try {
    await Promise.all(following);
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}
