import type { Output } from '../../../lib/cli/command.ts';
import { type DocumentFormat, writeDocument } from '../../../lib/cli/output.ts';
import { growingTable } from '../../../lib/cli/table.ts';
import type { HostRow } from '../../../lib/hosts/row.ts';
import { hostResource } from '../../../lib/objects/names.ts';
import { oneLine } from '../../../lib/words/text.ts';
import type { ListValues } from './flags.ts';

/** Writes the rows of a list in one form. */
interface ListWriter {
  /** Takes some rows; there may be more. */
  rows(rows: HostRow[], group: string): Promise<void> | void;
  /** Writes what waits for all of them. */
  end(): Promise<void> | void;
  /** Whether nothing at all is written of no rows. */
  isForPeople: boolean;
}

type Form = Pick<ListValues, 'output' | 'allNamespaces' | 'noHeaders' | 'watch' | 'watchOnly'>;

export function listWriter(values: Form, stdout: Output): ListWriter {
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

/** One document of all rows. */
function together(write: DataWriter): ListWriter {
  const items: HostRow[] = [];
  return {
    rows: (rows) => void items.push(...rows),
    end: () => write({ items }),
    isForPeople: false,
  };
}

/** A document a row. */
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
