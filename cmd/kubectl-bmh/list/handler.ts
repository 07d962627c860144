import type { Handler } from '../../../lib/cli/command.ts';
import { openSession } from '../../../lib/cluster/session.ts';
import { readInHostGroup } from '../../../lib/kube/api/discovery.ts';
import { exitCodes } from '../../../lib/words/errors.ts';
import { oneLine } from '../../../lib/words/text.ts';
import type { ListValues } from './flags.ts';
import { type RowSource, rowsListed, rowsWatched } from './rows.ts';
import { listWriter } from './write.ts';

/** `kubectl bmh list`: one row a host, as the table, as names, or as data; with `-w` also of each that changes. */
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
      return begun(watches ? rowsWatched(source, { watchOnly, signal, warn }) : rowsListed(source));
    });
    let isEmpty = true;
    for await (const rows of found) {
      if (rows.length > 0) await write.rows(rows, group);
      isEmpty &&= rows.length === 0;
    }
    // Nothing but an interruption ends a watch: it is no failure, but scripts are to see it.
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

/** The same rows, the first of them read already. */
async function begun(rows: RowSource): Promise<RowSource> {
  const first = await rows.next();
  return (async function* () {
    if (first.done) return;
    yield first.value;
    yield* rows;
  })();
}
