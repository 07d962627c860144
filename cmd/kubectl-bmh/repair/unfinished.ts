import type { Progress } from '../../../lib/cli/progress.ts';
import { CommandError } from '../../../lib/errors.ts';
import type { Action } from '../../../lib/hosts/action.ts';
import type { Target } from '../../../lib/hosts/image.ts';
import { type Observed, pauseOf, withObject } from '../../../lib/hosts/observed.ts';
import type { Goal } from '../../../lib/hosts/record.ts';
import { type Standing, standingOf } from '../../../lib/hosts/standing.ts';
import { ApiError } from '../../../lib/kube/errors.ts';
import type { Outcome } from '../../../lib/procedure/run.ts';
import { type Access, readRecord } from './access.ts';
import { commandToGoOn } from './plan.ts';
import { type Report, type Run, reportOf } from './report.ts';
import { type ShownSteps, VERIFY_ACCESS } from './steps.ts';

/** Longest that a run which did not finish takes to look at the host once more, in milliseconds. */
const LAST_LOOK = 5_000;

/** What to say of a run that did not come to its end: why, how the host stands now, and what goes on. */
export async function unfinished(
  run: Run,
  access: Access,
  {
    outcome,
    target,
    steps,
    progress,
  }: {
    outcome: Exclude<Outcome<Observed, Action>, { kind: 'done' }>;
    target: Target;
    steps: ShownSteps<Observed, Action>;
    progress: Progress;
  },
): Promise<Report> {
  const { name, namespace } = run;
  const where = `host ${namespace}/${name}`;
  const found = await lastLook(run, outcome.observed);
  const last = found ?? outcome.observed;
  const doubt = found || outcome.kind !== 'failed' ? undefined : doubtAbout(where, outcome, steps);
  const { text, unfinished: isLeft } = doubt ?? standingOf(last);
  // What can't be read may have the goal of this run by now.
  const next = commandToGoOn(run, found ?? { record: undefined });
  const left = { target, ...(isLeft && { next }) };
  if (outcome.kind === 'interrupted' || run.host.interrupted.aborted)
    return reportOf(run, access, {
      ...left,
      verdict: 'interrupted',
      message: `Interrupted: ${text}${isLeft ? `; to go on: ${next}` : ''}`,
    });
  const common = { ...left, standing: text };
  const withdrawn = 'withdrawn' in outcome && outcome.withdrawn ? '; the pause was taken back' : '';
  switch (outcome.kind) {
    case 'refused':
      progress.failed(steps.placeOf(outcome.step), outcome.refusals.map(({ guard }) => guard).join(', '));
      return reportOf(run, access, {
        ...common,
        verdict: 'refused',
        message: `${NOT_DONE[run.goal](where)}${withdrawn}`,
        refusals: outcome.refusals,
      });
    case 'stalled':
      progress.failed(steps.placeOf(outcome.step), 'no progress');
      return reportOf(run, access, {
        ...common,
        verdict: 'failed',
        message: `giving up at "${outcome.step.title}": somebody keeps changing ${where}; see who writes to it`,
      });
    case 'failed': {
      if (!(outcome.error instanceof CommandError)) throw outcome.error;
      progress.failed(steps.placeOf(outcome.step), outcome.error.message);
      const { message, mend, kind } = outcome.error;
      return reportOf(run, access, {
        ...common,
        verdict: kind === 'timeout' ? 'timeout' : 'failed',
        message: [`${message}${withdrawn}`, mend].filter(Boolean).join('\n'),
      });
    }
  }
}

/** What did not come to its end, in words. */
export const NOT_DONE: Record<Goal, (where: string) => string> = {
  repair: (where) => `${where} is not repaired`,
  undo: (where) => `the repair of ${where} is not undone`,
};

/** What to say where the write that failed may have been done all the same, and what came of it can't be read. */
function doubtAbout(
  where: string,
  { step, error, observed }: Extract<Outcome<Observed, Action>, { kind: 'failed' }>,
  { placeOf, resume }: ShownSteps<Observed, Action>,
): Standing | undefined {
  const place = placeOf(step);
  if (place === VERIFY_ACCESS || (error instanceof ApiError && error.code < 500)) return undefined;
  const isPaused = pauseOf(observed) !== 'none' && place !== resume;
  const pause = isPaused ? 'is paused by this unfinished run' : 'may be paused by this run';
  return {
    text: `${where} ${pause}: it could not be read whether the last request was done, so do not remove the pause by hand`,
    unfinished: true,
  };
}

/** The host as it stands after all, read past the proxy; undefined where that fails. */
async function lastLook(
  { name, namespace, session: { client } }: Run,
  last: Observed,
): Promise<Observed | undefined> {
  try {
    const object = await readRecord(client, last.group, { namespace, name }, AbortSignal.timeout(LAST_LOOK));
    return withObject(last, object);
  } catch {
    return undefined;
  }
}
