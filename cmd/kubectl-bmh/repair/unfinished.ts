import type { Progress } from '../../../lib/cli/progress.ts';
import type { Action } from '../../../lib/hosts/action.ts';
import { urlsDiffer } from '../../../lib/hosts/host.ts';
import type { Target } from '../../../lib/hosts/image.ts';
import { type Observed, pauseOf } from '../../../lib/hosts/observed.ts';
import type { Goal } from '../../../lib/hosts/record.ts';
import { type Standing, standingOf } from '../../../lib/hosts/standing.ts';
import { NotKept } from '../../../lib/kube/errors.ts';
import { PAUSED_VALUE } from '../../../lib/names.ts';
import type { Refusal } from '../../../lib/procedure/procedure.ts';
import type { Outcome } from '../../../lib/procedure/run.ts';
import { notDoneOf } from '../../not-done.ts';
import { type Access, lastLook } from './access.ts';
import { commandByHand, commandToGoOn, commandToSee } from './plan.ts';
import { type Report, type Run, reportOf } from './report.ts';
import { type ShownSteps, VERIFY_ACCESS } from './steps.ts';

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
  const found = await lastLook(run.session.client, outcome.observed);
  const last = found ?? outcome.observed;
  const doubt = found || outcome.kind !== 'failed' ? undefined : doubtAbout(where, outcome, steps);
  const standing = doubt ?? standingOf(last);
  const isChanged = outcome.kind === 'failed' && outcome.error instanceof NotKept;
  const isUnrecorded = isChanged && last.record === undefined && last.host.paused === PAUSED_VALUE;
  const text = isUnrecorded ? `${where} is paused by this run, whose record is not on it` : standing.text;
  const way = isChanged ? wayOut(run, last) : undefined;
  const isLeft = standing.unfinished || way !== undefined;
  // What can't be read may have the goal of this run by now.
  const next = way ?? commandToGoOn(run, found ?? { record: undefined });
  const left = { target, ...(isLeft && { next }) };
  if (outcome.kind === 'interrupted' && isResumed(last, target)) {
    const see = commandToSee(run);
    return reportOf(run, access, {
      target,
      verdict: 'interrupted',
      message: `Interrupted: ${where} is patched and resumed; whether the error comes back: ${see}`,
      next: see,
    });
  }
  if (outcome.kind === 'interrupted' || run.ends.bracket.aborted)
    return reportOf(run, access, {
      ...left,
      verdict: 'interrupted',
      message: `Interrupted: ${text}${isLeft ? `; to go on: ${next}` : ''}`,
    });
  const { note, ...ending } = notDoneOf(outcome, {
    notDone: NOT_DONE[run.goal](where),
    where,
    withdrawn: 'the pause was taken back',
  });
  progress.failed(steps.placeOf(outcome.step), note);
  const putBack = ending.refusals?.some(isPutBack);
  const refusals = ending.refusals
    // While its source puts the old address back, accepting that source is of no use.
    ?.filter(({ guard }) => !putBack || guard !== 'gitops')
    .map((refusal) =>
      isPutBack(refusal) && run.goal === 'repair'
        ? { ...refusal, mend: `${refusal.mend}\nTo take the repair back instead: ${wayOut(run, last)}` }
        : refusal,
    );
  return reportOf(run, access, { ...left, standing: text, ...ending, ...(refusals && { refusals }) });
}

const isPutBack = ({ guard }: Refusal): boolean => guard === 'address-put-back';

/** The command that ends what admission does not let this run finish: an undo of it or, where it is one, a person's own. */
const wayOut = (run: Run, last: Observed): string | undefined =>
  run.goal === 'repair' && typeof last.record === 'object'
    ? commandToGoOn({ ...run, goal: 'undo' }, { record: undefined })
    : commandByHand(run, last);

/** Whether the bracket of a repair was closed behind its addresses. */
const isResumed = ({ host, record }: Observed, { url }: Target): boolean =>
  record === undefined && host.paused === undefined && !urlsDiffer(host) && host.image?.url === url;

/** What did not come to its end, in words. */
export const NOT_DONE: Record<Goal, (where: string) => string> = {
  repair: (where) => `${where} is not repaired`,
  undo: (where) => `the repair of ${where} is not undone`,
};

/** What to say where the write that failed may have been done all the same, and what came of it can't be read. */
function doubtAbout(
  where: string,
  { step, observed }: Extract<Outcome<Observed, Action>, { kind: 'failed' }>,
  { placeOf, resume }: ShownSteps<Observed, Action>,
): Standing | undefined {
  const place = placeOf(step);
  if (place === VERIFY_ACCESS) return undefined;
  const isPaused = pauseOf(observed) !== 'none' && place !== resume;
  const pause = isPaused ? 'is paused by this unfinished run' : 'may be paused by this run';
  return {
    text: `${where} ${pause}: it could not be read whether the last request was done, so do not remove the pause by hand`,
    unfinished: true,
  };
}
