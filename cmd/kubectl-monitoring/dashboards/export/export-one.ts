import { isDocument, writeDocument } from '../../../../lib/cli/output.ts';
import { nameFor } from '../../../../lib/dashboards/write/names.ts';
import { oneLine } from '../../../../lib/words/text.ts';
import { resultOf } from '../../../shared/render.ts';
import { MONITORING } from '../../shared/plugin.ts';
import { sayChanges } from '../shared/say-changes.ts';
import { exported } from './exported.ts';
import { findDashboard } from './find.ts';
import { exportItem } from './item.ts';
import { sidecarOf } from './sidecar-of.ts';
import type { AskedUi } from './with-ui.ts';
import { writeExport } from './write-export.ts';

/** One dashboard, on stdout or in a folder. */
export async function exportOne(wanted: string, asked: AskedUi): Promise<number> {
  const { ui, values, host } = asked;
  const dashboard = await findDashboard(ui, wanted);
  const name = values.name ?? nameFor(dashboard.title, dashboard.uid);
  const sidecar = await sidecarOf(asked);
  const { yaml, changes, warnings } = exported(dashboard, { name, values, sidecar });
  const file = writeExport(name, yaml, asked);
  sayChanges({ changes, doubts: warnings }, values, host);
  if (file === undefined) host.stdout.write(yaml);
  else if (isDocument(values.output)) {
    const items = [exportItem({ ...dashboard, name, file })];
    const result = resultOf(MONITORING, 'DashboardExportList', { verdict: 'healthy', exitCode: 0, items });
    await writeDocument(host.stdout, values.output, result);
  } else host.stdout.write(`${oneLine(file)}\n`);
  return 0;
}
