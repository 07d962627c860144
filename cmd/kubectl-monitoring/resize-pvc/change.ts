import { randomUUID } from 'node:crypto';
import type { Progress } from '../../../lib/cli/command.ts';
import { isStale, readAgain } from '../../../lib/cluster/volumes/read.ts';
import { isRefused } from '../../../lib/kube/api/errors.ts';
import type { KubeObject } from '../../../lib/kube/api/types.ts';
import { instanceResource } from '../../../lib/objects/components.ts';
import { refusalsOf, type Warning, warningsOf } from '../../../lib/procedure/guard.ts';
import { nextMove, type Procedure, type Refusal, type Step } from '../../../lib/procedure/procedure.ts';
import {
  type Action,
  fold,
  objectOf,
  requestOf,
  type Write,
  withObject,
} from '../../../lib/volumes/action.ts';
import { otherWriter } from '../../../lib/volumes/gitops.ts';
import { GUARDS } from '../../../lib/volumes/guards/all.ts';
import type { Target } from '../../../lib/volumes/guards/guard.ts';
import type { Observed } from '../../../lib/volumes/observed.ts';
import { resizeProcedure } from '../../../lib/volumes/procedure.ts';
import {
  claimsToGrow,
  currentStateOf,
  fittingRetentionSize,
  isUnfinished,
  originalsOf,
  recordOf,
} from '../../../lib/volumes/state.ts';
import { CommandError } from '../../../lib/words/errors.ts';
import { oneLine } from '../../../lib/words/text.ts';
import type { Change, Work } from '../../shared/change/change.ts';
import { guardsOf } from '../../shared/render.ts';
import { MONITORING } from '../shared/plugin.ts';
import { diffText, plannedChangesOf } from '../shared/values/apply.ts';
import type { ValuesPlan } from '../shared/values/values.ts';
import { effectOf } from './effect.ts';
import { commandToResume, planText, questionFor, undoneText } from './plan.ts';
import { RESULT, type Report, type Run, reportOf } from './report.ts';
import { verify } from './verify.ts';
import { watchInstance } from './watch-instance.ts';

/** What a run does, and why. */
export interface Intent {
  target: Target;
  why: string;
  /** The changes to the values files. */
  values: ValuesPlan;
}

/** Limit of the last read of an unfinished run, in milliseconds. */
const LAST_LOOK = 5_000;

/** The resize of the volumes of one instance, or the undo of one. */
export function resizeChange(
  run: Run,
  observed: Observed,
  { target, why, values: files }: Intent,
): Change<Observed, Action, Report> {
  const { component, namespace, options, version, session, host } = run;
  const { name } = observed.instance;
  const where = `${component.kind} ${namespace}/${name}`;
  const warnings = warningsOf(GUARDS.warnings, observed, target)
    // The question which mode has said it.
    .filter(({ name }) => name !== 'outage' || run.modeBy !== 'answer')
    .map((one) => withMode(withFiles(one, files), run, observed));
  const plan = { ...target, accepted: options.accepted };
  const procedure = resizeProcedure({
    ...plan,
    claims: claimsToGrow(observed, target.includeOrphaned).map((claim) => claim.name),
    sets: observed.setNames,
    run: { run: randomUUID(), version, started: host.clock.now().toISOString() },
  });
  const effect = effectOf(procedure, observed);
  const notDone = notDoneText(run, observed);
  return {
    procedure,
    frame: { leading: [], trailing: [] },
    kind: 'instance',
    where,
    notDone,
    declined: notDone,
    withdrawn: 'its record was removed',
    resource: instanceResource(component, name),
    plugin: MONITORING,
    result: RESULT,

    warnings,
    denied: refusalsOf(GUARDS.rights, observed, plan),
    plan: () => planText(run, observed, { target, why, valueChanges: plannedChangesOf(files, run.values) }),
    question: questionFor(observed, target, effect),
    resumes: recordOf(observed)?.goal === target.goal ? { run: target.goal, effect } : undefined,
    before: () => unfinishedRun(run, observed),

    fold,
    write: (action, before, start) =>
      action.kind === 'try' || action.kind === 'wait'
        ? undefined
        : {
            request: requestOf(action, before),
            // The server knows nothing of objects that only the run itself would create and delete in between.
            ...((action.kind === 'create' || objectOf(start, action.of)) && {
              dryRun: requestOf(action, before, { dryRun: true }),
            }),
          },
    objectOf: (action, at) =>
      action.kind === 'try' || action.kind === 'wait' ? undefined : objectOf(at, action.of),
    more: {
      data: { values: files.files.map(({ name: file, edit }) => ({ file, changes: edit.changes })) },
      text: () => diffText(files, session.stdoutPaint),
    },

    writer: otherWriter,
    isStale,
    isRefused,
    work: (progress) => workOn(run, name, { procedure, progress }),
    async lastLook(last) {
      const { flags } = session.client;
      const snapshot = { component, namespace, name, mode: options.mode, flags };
      try {
        return await readAgain(session.client, last, {
          look: snapshot,
          signal: AbortSignal.timeout(LAST_LOOK),
        });
      } catch {
        return undefined;
      }
    },
    left(outcome, last, wasFound) {
      const { text, unfinished } = currentStateOf(last);
      const { interrupted } = host;
      // Of a deleted instance nothing is left to resume: the error says so, and what to do with its record.
      if (!wasFound && !interrupted.aborted && outcome.kind === 'failed' && isRefusal(outcome.error))
        return {};
      // The server may have done the write that failed.
      const isDoubtful = !wasFound && outcome.kind === 'failed' && last.tried;
      return {
        state: isDoubtful
          ? `${text}, as last read: it is unknown whether the last request took effect, and an unfinished resize may be left`
          : text,
        ...((unfinished || isDoubtful) && { next: commandToResume(run, last) }),
      };
    },
    async verify(last, step) {
      if (target.goal === 'undo') {
        step.done();
        return reportOf(run, last, { verdict: 'undone', message: undoneText(observed, last), warnings });
      }
      // The values before this run, or before the unfinished one that it resumes.
      const record = recordOf(observed);
      const before = record?.original ?? originalsOf(observed);
      const report = await verify(run, last, {
        cluster: watchInstance(run, last.instance.name, step.note),
        step,
        started: {
          target,
          grows: record !== undefined || isUnfinished(observed, target),
          fitting: fittingRetentionSize(observed, target.size),
          pods: before.pods,
        },
      });
      const claims = report.claims.map((claim) => ({
        ...claim,
        from: before.claims[claim.name] ?? claim.from,
      }));
      return { ...report, claims, warnings };
    },
    report: (said, last) => reportOf(run, last, { ...said, warnings }),
  };
}

