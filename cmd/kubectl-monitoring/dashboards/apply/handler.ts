import type { Handler, Host } from '../../../../lib/cli/command.ts';
import { lintText, mayHold, newRun } from '../../../../lib/dashboards/lint/lint.ts';
import { type DashboardManifest, dashboardManifestsIn } from '../../../../lib/dashboards/manifests.ts';
import { usageError } from '../../../../lib/words/errors.ts';
import { oneLine } from '../../../../lib/words/text.ts';
import type { Description } from '../../shared/apply/description.ts';
import { readObjects } from '../../shared/apply/read-objects.ts';
import { runApply } from '../../shared/apply/run-apply.ts';
import type { DashboardApplyValues } from './flags.ts';
import { readGround } from './ground.ts';
import { comparedWrite, shownWrite } from './shown.ts';

/** `dashboards apply PATH…`: applies containers of dashboards (§2.3), and waits until the sidecar has written their files. */
export const apply: Handler<DashboardApplyValues> = (call, host) => runApply(DASHBOARDS, call, host);

const DASHBOARDS: Description<DashboardManifest> = {
  word: 'dashboard',
  objects: 'dashboard containers',
  result: 'DashboardApplyList',
  doctor: ['dashboards', 'doctor'],
  read: readDashboards,
  open: readGround,
  shown: shownWrite,
  compared: comparedWrite,
};

/** The containers of files and folders, checked as "dashboards lint" does. */
function readDashboards(paths: readonly string[], host: Host): Promise<DashboardManifest[]> {
  const lintRun = newRun();
  return readObjects(paths, host, {
    parse: async (text, path) => {
      const { dashboards, containers, findings } = lintText(text, path, lintRun);
      if (dashboards > 0 && containers === 0) throw plainDashboard(path);
      return { manifests: dashboardManifestsIn(text), findings };
    },
    mayHold,
    many: 'dashboards',
    objects: DASHBOARDS.objects,
    hint: 'Pass ConfigMaps or Secrets that have dashboards: "kubectl monitoring dashboards new" prints one.',
  });
}

const plainDashboard = (path: string) =>
  usageError(
    `${oneLine(path)} has a dashboard that is not in a ConfigMap or Secret`,
    '"kubectl monitoring dashboards new" puts a file into one with --file; "kubectl monitoring dashboards export" does it with one of the UI.',
  );
