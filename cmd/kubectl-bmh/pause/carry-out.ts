import { CommandError } from '../../../lib/errors.ts';
import { requestOf } from '../../../lib/hosts/action.ts';
import type { HostObject } from '../../../lib/hosts/host.ts';
import { type Observed, withObject } from '../../../lib/hosts/observed.ts';
import { isConflict, isRefused } from '../../../lib/kube/errors.ts';
import { nextMove } from '../../../lib/procedure/procedure.ts';
import { run as runProcedure } from '../../../lib/procedure/run.ts';
import { observeAgain } from '../repair/access.ts';
import type { PauseRun } from './change-pauses.ts';
import { type PauseReport, refusedReport, reportOf } from './report.ts';

/** Changes the pause of one host after the other, until the person interrupts. */
export async function carryOut(run: PauseRun, due: Observed[]): Promise<Map<Observed, PauseReport>> {
  const reports = new Map<Observed, PauseReport>();
  for (const observed of due) reports.set(observed, await carriedOut(run, observed));
  return reports;
}

async function carriedOut(run: PauseRun, start: Observed): Promise<PauseReport> {
  const { change, session, host } = run;
  const where = `host ${start.host.namespace}/${start.host.name}`;
  const outcome = await runProcedure(change.procedure, start, {
    // A patch that is on its way is waited for: else nobody could say whether it was done.
    perform: async (patch, observed) =>
      withObject(observed, await session.steady.send<HostObject>(requestOf(patch, observed))),
    observe: (observed) => observeAgain(session.steady, session.steady, observed),
    isStale: isConflict,
    isRefused,
    started: () => {},
    done: () => {},
    signal: host.interrupted,
  });
  const done = reportOf(run, outcome.observed, { verdict: change.verdict, message: change.message });
  switch (outcome.kind) {
    case 'done':
      return done;
    case 'refused':
      return refusedReport(run, outcome.observed, outcome.refusals);
    case 'stalled':
      return reportOf(run, outcome.observed, {
        verdict: 'failed',
        message: `${where} is not ${change.verdict}: somebody keeps changing it; see who writes to it`,
      });
    case 'interrupted':
      if (nextMove(change.procedure, outcome.observed).kind === 'done') return done;
      return reportOf(run, outcome.observed, {
        verdict: 'interrupted',
        message: `Interrupted: ${where} is not ${change.verdict}`,
      });
    case 'failed': {
      const { error } = outcome;
      if (!(error instanceof CommandError)) throw error;
      return reportOf(run, outcome.observed, {
        verdict: error.kind === 'timeout' ? 'timeout' : 'failed',
        message: [`${error.message}`, error.mend].filter(Boolean).join('\n'),
      });
    }
  }
}
