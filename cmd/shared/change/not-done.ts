import type { Progress } from '../../../lib/cli/command.ts';
import type { Refusal } from '../../../lib/procedure/procedure.ts';
import { asPart, CommandError } from '../../../lib/words/errors.ts';
import type { Change, NotDone, Said } from './change.ts';
import type { ShownSteps } from './steps.ts';

/** What to say where guards refuse before anything is changed. */
export const refused = <O, A, R>(change: Change<O, A, R>, observed: O, refusals: Refusal[]): R =>
  change.report(
    {
      verdict: 'refused',
      message: `${change.notDone}; nothing was changed`,
      refusals,
      ...change.before(refusals),
    },
    observed,
  );

/** What to say where the person does not agree. */
export const declined = <O, A, R>(change: Change<O, A, R>, observed: O): R =>
  change.report(
    { verdict: 'declined', message: `${change.declined}: nothing was changed`, ...change.before([]) },
    observed,
  );

/** What to say of a run that did not come to its end: why, how the object stands now, and what resumes it. */
export async function unfinished<O, A, R>(
  change: Change<O, A, R>,
  outcome: NotDone<O, A>,
  { steps, progress, interrupted }: { steps: ShownSteps<O, A>; progress: Progress; interrupted: AbortSignal },
): Promise<R> {
  const found = await change.lastLook(outcome.observed);
  const last = found ?? outcome.observed;
  const said = change.ends?.(outcome, last);
  if (said) return change.report(said, last);
  const { standing, next } = change.left(outcome, last, found !== undefined);
  const resumed = next === undefined ? {} : { next };
  if (outcome.kind === 'interrupted' || interrupted.aborted)
    return change.report(
      {
        verdict: 'interrupted',
        message: `Interrupted: ${standing}${next === undefined ? '' : `; to go on: ${next}`}`,
        ...resumed,
      },
      last,
    );
  const { note, ...ending } = endingOf(change, outcome);
  progress.failed(steps.placeOf(outcome.step), note);
  return change.report({ ...(standing !== undefined && { standing }), ...resumed, ...ending }, last);
}

/**
 * How a run ended that neither was done nor interrupted, with one line for the step at which it did.
 *
 * @throws what it failed with, where that is a defect and nothing that a person can act on.
 */
function endingOf<O, A, R>(
  { where, notDone, withdrawn }: Change<O, A, R>,
  outcome: Exclude<NotDone<O, A>, { kind: 'interrupted' }>,
): Said & { note: string } {
  const back = 'withdrawn' in outcome && outcome.withdrawn ? `; ${withdrawn}` : '';
  switch (outcome.kind) {
    case 'refused': {
      const { refusals } = outcome;
      const note = refusals.map(({ guard }) => guard).join(', ');
      return { verdict: 'refused', message: `${notDone}${back}`, refusals, note };
    }
    case 'stalled':
      return {
        verdict: 'failed',
        message: `giving up at "${outcome.step.title}": somebody keeps changing ${where}; see who writes to it`,
        note: 'no progress',
      };
    case 'failed': {
      if (!(outcome.error instanceof CommandError)) throw outcome.error;
      const { message, mend, kind } = outcome.error;
      return {
        verdict: kind === 'timeout' ? 'timeout' : 'failed',
        message: [`${message}${back}`, mend].filter(Boolean).join('\n'),
        note: asPart(outcome.error),
      };
    }
  }
}
