import type { Host } from '../../../../lib/cli/command.ts';
import { cleaned } from '../../../../lib/dashboards/export/clean.ts';
import type { Cleaned } from '../../../../lib/dashboards/export/cleaned.ts';
import { titleFor, uidFor } from '../../../../lib/dashboards/write/names.ts';
import { newDashboard } from '../../../../lib/dashboards/write/new-dashboard.ts';
import { isText } from '../../../../lib/lint/placed.ts';
import { usageError } from '../../../../lib/words/errors.ts';
import { dashboardFile } from '../shared/dashboard-file.ts';
import type { DashboardsNewValues } from './flags.ts';

/** The dashboard that the flags ask for: of a file, a shipped one, or a new one. @throws {CommandError} */
export async function sourceOf(
  name: string,
  { file, shipped, title }: DashboardsNewValues,
  host: Host,
): Promise<Cleaned> {
  if (file !== undefined && shipped !== undefined)
    throw usageError('--file and --shipped exclude each other', 'Give one of them.');
  const titled = title !== undefined && { title };
  if (file !== undefined) {
    const { dashboard, ...said } = cleaned({ fields: await dashboardFile(file, host) });
    const { uid, title: own } = dashboard;
    const missing = {
      ...(!isText(uid) && { uid: uidFor(name) }),
      ...(!isText(own) && { title: titleFor(name) }),
    };
    return { dashboard: { ...dashboard, ...missing, ...titled }, ...said };
  }
  const dashboard =
    shipped === undefined
      ? newDashboard({ uid: uidFor(name), title: titleFor(name), job: name })
      : await shippedDashboard(shipped);
  return { dashboard: { ...dashboard, ...titled }, changes: [], doubts: [] };
}

async function shippedDashboard(wanted: string): Promise<Record<string, unknown>> {
  const { SHIPPED } = await import('../../../../lib/dashboards/shipped/shipped.ts');
  const found = SHIPPED.find(({ name }) => name === wanted);
  if (!found) throw new Error(`there is no dashboard ${wanted}`);
  return found.definition();
}
