import type { Progress } from '../../../lib/cli/progress.ts';
import { CommandError } from '../../../lib/errors.ts';
import { ApiError } from '../../../lib/kube/errors.ts';
import type { Refusal } from '../../../lib/procedure/procedure.ts';
import type { Outcome } from '../../../lib/procedure/run.ts';
import type { Action } from '../../../lib/volumes/action.ts';
import type { Observed } from '../../../lib/volumes/observed.ts';
import { standingOf } from '../../../lib/volumes/standing.ts';
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
    ? `${text}, as far as could be read: whether the last request was done is not known`
    : text;
  const next = isLeft || isDoubtful ? commandToGoOn(run, observed) : undefined;
  const left = { standing, ...(next && { next }) };
  if (outcome.kind === 'interrupted' || run.host.interrupted.aborted)
    return reportOf(run, observed, {
      verdict: 'interrupted',
      message: `Interrupted: ${standing}${next ? `; to go on: ${next}` : ''}`,
      ...(next && { next }),
    });
  const withdrawn = 'withdrawn' in outcome && outcome.withdrawn ? '; its record was taken back' : '';
  const place = steps.placeOf(outcome.step);
  switch (outcome.kind) {
    case 'refused':
      progress.failed(place, outcome.refusals.map(({ guard }) => guard).join(', '));
      return reportOf(run, observed, {
        ...left,
        verdict: 'refused',
        message: `${notDone(run, observed)}${withdrawn}`,
        refusals: outcome.refusals,
      });
    case 'stalled':
      progress.failed(place, 'no progress');
      return reportOf(run, observed, {
        ...left,
        verdict: 'failed',
        message: `giving up at "${outcome.step.title}": somebody keeps changing ${nameOf(run, observed)}; see who writes to it`,
      });
    case 'failed': {
      if (!(outcome.error instanceof CommandError)) throw outcome.error;
      const { message, mend, kind } = outcome.error;
      progress.failed(place, message.replace(/^error: /, ''));
      // Of an instance that was deleted there is nothing to go on with: the error says so, and how its record stands.
      const isGone = !found && kind === 'refusal';
      return reportOf(run, observed, {
        ...(isGone ? {} : left),
        verdict: kind === 'timeout' ? 'timeout' : 'failed',
        message: [`${message}${withdrawn}`, mend].filter(Boolean).join('\n'),
      });
    }
  }
}

/** Whether the write that failed may have been done all the same. */
const mayBeDone = ({ observed, error }: Extract<Outcome<Observed, Action>, { kind: 'failed' }>): boolean =>
  observed.tried && !(error instanceof ApiError && error.code < 500);

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
