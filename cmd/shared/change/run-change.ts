import type { Progress } from '../../../lib/cli/command.ts';
import { type Outcome, type Refusal, run } from '../../../lib/procedure/procedure.ts';
import { asPart, CommandError } from '../../../lib/words/errors.ts';
import { type Ending, guardsOf } from '../render.ts';
import type { Change, NotDone, Said } from './change.ts';
import { type ShownSteps, stepsOf, stepsShown } from './steps.ts';

/** Runs the procedure, and verifies what came of it; `show` shows the steps with these titles. */
export async function runChange<O, A, R extends Ending>(
  change: Change<O, A, R>,
  start: O,
  { show, warn, interrupted }: Running,
): Promise<R> {
  const steps = stepsOf(change.procedure, change.frame);
  const progress = await show(steps.titles);
  const started = { steps, progress, warn, interrupted };
  try {
    const outcome = await execute(change, start, started);
    if (outcome.kind !== 'done') return await unfinished(change, outcome, started);
    for (const place of change.frame.trailing.keys())
      progress.done(steps.verification - change.frame.trailing.length + place);
    return await change.verify(outcome.observed, {
      done: (note) => progress.done(steps.verification, note),
      failed: (note) => progress.failed(steps.verification, note),
      note: progress.note,
    });
  } finally {
    await progress.end();
  }
}

/** What shows a run, hears of it and ends it. */
export interface Running {
  show(titles: string[]): Promise<Progress>;
  warn(text: string): void;
  interrupted: AbortSignal;
}

interface Started<O, A> extends Omit<Running, 'show'> {
  steps: ShownSteps<O, A>;
  progress: Progress;
}

/** How long an interrupted run waits for the request in flight, in milliseconds. */
const GRACE = 5_000;

/** Runs the procedure of a change against the cluster. */
async function execute<O, A, R extends Ending>(
  { procedure, kind, writer, isStale, isRefused, work: begin }: Change<O, A, R>,
  start: O,
  { steps, progress, warn, interrupted }: Started<O, A>,
): Promise<Outcome<O, A>> {
  // Trying the first write out may go on while the rest of what leads in is still being opened.
  if (steps.leading > 0) progress.done(1);
  const work = begin(progress);
  const { waits, ready, starts, cut } = work;
  let hasWritten = false;
  let other = '';
  // What has to be waited for again may be the work of this run.
  const again = (title: string): void => {
    if (hasWritten) warn(`${other} writes to this ${kind}: step "${title}" had to be done again`);
  };
  const shown = stepsShown(progress, steps.leading, again);
  const grace = afterInterruption(interrupted, GRACE);
  let place = 1;
  try {
    const outcome = await run(procedure, start, {
      observe: work.observe,
      waits,
      isStale,
      isRefused,
      perform: async (action, observed) => {
        await ready?.(action);
        shown.started(place);
        hasWritten = !waits(action);
        other = writer?.(observed) ?? 'somebody else';
        return work.perform(action, observed, grace.signal);
      },
      started: (step) => {
        place = steps.placeOf(step);
        starts?.(step);
      },
      done: (step) => shown.done(steps.placeOf(step), step.title),
      signal: cut ? AbortSignal.any([interrupted, cut]) : interrupted,
    });
    await ready?.();
    return outcome;
  } finally {
    grace.clear();
    await work.close?.();
  }
}

/** A signal that aborts `delay` milliseconds after `interrupted` does. */
function afterInterruption(interrupted: AbortSignal, delay: number): { signal: AbortSignal; clear(): void } {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const start = (): void => {
    timer = setTimeout(() => controller.abort(), delay);
  };
  if (interrupted.aborted) start();
  else interrupted.addEventListener('abort', start, { once: true });
  return {
    signal: controller.signal,
    clear: () => {
      clearTimeout(timer);
      interrupted.removeEventListener('abort', start);
    },
  };
}

/** What to say where guards refuse before anything is changed. */
export const refused = <O, A, R extends Ending>(
  change: Change<O, A, R>,
  observed: O,
  refusals: Refusal[],
): R =>
  change.report(
    {
      verdict: 'blocked',
      reason: guardsOf(refusals),
      message: `${change.notDone}; nothing was changed`,
      refusals,
      ...change.before(refusals),
    },
    observed,
  );

/** What to say where the person does not agree. */
export const declined = <O, A, R extends Ending>(change: Change<O, A, R>, observed: O): R =>
  change.report(
    { verdict: 'declined', message: `${change.declined}: nothing was changed`, ...change.before([]) },
    observed,
  );

/** What to say of a run that did not come to its end: why, how the object stands now, and what resumes it. */
async function unfinished<O, A, R extends Ending>(
  change: Change<O, A, R>,
  outcome: NotDone<O, A>,
  { steps, progress, interrupted }: Started<O, A>,
): Promise<R> {
  const found = await change.lastLook(outcome.observed);
  const last = found ?? outcome.observed;
  const said = change.ends?.(outcome, last);
  if (said) return change.report(said, last);
  const { state, next } = change.left(outcome, last, found !== undefined);
  const resumed = next === undefined ? {} : { next };
  if (outcome.kind === 'interrupted' || interrupted.aborted)
    return change.report(
      {
        verdict: 'interrupted',
        message: `Interrupted: ${state}${next === undefined ? '' : `; to resume: ${next}`}`,
        ...resumed,
      },
      last,
    );
  const { note, ...ending } = endingOf(change, outcome);
  progress.failed(steps.placeOf(outcome.step), note);
  return change.report({ ...(state !== undefined && { state }), ...resumed, ...ending }, last);
}

/**
 * How a run ended that neither was done nor interrupted, with one line for the step at which it did.
 *
 * @throws what it failed with, where that is a defect and nothing that a person can act on.
 */
function endingOf<O, A, R extends Ending>(
  { where, notDone, withdrawn }: Change<O, A, R>,
  outcome: Exclude<NotDone<O, A>, { kind: 'interrupted' }>,
): Said & { note: string } {
  const back = 'withdrawn' in outcome && outcome.withdrawn ? `; ${withdrawn}` : '';
  switch (outcome.kind) {
    case 'refused': {
      const { refusals } = outcome;
      const reason = guardsOf(refusals);
      return { verdict: 'blocked', reason, message: `${notDone}${back}`, refusals, note: reason };
    }
    case 'stalled':
      return {
        verdict: 'failed',
        message: `giving up at "${outcome.step.title}": somebody keeps changing ${where}; see who writes to it`,
        note: 'no progress',
      };
    case 'failed': {
      if (!(outcome.error instanceof CommandError)) throw outcome.error;
      const { message, hint, kind } = outcome.error;
      return {
        verdict: kind === 'timeout' ? 'timed-out' : 'failed',
        message: [`${message}${back}`, hint].filter(Boolean).join('\n'),
        note: asPart(outcome.error),
      };
    }
  }
}
