import { readLeases } from '../../../../lib/cluster/hosts/read-signals.ts';
import { hostsPath } from '../../../../lib/cluster/hosts/select-hosts.ts';
import { hostPath } from '../../../../lib/hosts/action.ts';
import type { HostObject } from '../../../../lib/hosts/host.ts';
import type { Lease } from '../../../../lib/hosts/leases.ts';
import type { KubeClient } from '../../../../lib/kube/api/types.ts';
import { listWatch, watchObject } from '../../../../lib/kube/watch/list-watch.ts';
import type { CommandError } from '../../../../lib/words/errors.ts';
import type { SharedWatch } from '../../shared/shared-watch.ts';

/** Follows the hosts of one cluster by one watch of each namespace. */
export interface Follower {
  /** Remembers the changes of a host from now on. `end` forgets it. */
  expect(host: { namespace: string; name: string }): Expected;
}

/** A host whose changes are remembered until `end`. */
export interface Expected extends SharedWatch {
  end(): void;
}

/** @param signal ends the watches. */
export function followHosts(client: KubeClient, group: string, signal: AbortSignal): Follower {
  const watches = new Map<string, NamespaceWatch>();
  const leases = together(() => readLeases(client, signal));
  return {
    expect({ namespace, name }) {
      const watch = watches.get(namespace) ?? watchNamespace(client, hostsPath(group, namespace), signal);
      watches.set(namespace, watch);
      const entry: Entry = { states: [], tell: () => {}, lost: () => {} };
      watch.expected.set(name, entry);
      const path = hostPath(group, namespace, name);
      return {
        leases,
        changes: (seen, until, lost) => changesOf(client, { path, entry, watch }, { seen, until, lost }),
        end: () => void watch.expected.delete(name),
      };
    },
  };
}

interface NamespaceWatch {
  expected: Map<string, Entry>;
  /** Whether the watch ended by a permanent error, such as a missing permission. */
  isOver: boolean;
}

/** What the watch has shown of one host since it was last looked at; undefined: it was deleted. */
interface Entry {
  states: (HostObject | undefined)[];
  tell(): void;
  lost(error: CommandError): void;
}

/** One watch for all hosts of a namespace; it keeps only the states of those that are expected. */
function watchNamespace(client: KubeClient, path: string, signal: AbortSignal): NamespaceWatch {
  const watch: NamespaceWatch = { expected: new Map(), isOver: false };
  const read = (object: HostObject) => {
    const { name } = object.metadata;
    return { name, object: watch.expected.has(name) ? object : undefined };
  };
  const lost = (error: CommandError): void => {
    for (const entry of watch.expected.values()) entry.lost(error);
  };
  const run = async (): Promise<void> => {
    for await (const changes of listWatch<HostObject, ReturnType<typeof read>>(
      client,
      { path },
      { signal, read, lost },
    ))
      for (const { type, item } of changes) {
        const entry = watch.expected.get(item.name);
        if (type === 'DELETED') entry?.states.push(undefined);
        else if (item.object) entry?.states.push(item.object);
        // The watch remembers each host as read: what was given on, it need not keep.
        item.object = undefined;
        entry?.tell();
      }
  };
  run().catch(() => {
    watch.isOver = true;
    for (const entry of watch.expected.values()) entry.tell();
  });
  return watch;
}

interface Place {
  path: string;
  entry: Entry;
  watch: NamespaceWatch;
}

/** The states of a host from the one that was seen on; by a watch of its own if the shared one cannot tell. */
async function* changesOf(
  client: KubeClient,
  { path, entry, watch }: Place,
  { seen, until, lost }: { seen: HostObject; until: AbortSignal; lost(error: CommandError): void },
): AsyncGenerator<HostObject | undefined> {
  let last = seen;
  let news = Promise.withResolvers<void>();
  const wake = (): void => news.resolve();
  entry.tell = wake;
  entry.lost = lost;
  until.addEventListener('abort', wake, { once: true });
  try {
    yield seen;
    while (!until.aborted) {
      if (watch.isOver || versionOf(last) === undefined) {
        yield* watchObject<HostObject>(client, path, until, { lost });
        return;
      }
      const [state] = entry.states;
      if (entry.states.length === 0) {
        await news.promise;
        news = Promise.withResolvers();
        continue;
      }
      entry.states.shift();
      // The watch may be behind what this run has written and read.
      if (state && !isNewer(state, last)) continue;
      last = state ?? last;
      yield state;
    }
  } finally {
    until.removeEventListener('abort', wake);
    entry.tell = () => {};
    entry.lost = () => {};
  }
}

const isNewer = (one: HostObject, other: HostObject): boolean =>
  (versionOf(one) ?? 0n) > (versionOf(other) ?? 0n);

/** A resourceVersion as a number, by which those of one kind can be ordered; undefined where the server has others. */
function versionOf({ metadata: { resourceVersion = '' } }: HostObject): bigint | undefined {
  return /^[1-9]\d*$/.test(resourceVersion) ? BigInt(resourceVersion) : undefined;
}

/**
 * One read for all that need it at a time. Who asks during a read waits for the next one, so that no answer is older than its
 * question.
 */
function together(read: () => Promise<Lease[] | undefined>): () => Promise<Lease[] | undefined> {
  let current: Promise<unknown> = Promise.resolve();
  let next: Promise<Lease[] | undefined> | undefined;
  return () => {
    next ??= current.then(() => {
      next = undefined;
      const reading = read();
      current = reading.catch(() => {});
      return reading;
    });
    return next;
  };
}
