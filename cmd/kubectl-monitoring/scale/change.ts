import type { Progress } from '../../../lib/cli/command.ts';
import { observeAgain } from '../../../lib/cluster/scaling/observe.ts';
import { isConflict, isNotFound, isRefused } from '../../../lib/kube/api/errors.ts';
import type { KubeObject } from '../../../lib/kube/api/types.ts';
import { refusalsOf, warningsOf } from '../../../lib/procedure/guard.ts';
import { nextMove, type Procedure, type Refusal } from '../../../lib/procedure/procedure.ts';
import { type Action, afterWrite, fold, requestOf } from '../../../lib/scaling/action.ts';
import { GUARDS } from '../../../lib/scaling/guards/all.ts';
import type { Observed } from '../../../lib/scaling/observed.ts';
import { scalingProcedure } from '../../../lib/scaling/procedure.ts';
import { scaledResource } from '../../../lib/scaling/scaled.ts';
import { isDone, isSet, otherWriter, stateText } from '../../../lib/scaling/state.ts';
import type { Change, Left, NotDone, Work } from '../../shared/change/change.ts';
import { guardsOf } from '../../shared/render.ts';
import { MONITORING } from '../shared/plugin.ts';
import { diffText, plannedChangesOf } from '../shared/values/apply.ts';
import type { ValuesPlan } from '../shared/values/values.ts';
import { commandToResume, doneText, planText, questionFor } from './plan.ts';
import { RESULT, type Report, type Run, reportOf } from './report.ts';
import { verify } from './verify.ts';
import { watchScaled } from './watch-scaled.ts';

/** Limit of the last read of an unfinished run, in milliseconds. */
const LAST_LOOK = 5_000;

/** The change of the replicas of one object. */
export function scaleChange(run: Run, start: Observed, files: ValuesPlan): Change<Observed, Action, Report> {
  const { plan, session } = run;
  const procedure = scalingProcedure(plan);
  const where = whereOf(start);
  const notDone = notDoneText(start);
  const isWriting = !isSet(start, plan);
  const warnings = isWriting ? warningsOf(GUARDS.warnings, start, plan) : [];
  const from = start.replicas;
  return {
    procedure,
    frame: { leading: [], trailing: [] },
    kind: 'object',
    where,
    notDone,
    declined: notDone,
    withdrawn: '',
    resource: scaledResource(start.scaled, start.name),
    plugin: MONITORING,
    result: RESULT,

    warnings,
    denied: isWriting ? refusalsOf(GUARDS.rights, start, plan) : [],
    plan: () => planText(run, start, plannedChangesOf(files, run.values)),
    question: questionFor(run, start),
    before: () => ({}),

    fold,
    write: (action, before) =>
      action.kind === 'set'
        ? { request: requestOf(action, before), dryRun: requestOf(action, before, { dryRun: true }) }
        : undefined,
    objectOf: (action, { objects }) => (action.kind === 'set' ? objects.target : undefined),
    more: {
      data: { values: files.files.map(({ name: file, edit }) => ({ file, changes: edit.changes })) },
      text: () => diffText(files, session.stdoutPaint),
    },

    writer: otherWriter,
    isStale: (error) => isConflict(error) || isNotFound(error),
    isRefused,
    work: (progress) => workOn(run, start, { procedure, progress }),
    async lastLook(last) {
      try {
        return await observeAgain(session.client, last, AbortSignal.timeout(LAST_LOOK));
      } catch {
        return undefined;
      }
    },
    left: (outcome, last, wasFound) => left(run, { outcome, last, wasFound }),
    ends(outcome, last) {
      // The answer to the write can be lost: the cluster decides. Replicas of an Alertmanager have still to be asked.
      const isOver = outcome.kind === 'failed' && !isRefused(outcome.error) && isDone(last, plan);
      return isOver && run.component !== 'alerts'
        ? { verdict: 'applied', message: doneText(start, run, last) }
        : undefined;
    },
    verify: async (last, step) => ({ ...(await verify(run, { before: start, last }, step)), warnings }),
    report: (said, last) => reportOf(run, last, { from, ...said, warnings }),
  };
}

const whereOf = ({ scaled, namespace, name }: Observed): string => `${scaled.kind} ${namespace}/${name}`;

const notDoneText = (observed: Observed): string => `${whereOf(observed)} was not scaled`;

/** The report of a run that guards refuse before it starts. */
export const refusalReport = (run: Run, observed: Observed, refusals: Refusal[]): Report =>
  reportOf(run, observed, {
    verdict: 'blocked',
    reason: guardsOf(refusals),
    message: `${notDoneText(observed)}; nothing was changed`,
    refusals,
  });

/** The state after an unfinished run, and the command that resumes it where the number is set or may be. */
function left(
  run: Run,
  { outcome, last, wasFound }: { outcome: NotDone<Observed, Action>; last: Observed; wasFound: boolean },
): Left {
  if (outcome.kind === 'failed' && isRefused(outcome.error) && !isSet(last, run.plan))
    return wasFound ? { state: stateText(last) } : {};
  const doubt = wasFound ? '' : ', as last read: it is unknown whether the last request took effect';
  const isResumable = outcome.kind !== 'refused' || !wasFound;
  return {
    state: `${stateText(last)}${doubt}`,
    ...(isResumable && { next: commandToResume(run, last) }),
  };
}

/** Performs the actions against the cluster. */
function workOn(
  run: Run,
  start: Observed,
  { procedure, progress }: { procedure: Procedure<Observed, Action>; progress: Progress },
): Work<Observed, Action> {
  const { session, host } = run;
  const watch = watchScaled(run, start, progress.note);
  return {
    observe: (before) => observeAgain(session.client, before, host.interrupted),
    waits: (action) => 'afterwards' in action,
    starts: (step) =>
      watch.start({
        title: step.title,
        isDue: (observed) => {
          const move = nextMove(procedure, { ...observed, awaited: true });
          return move.kind === 'act' && move.step === step;
        },
      }),
    async perform(action, before, signal) {
      if ('afterwards' in action)
        return { ...(await watch.finish(before)), awaited: action.kind === 'await' };
      const dryRun = action.kind === 'try';
      const answer = await session.client.send<KubeObject>(requestOf(action, before, { dryRun }), signal);
      // What deletes claims may have changed while the user was asked.
      return dryRun
        ? fold(action, await observeAgain(session.client, before, signal))
        : afterWrite(before, answer);
    },
  };
}
