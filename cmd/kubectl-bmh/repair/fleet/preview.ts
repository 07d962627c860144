import type { Host as Machine } from '../../../../lib/cli/command.ts';
import { plannedData, previewOf, previewText } from '../../../shared/change/preview.ts';
import type { Write } from '../../../shared/change/write.ts';
import { isData } from '../../../shared/render.ts';
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
  const { stdout } = machine;
  let gap = '';
  for (const { cluster, members } of plans) {
    const { stdoutPaint, connection } = cluster.session;
    let heading =
      plans.length > 1 ? `${stdoutPaint('bold', BMH.text(`# Context ${connection.context}`))}\n` : '';
    for (const member of members) {
      const report = await previewed(member, async (writes) => {
        const data = isData(output, machine) ? await plannedData(writes) : {};
        if (output !== undefined) return data;
        // A diff begins with the name of the host.
        const lead = diff ? '' : `${stdoutPaint('bold', BMH.text(`# Host ${nameOf(member)}`))}\n`;
        const style = { diff, paint: stdoutPaint, plugin: BMH, columns: stdout.columns };
        stdout.write(`${gap}${heading}${lead}${previewText(writes, style)}`);
        gap = '\n';
        heading = '';
        return data;
      });
      if (report) reports.set(member, report);
    }
  }
  const report = fleetReport(plans, reports, { task });
  const paint = plans[0]?.cluster.session.paint ?? ((_style, text) => text);
  await renderFleet(report, machine, { output, paint, again });
  return report.exitCode;
}

/** The report of one host; `tell` prints what would be written, or returns it as fields of the report. */
function previewed(
  member: Member,
  tell: (writes: Write[]) => Promise<object>,
): Promise<Report | undefined> | Report {
  const { run, group, action } = member;
  if (action === 'verify')
    return bareReport(run, group, {
      verdict: 'unchanged',
      message: 'unchanged: it already has its new address and would only be verified',
    });
  return actAfresh(member, async (_, access, intent) => {
    const client = run.values.dryRun === 'server' ? run.session.client : undefined;
    const { report, writes } = await previewOf(hostChange(run, access, intent), access.observed, client);
    return writes.length > 0 ? { ...report, ...(await tell(writes)) } : report;
  });
}
