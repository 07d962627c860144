import type { Report, Run } from './report.ts';
import { applyValues, changesOf, reportOf as plannedReport } from './values/apply.ts';
import type { ValuesPlan } from './values/values.ts';

/** §4.C step 5, once the volumes have the size: the values files, so that nobody puts the former size back. */
export async function withValues(run: Run, plan: ValuesPlan, report: Report): Promise<Report> {
  const { session, host, values, namespace, wish } = run;
  const hasSize = report.verdict === 'resized' || report.verdict === 'unchanged';
  if (!hasSize || values.dryRun !== 'none' || values.diff)
    return { ...report, values: plannedReport(plan, 'planned') };
  const { kind } = run.component;
  const written = await applyValues(plan, {
    host,
    paint: session.paint,
    yes: values.yes,
    message: `Grow the volumes of ${kind.toLowerCase()} ${namespace}/${report.name} to ${wish.size}`,
  });
  for (const line of written.outcome === 'written' || written.outcome === 'committed' ? changesOf(plan) : [])
    host.stderr.write(`${line}\n`);
  if (written.next) session.warn(`the values files still have the former size: ${written.next}`);
  return { ...report, values: written };
}
