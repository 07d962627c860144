import { hostPages, hostsPath, hostsQuery, type Selection } from '../../../lib/cluster/hosts/select-hosts.ts';
import type { HostObject } from '../../../lib/hosts/host.ts';
import { deletedRow, type HostRow, hostRow } from '../../../lib/hosts/row.ts';
import type { KubeClient } from '../../../lib/kube/api/types.ts';
import { type Change, listWatch } from '../../../lib/kube/watch/list-watch.ts';

/** Rows as they become known, some at a time, so that only those are held that are being written. */
export type RowSource = AsyncGenerator<HostRow[]>;

interface Source {
  client: KubeClient;
  group: string;
  selection: Pick<Selection, 'namespace' | 'selector'>;
}

/** How many rows are shown together, so that the columns of most tables have one width. */
const TOGETHER = 500;

/** A row of each host. */
export async function* rowsListed({ client, group, selection }: Source): RowSource {
  let rows: HostRow[] = [];
  for await (const hosts of hostPages(client, group, selection)) {
    for (const object of hosts) rows.push(hostRow(object, group));
    if (rows.length < TOGETHER) continue;
    yield rows;
    rows = [];
  }
  yield rows;
}

interface Watching {
  /** Leaves out what was there from the beginning. */
  watchOnly: boolean;
  signal: AbortSignal;
  warn(text: string): void;
}

/** A row of each host, and another one each time that it has changed, until `signal` aborts. */
export async function* rowsWatched(
  { client, group, selection }: Source,
  { watchOnly, signal, warn }: Watching,
): RowSource {
  let said: string | undefined;
  const changes = listWatch<HostObject, HostRow>(
    client,
    { path: hostsPath(group, selection.namespace), query: hostsQuery(selection) },
    {
      signal,
      read: (object) => hostRow(object, group),
      lost({ message }) {
        if (message !== said) warn(`the watch is interrupted, and goes on once it can (${message})`);
        said = message;
      },
    },
  );
  try {
    for await (const batch of changes) {
      said = undefined;
      yield batch.filter(({ type }) => !watchOnly || type !== 'LISTED').map(rowOf);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

const rowOf = ({ type, item }: Change<HostRow>): HostRow => (type === 'DELETED' ? deletedRow(item) : item);
