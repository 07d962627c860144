import type { Handler, Output } from '../../../lib/cli/command.ts';
import { type DocumentFormat, writeDocument } from '../../../lib/cli/output.ts';
import { growingTable } from '../../../lib/cli/table.ts';
import { hostPages, hostsPath, hostsQuery, type Selection } from '../../../lib/cluster/hosts/select-hosts.ts';
import { openSession } from '../../../lib/cluster/session.ts';
import type { HostObject } from '../../../lib/hosts/host.ts';
import { deletedRow, type HostRow, hostRow } from '../../../lib/hosts/row.ts';
import { readInHostGroup } from '../../../lib/kube/api/discovery.ts';
import type { KubeClient } from '../../../lib/kube/api/types.ts';
import { type Change, listWatch } from '../../../lib/kube/watch/list-watch.ts';
import { hostResource } from '../../../lib/objects/names.ts';
import { exitCodes } from '../../../lib/words/errors.ts';
import { oneLine } from '../../../lib/words/text.ts';
import type { ListValues } from './flags.ts';

/** `kubectl bmh list`: one row per host, as a table, as names or as data; with `-w` also one per change. */
export const list: Handler<ListValues> = async ({ values }, host) => {
  const { allNamespaces, selector, watch, watchOnly } = values;
  const watches = watch || watchOnly;
  const write = listWriter(values, host.stdout);
  const { connection, client, warn } = await openSession(values, host);
  const namespace = allNamespaces ? undefined : connection.namespace;
  const signal = host.interrupted;
  try {
    const { group, found } = await readInHostGroup(client, (candidate) => {
      const source = { client, group: candidate, selection: { namespace, selector } };
      return started(watches ? rowsWatched(source, { watchOnly, signal, warn }) : rowsListed(source));
    });
    let isEmpty = true;
    for await (const rows of found) {
      if (rows.length > 0) await write.rows(rows, group);
      isEmpty &&= rows.length === 0;
    }
    // Only an interruption ends a watch: it is not a failure, but scripts must notice it.
    if (watches) return exitCodes.aborted;
    await write.end();
    if (isEmpty && write.isForPeople) {
      const where = namespace === undefined ? '' : ` in ${oneLine(namespace)} namespace.`;
      host.stderr.write(`No resources found${where}\n`);
    }
    return 0;
  } finally {
    client.close();
  }
};

/** The same rows, with the first ones already read. */
async function started(rows: RowSource): Promise<RowSource> {
  const first = await rows.next();
  return (async function* () {
    if (first.done) return;
    yield first.value;
    yield* rows;
  })();
}

/** Rows in batches as they arrive, so that memory holds only those being written. */
type RowSource = AsyncGenerator<HostRow[]>;

interface Source {
  client: KubeClient;
  group: string;
  selection: Pick<Selection, 'namespace' | 'selector'>;
}

/** How many rows are printed together, so that most tables have one column width. */
const TOGETHER = 500;

/** One row per host. */
async function* rowsListed({ client, group, selection }: Source): RowSource {
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
  /** Leaves out the hosts that exist at the start. */
  watchOnly: boolean;
  signal: AbortSignal;
  warn(text: string): void;
}

/** One row per host, and another each time that it changes, until `signal` aborts. */
async function* rowsWatched(
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
        if (message !== said) warn(`the watch was interrupted, reconnecting (${message})`);
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

/** Writes the rows of a list in one form. */
interface ListWriter {
  /** Writes a batch of rows; more may follow. */
  rows(rows: HostRow[], group: string): Promise<void> | void;
  /** Writes what needs all rows. */
  end(): Promise<void> | void;
  /** Whether no rows means no output. */
  isForPeople: boolean;
}

type Form = Pick<ListValues, 'output' | 'allNamespaces' | 'noHeaders' | 'watch' | 'watchOnly'>;

function listWriter(values: Form, stdout: Output): ListWriter {
  const { output, watch, watchOnly } = values;
  if (output === 'name') return nameWriter(stdout);
  if (output === undefined || output === 'wide') return tableWriter(values, stdout);
  const write = dataWriter(output, stdout);
  return watch || watchOnly ? each(write) : together(write);
}

function tableWriter({ output, allNamespaces, noHeaders }: Form, stdout: Output): ListWriter {
  const columns = COLUMNS.filter(
    ({ when }) => when === undefined || (when === 'wide' ? output === 'wide' : allNamespaces),
  );
  const text = growingTable(
    columns.map(({ header }) => header),
    { noHeaders },
  );
  return {
    rows: (rows) => void stdout.write(text(rows.map((row) => columns.map(({ cell }) => cell(row))))),
    end: () => {},
    isForPeople: true,
  };
}

const nameWriter = (stdout: Output): ListWriter => ({
  rows: (rows, group) =>
    void stdout.write(rows.map(({ name }) => `${oneLine(hostResource(group, name))}\n`).join('')),
  end: () => {},
  isForPeople: true,
});

type DataWriter = (data: object) => Promise<void>;

/** One document with all rows. */
function together(write: DataWriter): ListWriter {
  const items: HostRow[] = [];
  return {
    rows: (rows) => void items.push(...rows),
    end: () => write({ items }),
    isForPeople: false,
  };
}

/** One document per row. */
const each = (write: DataWriter): ListWriter => ({
  async rows(rows) {
    for (const row of rows) await write(row);
  },
  end: () => {},
  isForPeople: false,
});

function dataWriter(output: DocumentFormat, stdout: Output): DataWriter {
  let lead = '';
  return (data) => {
    stdout.write(lead);
    lead = output === 'yaml' ? '---\n' : '';
    return writeDocument(stdout, output, data);
  };
}

const COLUMNS: { header: string; when?: 'wide' | 'all'; cell(row: HostRow): string }[] = [
  { header: 'NAMESPACE', when: 'all', cell: ({ namespace }) => namespace },
  { header: 'NAME', cell: ({ name }) => name },
  { header: 'STATE', cell: ({ state }) => state },
  { header: 'ERROR', cell: ({ error }) => error },
  { header: 'PAUSED', cell: ({ paused }) => paused },
  { header: 'IMAGE', cell: ({ address }) => address },
  { header: 'VERDICT', cell: ({ verdict }) => verdict },
  { header: 'ERRORS', when: 'wide', cell: ({ errorCount }) => String(errorCount) },
  { header: 'REASON', when: 'wide', cell: ({ reason }) => reason },
  { header: 'MESSAGE', when: 'wide', cell: ({ message }) => message },
];
