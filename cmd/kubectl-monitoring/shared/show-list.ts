import type { Host } from '../../../lib/cli/command.ts';
import { isDocument, writeDocument } from '../../../lib/cli/output.ts';
import { screenOf, verdictCell } from '../../../lib/cli/style.ts';
import { type Cell, type Column, columnTable } from '../../../lib/cli/table.ts';
import type { Session } from '../../../lib/cluster/session.ts';
import type { Unread } from '../../../lib/status/block.ts';
import { EXIT_CODES, type Verdict, worstVerdict } from '../../../lib/words/verdict.ts';
import { resultOf } from '../../shared/render.ts';
import { MONITORING } from './plugin.ts';
import { unreadData, warnOfUnread } from './unread.ts';

/** What the cells of a list need beside a row. */
export interface Look {
  now: Date;
  cell(verdict: string): Cell;
}

/** How objects of a cluster stand. */
interface Listing<Row> {
  /** What the data is called. */
  kind: string;
  rows: readonly Row[];
  columns: readonly Column<Row, Look>[];
  itemFor(row: Row): object;
  /** As `-o name` prints them. */
  names: readonly string[];
  unread: readonly Unread[];
}

interface ListFlags {
  allNamespaces: boolean;
  noHeaders: boolean;
  output: string | undefined;
}

/** Shows a list as a table, as names or as data, and what could not be read. Returns the exit code. */
export async function showList<Row extends { verdict: Verdict }>(
  { kind, rows, columns, itemFor, names, unread }: Listing<Row>,
  { allNamespaces: all, noHeaders, output }: ListFlags,
  { session, host }: { session: Session; host: Host },
): Promise<number> {
  const verdicts = rows.map(({ verdict }) => verdict);
  const exitCode = unread.length > 0 || verdicts.includes('unknown') ? EXIT_CODES.unknown : 0;
  if (isDocument(output)) {
    const items = rows.map(itemFor);
    const result = {
      verdict: worstVerdict(verdicts, 'healthy'),
      exitCode,
      items,
      unread: unread.map(unreadData),
    };
    await writeDocument(host.stdout, output, resultOf(MONITORING, kind, result));
    return exitCode;
  }
  if (output === 'name') host.stdout.write([...new Set(names)].map((name) => `${name}\n`).join(''));
  else if (rows.length > 0) {
    const screen = screenOf(host, session.stdoutPaint);
    const look: Look = { now: host.clock.now(), cell: (verdict) => verdictCell(verdict, screen) };
    host.stdout.write(
      columnTable(columns, { rows, look }, { wide: output === 'wide', all, noHeaders, screen }),
    );
  } else if (unread.length === 0)
    host.stderr.write(`No resources found${all ? '' : ` in ${session.connection.namespace} namespace.`}\n`);
  warnOfUnread(unread, session);
  return exitCode;
}
