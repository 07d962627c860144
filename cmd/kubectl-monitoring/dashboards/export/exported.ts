import { cleaned } from '../../../../lib/dashboards/export/clean.ts';
import type { UiDashboard } from '../../../../lib/dashboards/export/ui-answers.ts';
import type { RunningSidecar } from '../../../../lib/dashboards/standing/running.ts';
import { folderFault } from '../../../../lib/dashboards/write/folder.ts';
import { writtenContainer } from '../../../../lib/dashboards/write/written.ts';
import { oneLine } from '../../../../lib/words/text.ts';
import type { DashboardsExportValues } from './flags.ts';

/** A dashboard as it is written. */
interface Exported {
  yaml: string;
  changes: string[];
  warnings: string[];
}

/** The container of a dashboard of the UI. @throws {CommandError} if it is too large. */
export function exported(
  { fields, uid, title, folder: own, isConverted, isProvisioned }: UiDashboard,
  {
    name,
    values,
    sidecar,
  }: { name: string; values: DashboardsExportValues; sidecar: RunningSidecar | undefined },
): Exported {
  const { dashboard, changes, doubts } = cleaned({ fields });
  const fault = values.folder === undefined && own !== undefined ? folderFault(own) : undefined;
  const folder = values.folder ?? (fault === undefined ? own : undefined);
  const { yaml, warnings } = writtenContainer(
    {
      kind: values.secret ? 'Secret' : 'ConfigMap',
      ...{ name, folder, namespace: undefined },
      // A dashboard without its uid would be another one for the UI.
      dashboard: { ...dashboard, uid, title },
    },
    { names: values.names, sidecar },
  );
  return {
    yaml,
    changes,
    warnings: [
      ...(isProvisioned
        ? [
            'the dashboard comes from a file already: two files with one uid keep the dashboard UI from reading either',
          ]
        : []),
      ...(isConverted
        ? [
            'the dashboard UI has it in the v2 schema and converted it: tabs, conditions and layouts may be lost. Compare it with "kubectl monitoring dashboards preview"',
          ]
        : []),
      ...(fault === undefined
        ? []
        : [`the folder "${oneLine(own ?? '')}" is not kept: ${fault}. Give another one with --folder`]),
      ...doubts,
      ...warnings,
    ],
  };
}
