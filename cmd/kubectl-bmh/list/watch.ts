import { hostsPath, hostsQuery, type Selection } from '../../../lib/cluster/hosts/select-hosts.ts';
import type { HostObject } from '../../../lib/hosts/host.ts';
import type { KubeClient } from '../../../lib/kube/api/types.ts';
import { type Change, listWatch } from '../../../lib/kube/watch/list-watch.ts';

/** Which hosts of which API group. */
export interface Source {
  client: KubeClient;
  group: string;
  selection: Selection;
}

interface Watching<I> {
  signal: AbortSignal;
  read(object: HostObject): I;
  /** The connection is lost, and being established again. */
  lost(reason: string): void;
  /** The server has answered again. */
  found(): void;
}

/** The selected hosts, and each change, in batches until `signal` aborts. */
export async function* hostChanges<I>(
  { client, group, selection }: Source,
  { signal, read, lost, found }: Watching<I>,
): AsyncGenerator<Change<I>[]> {
  const collection = { path: hostsPath(group, selection.namespace), query: hostsQuery(selection) };
  try {
    for await (const batch of listWatch<HostObject, I>(client, collection, {
      signal,
      read,
      lost: ({ message }) => lost(message),
    })) {
      found();
      yield batch;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Warns of a lost connection, of the same reason once until the server answers again. */
export function lostOnce(warn: (text: string) => void): Pick<Watching<unknown>, 'lost' | 'found'> {
  let said: string | undefined;
  return {
    lost(reason) {
      if (reason !== said) warn(lostText(reason));
      said = reason;
    },
    found() {
      said = undefined;
    },
  };
}

export const lostText = (reason: string): string => `the watch was interrupted, reconnecting (${reason})`;

/** The same batches, with the first one already read. */
export async function started<T>(batches: AsyncGenerator<T>): Promise<AsyncGenerator<T>> {
  const first = await batches.next();
  return (async function* () {
    if (first.done) return;
    yield first.value;
    yield* batches;
  })();
}
