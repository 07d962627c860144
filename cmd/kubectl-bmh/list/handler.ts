import type { Handler } from '../../../lib/cli/command.ts';
import { writeDocument } from '../../../lib/cli/output.ts';
import { table } from '../../../lib/cli/table.ts';
import type { HostObject } from '../../../lib/hosts/host.ts';
import { type HostRow, hostRow } from '../../../lib/hosts/row.ts';
import { readInHostGroup } from '../../../lib/kube/discovery.ts';
import { pathPart } from '../../../lib/kube/object-name.ts';
import { pagesOf } from '../../../lib/kube/pages.ts';
import type { KubeClient } from '../../../lib/kube/types.ts';
import { HOST_RESOURCE, HOST_VERSION, hostResource } from '../../../lib/names.ts';
import { oneLine } from '../../../lib/text.ts';
import { openSession } from '../../session.ts';
import type { ListValues } from '../list.ts';

/** `kubectl bmh list`: one row a host, as the table, as names, or as data. */
export const list: Handler = async ({ values: given }, host) => {
  const values = given as ListValues;
  const { allNamespaces, selector, output, noHeaders } = values;
  const { connection, client } = await openSession(values, host);
  const namespace = allNamespaces ? undefined : connection.namespace;
  try {
    const { group, found: rows } = await readInHostGroup(client, (candidate) =>
      readRows(client, candidate, { namespace, selector }),
    );
    if (output === 'json' || output === 'yaml') {
      await writeDocument(host.stdout, output, { items: rows });
    } else if (rows.length === 0) {
      const where = namespace === undefined ? '' : ` in ${oneLine(namespace)} namespace.`;
      host.stderr.write(`No resources found${where}\n`);
    } else if (output === 'name') {
      for (const { name } of rows) host.stdout.write(`${oneLine(hostResource(group, name))}\n`);
    } else {
      const columns = COLUMNS.filter(
        ({ when }) => when === undefined || (when === 'wide' ? output === 'wide' : allNamespaces),
      );
      const cells = rows.map((row) => columns.map(({ cell }) => cell(row)));
      host.stdout.write(
        table(
          columns.map(({ header }) => header),
          cells,
          { noHeaders },
        ),
      );
    }
    return 0;
  } finally {
    client.close();
  }
};

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

interface Selection {
  /** All of them when undefined. */
  namespace: string | undefined;
  selector: string | undefined;
}

/** Reads hosts page by page and keeps of each what a row shows. */
async function readRows(
  client: KubeClient,
  group: string,
  { namespace, selector }: Selection,
): Promise<HostRow[]> {
  const scope = namespace === undefined ? '' : `/namespaces/${pathPart(namespace)}`;
  const path = `/apis/${group}/${HOST_VERSION}${scope}/${HOST_RESOURCE}`;
  const rows: HostRow[] = [];
  const query = { ...(selector && { labelSelector: selector }) };
  for await (const items of pagesOf<HostObject>(client, { path, query }))
    for (const object of items) rows.push(hostRow(object, group));
  return rows;
}
