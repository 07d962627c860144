import type { Progress } from '../../../lib/cli/progress.ts';
import { CommandError } from '../../../lib/errors.ts';
import { requestOf } from '../../../lib/hosts/action.ts';
import { clearing } from '../../../lib/hosts/diagnosis/cause.ts';
import type { HostObject } from '../../../lib/hosts/host.ts';
import { withObject } from '../../../lib/hosts/observed.ts';
import { fold, type ReenrollAction } from '../../../lib/hosts/reenroll/procedure.ts';
import { type Enrolment, enrolmentOf } from '../../../lib/hosts/reenroll/state.ts';
import { isConflict, isRefused } from '../../../lib/kube/errors.ts';
import { nextMove } from '../../../lib/procedure/procedure.ts';
import { type Outcome, run as runBracket } from '../../../lib/procedure/run.ts';
import { afterInterruption } from '../../interruption.ts';
import { stepsShown } from '../../steps-shown.ts';
import { commandText } from '../../words.ts';
import { observeAgain } from '../repair/access.ts';
import { awaitDetached } from './await-detached.ts';
import type { Run } from './report.ts';
import { type ReenrollProcedure, type ShownSteps, VERIFY_ACCESS } from './steps.ts';

/** How long an interrupted run waits for the request in flight. */
const GRACE = 5_000;

/** Runs the bracket against the cluster. */
export async function execute(
  procedure: ReenrollProcedure,
  start: Enrolment,
  { run, steps, progress }: { run: Run; steps: ShownSteps; progress: Progress },
): Promise<Outcome<Enrolment, ReenrollAction>> {
  const { session, host } = run;
  const { client } = session;
  const shown = stepsShown(progress, VERIFY_ACCESS, (title) =>
    session.warn(`somebody else writes to this host: step "${title}" had to be done again`),
  );
  const deadline = AbortSignal.timeout(run.timeout);
  const grace = afterInterruption(host.interrupted, GRACE);
  const observe = async (before: Enrolment): Promise<Enrolment> =>
    enrolmentOf(await observeAgain(client, client, before.observed), before);
  const perform = async (action: ReenrollAction, before: Enrolment): Promise<Enrolment> => {
    const { observed } = before;
    if (action.kind === 'wait') {
      const seen = await awaitDetached(run, before, {
        deadline,
        note: progress.note,
        isOver: (now) => {
          const move = nextMove(procedure, now);
          return move.kind !== 'act' || move.action.kind !== 'wait';
        },
      });
      // What the attach is decided on is read behind the wait: what stands around the host may be minutes old.
      return host.interrupted.aborted ? seen : observe(seen);
    }
    if (action.kind === 'try') {
      await client.send(requestOf(action.patch, observed, { dryRun: true }), grace.signal);
      return fold(action, before);
    }
    try {
      const object = await client.send<HostObject>(requestOf(action, observed), grace.signal);
      return enrolmentOf(withObject(observed, object), before);
    } catch (error) {
      if (action.subresource === undefined || isConflict(error) || !isRefused(error)) throw error;
      // No host stays detached for a number that may not be reset.
      const command = commandText(clearing(observed.host, { errorCount: 0 }), run);
      session.warn(`its errorCount of before could not be reset (${(error as Error).message}): ${command}`);
      return fold(action, before);
    }
  };
  try {
    return await runBracket(procedure, start, {
      perform,
      observe,
      waits: ({ kind }) => kind === 'wait',
      isStale: isConflict,
      // An operator that has not come to it in time has not done anything: the host is given back to it as it was.
      isRefused: (error) => isRefused(error) || isTimeout(error),
      started: (step) => shown.started(steps.placeOf(step)),
      done: (step) => shown.done(steps.placeOf(step), step.title),
      signal: host.interrupted,
    });
  } finally {
    grace.clear();
  }
}

const isTimeout = (error: unknown): boolean => error instanceof CommandError && error.kind === 'timeout';
