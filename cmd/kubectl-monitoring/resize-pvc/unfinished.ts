import type { Progress } from '../../../lib/cli/progress.ts';
import { CommandError } from '../../../lib/errors.ts';
import type { Refusal } from '../../../lib/procedure/procedure.ts';
import type { Outcome } from '../../../lib/procedure/run.ts';
import type { Action } from '../../../lib/volumes/action.ts';
import type { Observed } from '../../../lib/volumes/observed.ts';
import { standingOf } from '../../../lib/volumes/standing.ts';
import { notDoneOf } from '../../not-done.ts';
import { commandToGoOn } from './plan.ts';
import { readAgain } from './read.ts';
import { type Report, type Run, reportOf } from './report.ts';
import type { ShownSteps } from './steps.ts';

/** Longest that a run which did not finish takes to look once more, in milliseconds. */
const LAST_LOOK = 5_000;

const nameOf = ({ component, namespace }: Run, { instance }: Observed): string =>
  `${component.kind} ${namespace}/${instance.name}`;

/** What did not come to its end, in words. */
export const notDone = (run: Run, observed: Observed): string =>
  run.values.undo
    ? `the resize of ${nameOf(run, observed)} is not undone`
    : `the volumes of ${nameOf(run, observed)} are not resized`;

/** What to say where guards refuse before anything is changed. */
export const refusalReport = (run: Run, observed: Observed, refusals: Refusal[]): Report =>
  reportOf(run, observed, {
    verdict: 'refused',
    message: `${notDone(run, observed)}; nothing was changed`,
    refusals,
    ...leftBefore(run, observed),
  });

/** How an instance stands that a former run has left unfinished, and what goes on; nothing where none has. */
export function leftBefore(run: Run, observed: Observed): Pick<Report, 'standing' | 'next'> {
  const { text, unfinished } = standingOf(observed);
  return unfinished ? { standing: text, next: commandToGoOn(run, observed) } : {};
}

/** What to say of a run that did not come to its end: why, how the instance stands now, and what goes on. */
export async function unfinished(
  run: Run,
  outcome: Exclude<Outcome<Observed, Action>, { kind: 'done' }>,
  { steps, progress }: { steps: ShownSteps; progress: Progress },
): Promise<Report> {
  const found = await lastLook(run, outcome.observed);
  const observed = found ?? outcome.observed;
  const isDoubtful = !found && outcome.kind === 'failed' && mayBeDone(outcome);
  const { text, unfinished: isLeft } = standingOf(observed);
  const standing = isDoubtful
    ? `${text}, as far as could be read: whether the last request was done is not known, and an unfinished resize may be left`
    : text;
  const next = isLeft || isDoubtful ? commandToGoOn(run, observed) : undefined;
  const left = { standing, ...(next && { next }) };
  if (outcome.kind === 'interrupted' || run.host.interrupted.aborted)
    return reportOf(run, observed, {
      verdict: 'interrupted',
      message: `Interrupted: ${standing}${next ? `; to go on: ${next}` : ''}`,
      ...(next && { next }),
    });
  const { note, ...ending } = notDoneOf(outcome, {
    notDone: notDone(run, observed),
    where: nameOf(run, observed),
    withdrawn: 'its record was taken back',
  });
  progress.failed(steps.placeOf(outcome.step), note);
  // Of an instance that was deleted there is nothing to go on with: the error says so, and how its record stands.
  const isGone =
    !found &&
    outcome.kind === 'failed' &&
    outcome.error instanceof CommandError &&
    outcome.error.kind === 'refusal';
  return reportOf(run, observed, { ...(isGone ? {} : left), ...ending });
}

/** Whether the write that failed may have been done all the same. */
const mayBeDone = ({ observed }: Extract<Outcome<Observed, Action>, { kind: 'failed' }>): boolean =>
  observed.tried;

/** The instance as it stands after all; undefined where that can't be read. */
async function lastLook(
  { component, namespace, wish: { mode }, session: { client } }: Run,
  last: Observed,
): Promise<Observed | undefined> {
  const look = { component, namespace, name: last.instance.name, mode };
  try {
    return await readAgain(client, last, { look, signal: AbortSignal.timeout(LAST_LOOK) });
  } catch {
    return undefined;
  }
}