/** Where the mode is the default, the warning says that it is the documented one. */
function withMode(warning: Warning, { modeBy }: Run, { instance }: Observed): Warning {
  if (warning.name !== 'outage' || modeBy !== 'default') return warning;
  const reason = `without --mode, the resize is offline, as documented, and stops every replica of ${instance.name} until its volumes have grown`;
  return { ...warning, reason };
}

/** A retentionSize that changes only in a values file stays in the cluster until that file is applied. */
function withFiles(warning: Warning, { files }: ValuesPlan): Warning {
  if (warning.name !== 'retention-size-stays') return warning;
  const until = files.flatMap(({ name, edit: { changes } }) =>
    changes
      .filter(({ path }) => path.at(-1) === 'retentionSize')
      .map(({ to }) => `, until ${oneLine(name)} is applied with retentionSize ${to}`),
  );
  return { ...warning, reason: `${warning.reason}${until.join('')}` };
}

/** What was not done, for messages. */
const notDoneText = ({ goal, component, namespace }: Run, { instance }: Observed): string =>
  goal === 'undo'
    ? `the resize of ${component.kind} ${namespace}/${instance.name} was not undone`
    : `the volumes of ${component.kind} ${namespace}/${instance.name} were not resized`;

/** The report of a run whose mode the user did not choose. */
export const declinedReport = (run: Run, observed: Observed): Report =>
  reportOf(run, observed, {
    verdict: 'declined',
    message: `${notDoneText(run, observed)}: nothing was changed`,
  });

/** The report of a run that guards refuse before it starts. */
export const refusalReport = (run: Run, observed: Observed, refusals: Refusal[]): Report =>
  reportOf(run, observed, {
    verdict: 'blocked',
    reason: guardsOf(refusals),
    message: `${notDoneText(run, observed)}; nothing was changed`,
    refusals,
    ...unfinishedRun(run, observed),
  });

/** The state of an instance with an unfinished run and the command that resumes it; empty if there is no such run. */
function unfinishedRun(run: Run, observed: Observed): Pick<Report, 'state' | 'next'> {
  const { text, unfinished } = currentStateOf(observed);
  return unfinished ? { state: text, next: commandToResume(run, observed) } : {};
}

const isRefusal = (error: unknown): boolean => error instanceof CommandError && error.kind === 'refusal';

/** Performs the actions against the cluster. */
function workOn(
  run: Run,
  name: string,
  { procedure, progress }: { procedure: Procedure<Observed, Action>; progress: Progress },
): Work<Observed, Action> {
  const { session, host } = run;
  const cluster = watchInstance(run, name, progress.note);
  return {
    observe: cluster.read,
    waits: ({ kind }) => kind === 'wait',
    starts: (step) =>
      cluster.start({ title: step.title, isDue: (observed) => isNext(procedure, step, observed) }),
    async perform(action, observed, signal) {
      const send = (write: Write, options = {}): Promise<KubeObject> =>
        session.client.send<KubeObject>(requestOf(write, observed, options), signal);
      switch (action.kind) {
        case 'try':
          await Promise.all(action.writes.map((write) => send(write, { dryRun: true })));
          return fold(action, observed);
        case 'wait':
          return cluster.finish(observed);
        default: {
          const answered = after(action, observed, await send(action));
          // Decisions inside the bracket need reads from inside it: earlier ones may be minutes old.
          const opens = action.of.kind === 'record' && action.kind !== 'delete';
          return opens && !host.interrupted.aborted ? cluster.read(answered) : answered;
        }
      }
    },
  };
}

/** Whether the run would do this step now. */
function isNext(
  procedure: Procedure<Observed, Action>,
  step: Step<Observed, Action>,
  observed: Observed,
): boolean {
  const move = nextMove(procedure, observed);
  return move.kind === 'act' && move.step === step;
}

/** The observation after a write, by the server's answer; that of a deletion is the object being deleted or a Status. */
function after(write: Write, observed: Observed, answer: KubeObject): Observed {
  const isGone = write.kind === 'delete' && (answer.kind === 'Status' || !answer.metadata.deletionTimestamp);
  return withObject(observed, write.of, isGone ? undefined : answer);
}
