import { isDocument, writeDocument } from '../../../../lib/cli/output.ts';
import { screenOf } from '../../../../lib/cli/style.ts';
import { type Column, columnTable } from '../../../../lib/cli/table.ts';
import { readUiDashboards, searchUi } from '../../../../lib/cluster/dashboards/read-ui.ts';
import { namesFor } from '../../../../lib/dashboards/write/names.ts';
import { asPart } from '../../../../lib/words/errors.ts';
import { briefly, oneLine } from '../../../../lib/words/text.ts';
import { resultOf } from '../../../shared/render.ts';
import { MONITORING } from '../../shared/plugin.ts';
import { exportItem, type Listed } from './item.ts';
import type { AskedUi } from './with-ui.ts';

/** The dashboards of the UI, and which of them come from files. */
export async function listDashboards({ ui, values, host, stdoutPaint, warn }: AskedUi): Promise<number> {
  const { output, noHeaders } = values;
  const all = await readUiDashboards(ui, await searchUi(ui));
  const names = namesFor(all.map(({ hit }) => hit));
  const items = all.map(({ hit, ...read }): Listed => {
    const name = names.get(hit.uid) ?? hit.uid;
    if ('failure' in read) return { ...hit, name, message: asPart(read.failure) };
    return { ...hit, name, isProvisioned: read.dashboard.isProvisioned };
  });
  const unread = items.filter(({ message }) => message !== undefined);
  const exitCode = unread.length > 0 ? 2 : 0;
  if (isDocument(output)) {
    const verdict = exitCode === 0 ? 'healthy' : 'unknown';
    const result = resultOf(MONITORING, 'DashboardExportList', {
      verdict,
      exitCode,
      items: items.map(exportItem),
    });
    await writeDocument(host.stdout, output, result);
  } else if (items.length > 0) {
    const screen = screenOf(host, stdoutPaint);
    host.stdout.write(
      columnTable(COLUMNS, { rows: items, look: undefined }, { wide: false, noHeaders, screen }),
    );
  } else host.stderr.write('No resources found\n');
  for (const { title, message = '' } of unread)
    warn(`dashboard "${oneLine(title)}" could not be read: ${oneLine(message)}`);
  return exitCode;
}

const COLUMNS: readonly Column<Listed, undefined>[] = [
  { header: { text: 'UID', least: 12 }, cell: ({ uid }) => uid },
  { header: { text: 'TITLE', least: 12 }, cell: ({ title }) => briefly(title) },
  { header: { text: 'FOLDER', optional: 1 }, cell: ({ folder }) => briefly(folder ?? '') },
  {
    header: 'PROVISIONED',
    cell: ({ isProvisioned }) => (isProvisioned === undefined ? '<unknown>' : isProvisioned ? 'yes' : 'no'),
  },
];
