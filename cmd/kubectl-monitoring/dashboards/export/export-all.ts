import { isDocument, writeDocument } from '../../../../lib/cli/output.ts';
import { readUiDashboards, searchUi } from '../../../../lib/cluster/dashboards/read-ui.ts';
import type { UiDashboard } from '../../../../lib/dashboards/export/ui-answers.ts';
import type { RunningSidecar } from '../../../../lib/dashboards/standing/running.ts';
import { namesFor } from '../../../../lib/dashboards/write/names.ts';
import { asPart, type CommandError, reportable } from '../../../../lib/words/errors.ts';
import { oneLine } from '../../../../lib/words/text.ts';
import { resultOf } from '../../../shared/render.ts';
import { MONITORING } from '../../shared/plugin.ts';
import { sayLine } from '../shared/say-changes.ts';
import { exported } from './exported.ts';
import { exportItem, type Listed } from './item.ts';
import { sidecarOf } from './sidecar-of.ts';
import type { AskedUi } from './with-ui.ts';
import { writeExport } from './write-export.ts';

/** Every dashboard that comes from no file, each in a file of its own. What fails is said, and the others are written. */
export async function exportAll(asked: AskedUi): Promise<number> {
  const { ui, values, host, paint } = asked;
  const all = await readUiDashboards(ui, await searchUi(ui));
  const provisioned = all.filter((one) => 'dashboard' in one && one.dashboard.isProvisioned).length;
  const own = all.filter((one) => !('dashboard' in one && one.dashboard.isProvisioned));
  const sidecar = own.length > 0 ? await sidecarOf(asked) : undefined;
  const names = namesFor(own.map(({ hit }) => hit));
  const items = own.map((one): Listed => {
    const name = names.get(one.hit.uid) ?? one.hit.uid;
    if ('failure' in one) return { ...one.hit, name, message: withHint(one.failure) };
    return written(one.dashboard, { name, sidecar, asked });
  });
  if (provisioned > 0)
    sayLine(
      `Skipped ${provisioned} dashboard${provisioned === 1 ? '' : 's'} that come${provisioned === 1 ? 's' : ''} from a file.`,
      host,
    );
  const failed = items.filter(({ message }) => message !== undefined);
  for (const { title, message = '' } of failed)
    sayLine(
      `${paint('red', 'error:')} dashboard "${oneLine(title)}" was not exported: ${oneLine(message)}`,
      host,
    );
  const exitCode = failed.length > 0 ? 1 : 0;
  if (isDocument(values.output)) {
    const verdict = exitCode === 0 ? 'healthy' : 'failed';
    const result = resultOf(MONITORING, 'DashboardExportList', {
      verdict,
      exitCode,
      items: items.map(exportItem),
    });
    await writeDocument(host.stdout, values.output, result);
  } else if (items.length === 0) sayLine('No dashboards to export', host);
  else for (const { file } of items) if (file !== undefined) host.stdout.write(`${oneLine(file)}\n`);
  return exitCode;
}

function written(
  dashboard: UiDashboard,
  { name, sidecar, asked }: { name: string; sidecar: RunningSidecar | undefined; asked: AskedUi },
): Listed {
  const { values, host, warn } = asked;
  const { uid, title, folder, isProvisioned } = dashboard;
  const listed = { uid, title, folder, isProvisioned, name };
  try {
    const { yaml, changes, warnings } = exported(dashboard, { name, values, sidecar });
    const file = writeExport(name, yaml, asked);
    const about = oneLine(title);
    for (const change of changes) sayLine(`${about}: ${oneLine(change)}`, host);
    for (const warning of warnings) warn(`${about}: ${oneLine(warning)}`);
    return { ...listed, ...(file !== undefined && { file }) };
  } catch (error) {
    return { ...listed, message: withHint(reportable(error)) };
  }
}

const withHint = (error: CommandError): string =>
  [asPart(error), ...(error.hint ? [error.hint] : [])].join('. ');
