import type { Handler } from '../../../../lib/cli/command.ts';
import { isDocument, templateOf } from '../../../../lib/cli/output.ts';
import { objectName } from '../../../../lib/kube/api/object-name.ts';
import { usageError } from '../../../../lib/words/errors.ts';
import { checkFolder } from '../shared/check-folder.ts';
import { exportAll } from './export-all.ts';
import { exportOne } from './export-one.ts';
import type { DashboardsExportValues } from './flags.ts';
import { listDashboards } from './list.ts';
import { withUi } from './with-ui.ts';

/** `dashboards export [DASHBOARD]`: a dashboard of the UI as a container, all of them, or the list of what there is. */
export const exportDashboards: Handler<DashboardsExportValues> = async ({ args: [wanted], values }, host) => {
  checkFlags(wanted, values);
  if (isDocument(values.output)) await templateOf(values.output);
  return withUi(values, host, (asked) => {
    if (wanted !== undefined) return exportOne(wanted, asked);
    return values.all ? exportAll(asked) : listDashboards(asked);
  });
};

/** @throws {CommandError} for flags that do not go together. */
function checkFlags(wanted: string | undefined, values: DashboardsExportValues): void {
  const { all, name, folder, outputDirectory, overwrite, output } = values;
  if (wanted?.trim() === '') throw usageError('the dashboard is empty', 'Give its uid or its title.');
  if (name !== undefined) objectName(name, 'resource name');
  if (folder !== undefined) checkFolder(folder);
  if (all && wanted !== undefined)
    throw usageError('a dashboard and --all exclude each other', 'Give one of them.');
  if (all && name !== undefined)
    throw usageError('--name and --all exclude each other', 'Export one dashboard to name its object.');
  if (all && outputDirectory === undefined)
    throw usageError('--all needs a folder', 'Give it with --output-directory.');
  if (outputDirectory !== undefined && !all && wanted === undefined)
    throw usageError('--output-directory needs a dashboard', 'Give its uid or its title, or --all.');
  if (overwrite && outputDirectory === undefined)
    throw usageError('--overwrite needs a folder', 'Give it with --output-directory.');
  if (output !== undefined && wanted !== undefined && outputDirectory === undefined)
    throw usageError(
      '-o is not for a dashboard on stdout, which is YAML',
      'Omit it, or write the dashboard to a folder with --output-directory.',
    );
}
