import type { Host } from '../../../lib/cli/command.ts';
import { isDocument } from '../../../lib/cli/output.ts';
import { confirm } from '../../../lib/cli/prompt.ts';
import { selectionOf } from '../../../lib/cluster/hosts/select-hosts.ts';
import { openSession } from '../../../lib/cluster/session.ts';
import type { Observed } from '../../../lib/hosts/observed.ts';
import { HOST_RESOURCE } from '../../../lib/objects/names.ts';
import { nextMove } from '../../../lib/procedure/procedure.ts';
import type { Write } from '../../shared/change/preview.ts';
import { declined, refused, runChange } from '../../shared/change/run-change.ts';
import { REQUEST_LIMIT } from '../../shared/durations.ts';
import { SANITIZE, sanitize } from '../shared/sanitize.ts';
import { pauseChange } from './change.ts';
import type { PauseValues } from './flags.ts';
import { lackingRights, observeHosts } from './observe-hosts.ts';
import { type PauseReport, renderReports, reportOf, worstOf } from './report.ts';
import type { PauseChange, PauseRun } from './run.ts';

/** Observes the selected hosts, asks, and changes the pause of those that nothing stands against; gives the exit code. */
export async function changePauses(
  change: PauseChange,
  { words, values }: { words: string[]; values: PauseValues },
  host: Host,
): Promise<number> {
  const requestTimeout = values.requestTimeout ?? REQUEST_LIMIT;
  const session = await openSession({ ...values, requestTimeout }, host);
  const run: PauseRun = { change, values, session, host };
  try {
    const selection = selectionOf(words, values, session.connection.namespace);
    const all = await observeHosts(run, selection);
    if (values.diff || values.dryRun !== 'none') return await previewed(run, all);
    const reports = new Map(all.map((observed) => [observed, settled(run, observed)]));
    const due = all.filter((observed) => !reports.get(observed));
    for (const [observed, report] of await changed(run, due)) reports.set(observed, report);
    return await renderReports(
      [...reports.values()].filter((report) => report !== undefined),
      run,
    );
  } finally {
    session.client.close();
  }
}

/** The report of a host on which there is nothing to do, or may not be anything; undefined for any other. */
function settled(run: PauseRun, observed: Observed): PauseReport | undefined {
  const move = nextMove(run.change.procedure, observed);
  if (move.kind === 'done') return unchanged(run, observed);
  const refusals = move.kind === 'refuse' ? move.refusals : lackingRights(observed);
  return refusals.length > 0 ? refused(pauseChange(run, observed), observed, refusals) : undefined;
}

const unchanged = (run: PauseRun, observed: Observed): PauseReport =>
  reportOf(run, observed, { verdict: 'unchanged', message: run.change.unchanged });

/** Asks, and changes the pause of one host after the other, until the person interrupts. */
async function changed(run: PauseRun, due: Observed[]): Promise<Map<Observed, PauseReport>> {
  const { change, values, host } = run;
  const reports = new Map<Observed, PauseReport>();
  if (due.length === 0) return reports;
  host.stderr.write(planText(run, due));
  const question = `${change.title} ${due.length === 1 ? 'this host' : `these ${due.length} hosts`}?`;
  const isWanted = values.yes || (await confirm(question, host));
  for (const observed of due) {
    const one = pauseChange(run, observed);
    reports.set(observed, isWanted ? await runChange(one, observed, SILENT(host)) : declined(one, observed));
  }
  return reports;
}

/** Shows nothing of the one step. */
const SILENT = ({ interrupted }: Host) => ({
  show: async () => ({ done() {}, skipped() {}, failed() {}, note() {}, end: async () => {} }),
  warn() {},
  interrupted,
});

/** What a person reads before agreeing: where, and which hosts. */
function planText({ session: { connection, paint } }: PauseRun, due: Observed[]): string {
  const byNamespace = Map.groupBy(due, ({ host }) => host.namespace);
  const row = (label: string, text: string): string => `  ${label.padEnd(10)} ${text}\n`;
  return [
    row('Context', sanitize(connection.context || '(none)')),
    row('Server', sanitize(connection.server)),
    ...[...byNamespace].flatMap(([namespace, hosts]) => [
      row('Namespace', sanitize(namespace)),
      ...hosts.map(({ host }) => row('Host', paint('bold', sanitize(host.name)))),
    ]),
  ].join('');
}

/** Writes what would be sent, host by host, and what is refused; nothing is changed. Gives the exit code. */
async function previewed(run: PauseRun, all: Observed[]): Promise<number> {
  const { change, values, session, host } = run;
  const { previewOf, writePreview } = await import('../../shared/change/preview.ts');
  const reports: PauseReport[] = [];
  const writes: Write[] = [];
  const resources: string[] = [];
  for (const observed of all) {
    const one = pauseChange(run, observed);
    for (const { reason } of one.denied) session.warn(`${one.where}: ${reason}`);
    const found = await previewOf(one, observed, values.dryRun === 'server' ? session.client : undefined);
    if ('report' in found) reports.push(found.report);
    else if (found.writes.length === 0) reports.push(unchanged(run, observed));
    else {
      resources.push(one.resource);
      writes.push(...found.writes.map((write) => ({ ...write, title: `${change.title} ${one.where}` })));
    }
  }
  const exitCode = worstOf(reports);
  const isData = isDocument(values.output);
  if (values.output === 'name')
    for (const resource of resources) host.stdout.write(`${sanitize(resource)}\n`);
  else if (isData || writes.length > 0)
    await writePreview(
      writes.map((write, index) => ({ ...write, step: index + 1 })),
      host,
      {
        diff: values.diff,
        output: values.output,
        resource: resources.length === 1 ? (resources[0] ?? '') : HOST_RESOURCE,
        paint: session.stdoutPaint,
        shown: SANITIZE,
        more: { exitCode, items: reports },
      },
    );
  return reports.length === 0 || isData ? exitCode : renderReports(reports, run);
}
