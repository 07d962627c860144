import type { Host } from '../../../lib/cli/command.ts';
import { confirm } from '../../../lib/cli/prompt.ts';
import type { Patch } from '../../../lib/hosts/action.ts';
import type { Observed } from '../../../lib/hosts/observed.ts';
import { nextMove, type Procedure } from '../../../lib/procedure/procedure.ts';
import { REQUEST_LIMIT } from '../../durations.ts';
import { openSession, type Session } from '../../session.ts';
import type { PauseValues } from '../pause.ts';
import { selectionOf } from '../select-hosts.ts';
import { carryOut } from './carry-out.ts';
import { lackingRights, observeHosts } from './observe-hosts.ts';
import { planText } from './plan.ts';
import { type PauseReport, refusedReport, renderReports, reportOf } from './report.ts';

/** What is done to the pause of each host, and how it is put. */
export interface PauseChange {
  procedure: Procedure<Observed, Patch>;
  verdict: 'paused' | 'resumed';
  /** What it does, as a verb. */
  title: string;
  /** What came of it. */
  message: string;
  unchanged: string;
  /** What is said of a host that is refused, behind its name. */
  notDone: string;
}

/** One call of a command that changes pauses. */
export interface PauseRun {
  change: PauseChange;
  values: PauseValues;
  session: Session;
  host: Host;
}

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
    if (values.diff || values.dryRun !== 'none') {
      const { previewed } = await import('./preview.ts');
      return await previewed(run, all);
    }
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
  if (move.kind === 'done')
    return reportOf(run, observed, { verdict: 'unchanged', message: run.change.unchanged });
  const refusals = move.kind === 'refuse' ? move.refusals : lackingRights(observed);
  return refusals.length > 0 ? refusedReport(run, observed, refusals) : undefined;
}

async function changed(run: PauseRun, due: Observed[]): Promise<Map<Observed, PauseReport>> {
  const { change, values, host } = run;
  if (due.length === 0) return new Map();
  host.stderr.write(planText(run, due));
  const question = `${change.title} ${due.length === 1 ? 'this host' : `these ${due.length} hosts`}?`;
  if (values.yes || (await confirm(question, host))) return carryOut(run, due);
  const message = `not ${change.verdict}: nothing was changed`;
  return new Map(
    due.map((observed) => [observed, reportOf(run, observed, { verdict: 'declined', message })]),
  );
}
