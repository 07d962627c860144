import type { Handler, Host, Output } from '../../../lib/cli/command.ts';
import { folded } from '../../../lib/cli/folded.ts';
import { type DocumentFormat, writeDocument } from '../../../lib/cli/output.ts';
import { updatesInPlace } from '../../../lib/cli/progress.ts';
import { type Paint, type Screen, screenOf, verdictCell } from '../../../lib/cli/style.ts';
import { type Cell, growingTable, type Header, wholeTable } from '../../../lib/cli/table.ts';
import {
  bareName,
  hostPages,
  readSelected,
  type Selection,
} from '../../../lib/cluster/hosts/select-hosts.ts';
import { openSession } from '../../../lib/cluster/session.ts';
import type { HostObject } from '../../../lib/hosts/host.ts';
import { deletedRow, finishing, type HostRow, hostRow, isResumable } from '../../../lib/hosts/row.ts';
import { readInHostGroup } from '../../../lib/kube/api/discovery.ts';
import { objectName } from '../../../lib/kube/api/object-name.ts';
import type { Change } from '../../../lib/kube/watch/list-watch.ts';
import { hostResource } from '../../../lib/objects/names.ts';
import { ageText } from '../../../lib/words/age.ts';
import { exitCodes, usageError } from '../../../lib/words/errors.ts';
import { oneLine } from '../../../lib/words/text.ts';
import { bySeverity, worstVerdict } from '../../../lib/words/verdict.ts';
import { resultOf } from '../../shared/render.ts';
import { commandText } from '../../shared/words.ts';
import { BMH } from '../shared/sanitize.ts';
import type { ListValues } from './flags.ts';
import { hostChanges, lostOnce, type Source, started } from './watch.ts';

