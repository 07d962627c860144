import type { Host as Machine } from '../../../../lib/cli/command.ts';
import { isDocument } from '../../../../lib/cli/output.ts';
import { previewOf, previewText, requestsData } from '../../../shared/change/preview.ts';
import { bareReport, type Report } from '../../shared/report.ts';
import { BMH } from '../../shared/sanitize.ts';
import { hostChange } from '../change.ts';
import type { Order } from './cluster.ts';
import { type Member, nameOf, type Plan } from './plan.ts';
import { fleetReport, renderFleet } from './report.ts';
import { actAfresh } from './work.ts';

/** Prints what a fleet would change, host by host; changes nothing. */
export async function previewFleet(
  plans: readonly Plan[],
  { task, again, values: { output, diff } }: Pick<Order, 'task' | 'again' | 'values'>,
  machine: Machine,
): Promise<number> {
  const reports = new Map<Member, Report>();
  for (const { cluster, members } of plans) {
    const { paint, stdoutPaint } = cluster.session;
    for (const member of members) {
      const report = await previewed(member, async (changes) => {
        if (isDocument(output)) return { requests: await requestsData(changes) };
        const text = await previewText(changes, { diff, paint: stdoutPaint, plugin: BMH });
        if (output === undefined)
          machine.stdout.write(`${paint('bold', BMH.text(`# Host ${nameOf(member)}`))}\n${text}\n`);
        return {};
      });
      if (report) reports.set(member, report);
    }
  }
  const report = fleetReport(plans, reports, { task });
  const paint = plans[0]?.cluster.session.paint ?? ((_style, text) => text);
  await renderFleet(report, machine, { output, paint, again });
  return report.exitCode;
}

/** The report of one host; `tell` prints the changes, or returns them as fields of the report. */
function previewed(
  member: Member,
  tell: (changes: Parameters<typeof previewText>[0]) => Promise<object>,
): Promise<Report | undefined> | Report {
  const { run, group, action } = member;
  const planned = bareReport(run, group, { verdict: 'unchanged', reason: 'dry-run', message: 'dry run' });
  // A host that already has its new address is not written to.
  if (action === 'verify') return planned;
  return actAfresh(member, async (_, access, intent) => {
    const client = run.values.dryRun === 'server' ? run.session.client : undefined;
    const found = await previewOf(hostChange(run, access, intent), access.observed, client);
    return 'report' in found ? found.report : { ...planned, ...(await tell(found.writes)) };
  });
}
