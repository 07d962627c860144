import { fold, requestOf } from '../../../lib/hosts/action.ts';
import type { Observed } from '../../../lib/hosts/observed.ts';
import { HOST_RESOURCE, hostResource } from '../../../lib/names.ts';
import { type Change, runOnCopy, writePreview } from '../../preview.ts';
import { SHOWN } from '../repair/render.ts';
import { shown } from '../shown.ts';
import type { PauseRun } from './change-pauses.ts';
import { lackingRights } from './observe-hosts.ts';
import { type PauseReport, refusedReport, renderReports, reportOf, worstOf } from './report.ts';

/** Writes what would be sent, host by host, and what is refused; nothing is changed. Gives the exit code. */
export async function previewed(run: PauseRun, all: Observed[]): Promise<number> {
  const { values, session, host } = run;
  const plans: Planned[] = [];
  for (const observed of all) plans.push(await planned(run, observed));
  const reports = plans.flatMap(({ report }) => report ?? []);
  const changing = plans.filter(({ changes }) => changes.length > 0);
  const changes = changing
    .flatMap((plan) => plan.changes)
    .map((change, index) => ({ ...change, step: index + 1 }));
  const resources = changing.map(({ resource }) => resource);
  const isData = values.output === 'json' || values.output === 'yaml';
  if (values.output === 'name') for (const resource of resources) host.stdout.write(`${shown(resource)}\n`);
  else if (isData || changes.length > 0)
    await writePreview(changes, host, {
      diff: values.diff,
      output: values.output,
      resource: resources.length === 1 ? (resources[0] ?? '') : HOST_RESOURCE,
      paint: session.stdoutPaint,
      shown: SHOWN,
      more: { exitCode: worstOf(reports), items: reports },
    });
  return reports.length === 0 || isData ? worstOf(reports) : renderReports(reports, run);
}

interface Planned {
  resource: string;
  changes: Change[];
  /** Of a host that would not be changed. */
  report: PauseReport | undefined;
}

async function planned(run: PauseRun, start: Observed): Promise<Planned> {
  const { change, values, session } = run;
  const { group, host } = start;
  const changes: Change[] = [];
  for (const { reason } of lackingRights(start))
    session.warn(`host ${host.namespace}/${host.name}: ${reason}`);
  const outcome = await runOnCopy(change.procedure, start, async (patch, observed) => {
    const after = fold(patch, observed);
    if (values.dryRun === 'server') await session.client.send(requestOf(patch, observed, { dryRun: true }));
    changes.push({
      step: 1,
      title: `${change.title} host ${host.namespace}/${host.name}`,
      request: requestOf(patch, observed),
      before: observed.object,
      after: after.object,
    });
    return after;
  });
  if (outcome.kind === 'failed') throw outcome.error;
  const unchanged = { verdict: 'unchanged', message: change.unchanged } as const;
  const report =
    outcome.kind === 'refused'
      ? refusedReport(run, start, outcome.refusals)
      : changes.length === 0
        ? reportOf(run, start, unchanged)
        : undefined;
  return { resource: hostResource(group, host.name), changes, report };
}