/** `kubectl bmh list`: one row a host, as the table, as names, or as data; with `-w` also of each that changes. */
export const list: Handler<ListValues> = async ({ args: words, values }, host) => {
  const { allNamespaces, selector, fieldSelector, sortBy, watch, watchOnly, groupBy } = values;
  const watches = watch || watchOnly;
  checkFlags(words, values);
  // Hosts alike stay in the API's order.
  const order: Order = sortBy === undefined ? bySeverity : await byField(sortBy);
  const { connection, client, warn, stdoutPaint } = await openSession(values, host);
  const namespace = allNamespaces ? undefined : connection.namespace;
  const selected = (): Selection => {
    const names = words.map((word) => objectName(bareName(word), 'resource name'));
    const [only] = names;
    const isOne = watches && only !== undefined;
    return {
      ...{ namespace, names, selector },
      fieldSelector: isOne ? `metadata.name=${only}` : fieldSelector,
    };
  };
  const signal = host.interrupted;
  try {
    if (watch && isLive(values, host)) {
      const { liveList } = await import('./live.ts');
      await liveList({ client, selection: selected(), groupBy: groupBy ?? 'address' }, host, stdoutPaint);
      return exitCodes.aborted;
    }
    const write = listWriter(values, host, stdoutPaint);
    const lost = lostOnce(warn);
    const { group, found } = await readInHostGroup(client, (candidate) => {
      const source = { client, group: candidate, selection: selected() };
      if (!watches) return started(rowsListed(source, order));
      const read = (object: HostObject): HostRow => hostRow(object, candidate);
      return started(rowsOf(hostChanges(source, { signal, read, ...lost }), watchOnly));
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

/** Rows in batches: those of a list together, in order; those of a watch as they arrive. */
type RowSource = AsyncGenerator<HostRow[]>;

/** A row of each host, in order. Only rows are held of all, not records. */
async function* rowsListed({ client, group, selection }: Source, order: Order): RowSource {
  const rows: HostRow[] = [];
  if (selection.names.length > 0)
    rows.push(...(await readSelected(client, group, selection)).map((object) => hostRow(object, group)));
  else
    for await (const hosts of hostPages(client, group, selection))
      for (const object of hosts) rows.push(hostRow(object, group));
  yield rows.toSorted(order);
}

/** Whether a watch redraws one screen: a terminal can, and nothing was asked for that only rows have. */
const isLive = (
  { output, watchOnly, noHeaders, labelColumns, showLabels }: ListValues,
  { stdout, env }: Host,
): boolean =>
  output === undefined &&
  !(watchOnly || noHeaders || showLabels || labelColumns.length > 0) &&
  updatesInPlace(stdout, env);

type Order = (one: HostRow, other: HostRow) => number;

/** By a field of what `-o json` shows of a host, as kubectl sorts: `.metadata.name`, with or without braces. */
async function byField(path: string): Promise<Order> {
  const { jsonPathTemplate } = await import('../../../lib/cli/jsonpath.ts');
  const value = jsonPathTemplate(/^\{.*\}$/s.test(path) ? path : `{${path}}`);
  const keys = new Map<HostRow, string>();
  const keyOf = (row: HostRow): string => {
    const key = keys.get(row) ?? value(row);
    keys.set(row, key);
    return key;
  };
  const { compare } = new Intl.Collator('en', { numeric: true });
  return (one, other) => compare(keyOf(one), keyOf(other));
}

/** One row per host, and another each time that it changes; with `watchOnly`, without those that exist at the start. */
async function* rowsOf(changes: AsyncGenerator<Change<HostRow>[]>, watchOnly: boolean): RowSource {
  for await (const batch of changes)
    yield batch.filter(({ type }) => !watchOnly || type !== 'LISTED').map(rowOf);
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

function listWriter(values: ListValues, host: Host, paint: Paint): ListWriter {
  const { output, watch, watchOnly } = values;
  if (output === 'name') return nameWriter(host.stdout);
  if (output === undefined || output === 'wide') {
    const table = tableWriter(values, host, screenOf(host, paint));
    return watch || watchOnly ? table : withCommands(table, values, host);
  }
  const write = dataWriter(output, host.stdout);
  return watch || watchOnly ? each(write) : together(write);
}

function tableWriter(values: ListValues, { stdout, clock }: Host, screen: Screen): ListWriter {
  const { output, allNamespaces, noHeaders, labelColumns, showLabels } = values;
  const isWide = output === 'wide';
  const watches = values.watch || values.watchOnly;
  const columns = [
    ...(watches ? [TIME] : []),
    ...COLUMNS.filter(({ when }) => when === undefined || { wide: isWide, all: allNamespaces }[when]),
    ...labelColumns.map((label) => ({
      header: (label.split('/').at(-1) ?? '').toUpperCase(),
      cell: ({ metadata: { labels } }: HostRow) => labels[label] ?? '',
    })),
    ...(showLabels ? [LABELS] : []),
  ];
  const headers = columns.map(({ header }) => header);
  // The rows of a watch come one after the other, in one table.
  const text =
    isWide && !watches
      ? (cells: Cell[][]) => wholeTable(headers, cells, { noHeaders, screen })
      : growingTable(headers, { noHeaders, screen });
  return {
    rows(rows) {
      const at = { ...screen, now: clock.now() };
      stdout.write(text(rows.map((row) => columns.map(({ cell }) => cell(row, at)))));
    },
    end: () => {},
    isForPeople: true,
  };
}

/** The same, and the commands that finish unfinished runs at the end. */
function withCommands(writer: ListWriter, values: ListValues, { stderr }: Host): ListWriter {
  const all: HostRow[] = [];
  return {
    ...writer,
    rows(rows, group) {
      all.push(...rows.filter(isResumable));
      return writer.rows(rows, group);
    },
    end() {
      for (const { words, namespace, count } of finishing(all)) {
        const runs = count === 1 ? 'the unfinished run' : `the ${count} unfinished runs`;
        const command = commandText({ words: ['kubectl', 'bmh', ...words], namespace }, { values });
        stderr.write(folded(`To finish ${runs}: ${command}\n`, stderr));
      }
    },
  };
}

const nameWriter = (stdout: Output): ListWriter => ({
  rows: (rows, group) =>
    void stdout.write(
      rows.map(({ metadata: { name } }) => `${oneLine(hostResource(group, name))}\n`).join(''),
    ),
  end: () => {},
  isForPeople: true,
});

type DataWriter = (data: object) => Promise<void>;

/** One document with all rows. */
function together(write: DataWriter): ListWriter {
  const items: HostRow[] = [];
  return {
    rows: (rows) => void items.push(...rows),
    end() {
      const verdict = worstVerdict(
        items.map((row) => row.verdict),
        'healthy',
      );
      return write(resultOf(BMH, 'HostList', { verdict, exitCode: 0, items }));
    },
    isForPeople: false,
  };
}

/** One document per row. */
const each = (write: DataWriter): ListWriter => ({
  async rows(rows) {
    for (const row of rows) await write({ apiVersion: BMH.apiVersion, kind: 'Host', ...row });
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

interface Column {
  header: Header;
  when?: 'wide' | 'all';
  cell(row: HostRow, at: Screen & { now: Date }): Cell;
}

/** When a row of a watch was printed; on a terminal, which cuts what is longer, the local time of day. */
const TIME: Column = {
  header: 'TIME',
  cell: (_row, { now, columns }) =>
    columns === undefined ? now.toISOString().replace(/\.\d+/, '') : now.toTimeString().slice(0, 8),
};

/** Columns that are not optional come first where a row does not fit. */
const COLUMNS: Column[] = [
  { header: 'NAMESPACE', when: 'all', cell: ({ metadata }) => metadata.namespace },
  { header: { text: 'NAME', least: 12 }, cell: ({ metadata }) => ({ text: metadata.name, cut: 'middle' }) },
  { header: 'VERDICT', cell: ({ verdict }, screen) => verdictCell(verdict, screen) },
  { header: { text: 'REASON', least: 10 }, cell: ({ reason }) => reason },
  {
    header: { text: 'ADDRESS', optional: 1, least: 20 },
    cell: ({ address }) => ({ text: address, cut: 'address' }),
  },
  {
    header: { text: 'AGE', optional: 2 },
    cell({ metadata: { creationTimestamp } }, { now }) {
      const created = Date.parse(creationTimestamp);
      return Number.isNaN(created) ? '<unknown>' : ageText(now.getTime() - created);
    },
  },
  { header: { text: 'STATE', optional: 6 }, when: 'wide', cell: ({ state }) => state },
  { header: { text: 'PAUSED', optional: 4 }, when: 'wide', cell: ({ paused }) => paused },
  { header: { text: 'ERRORS', optional: 5 }, when: 'wide', cell: ({ errorCount }) => String(errorCount) },
  { header: { text: 'ERROR', optional: 7, least: 12 }, when: 'wide', cell: ({ errorType }) => errorType },
  { header: { text: 'MESSAGE', optional: 3, least: 24 }, when: 'wide', cell: ({ error }) => error },
];

const LABELS: Column = {
  header: { text: 'LABELS', least: 6 },
  cell: ({ metadata: { labels } }) =>
    Object.entries(labels)
      .map((pair) => pair.join('='))
      .join(','),
};

/** @throws {CommandError} for flags that contradict each other. */
function checkFlags(
  words: string[],
  { allNamespaces, selector, fieldSelector, sortBy, watch, watchOnly, groupBy }: ListValues,
) {
  if (words.length > 0 && (allNamespaces || selector !== undefined || fieldSelector !== undefined))
    throw usageError(
      'a host cannot be named beside -A, -l or --field-selector',
      'Give names or a selection.',
    );
  if (groupBy !== undefined && !watch)
    throw usageError('--group-by requires --watch', 'Add -w, or omit --group-by.');
  if (watch || watchOnly) {
    if (words.length > 1)
      throw usageError('--watch takes only one name', 'Give one name, or select the hosts with -l.');
    if (sortBy !== undefined) throw usageError('--sort-by cannot be used with --watch', 'Give one of them.');
  }
}
