import type { Progress } from '../../../lib/cli/command.ts';
import { type Outcome, type Refusal, run } from '../../../lib/procedure/procedure.ts';
import { asPart, CommandError } from '../../../lib/words/errors.ts';
import { type Ending, guardsOf } from '../render.ts';
import { type Account, keepAccount } from './account.ts';
import type { Change, NotDone, Said } from './change.ts';
import { changesOf, type FieldChange } from './changes.ts';
import { type Frame, type ShownSteps, stepsOf, stepsShown } from './steps.ts';

/** Runs the procedure of a confirmed change, verifies the result and returns the report. */
export async function runChange<O, A, R extends Ending>(
  change: Change<O, A, R>,
  start: O,
  { show, warn, interrupted, now }: Running,
): Promise<R> {
  const steps = stepsOf(change.procedure, change.frame, start);
  const account = keepAccount(await show(steps.titles), steps.titles, now);
  const { progress, isDone } = account;
  const tried: Tried<O, A>[] = [];
  const started = { steps, progress, isDone, warn, interrupted, tried };
  try {
    const { report, last } = await ended(change, start, started);
    return { ...report, steps: account.stepsOf(report), changes: changesBy(change, tried, { start, last }) };
  } finally {
    await progress.end();
  }
}

/** Runs the procedure and, if it was finished, verifies the result. `last` is what was observed last. */
async function ended<O, A, R extends Ending>(
  change: Change<O, A, R>,
  start: O,
  started: Started<O, A>,
): Promise<{ report: R; last: O }> {
  const { steps, progress } = started;
  const outcome = await execute(change, start, started);
  if (outcome.kind !== 'done') {
    const found = await change.lastLook(outcome.observed);
    return {
      report: unfinished(change, outcome, { ...started, found }),
      last: found ?? outcome.observed,
    };
  }
  closed(change.frame, started);
  const report = await change.verify(outcome.observed, {
    done: (note) => progress.done(steps.verification, note),
    failed: (note) => progress.failed(steps.verification, note),
    note: progress.note,
  });
  return { report, last: outcome.observed };
}

/** A write that was sent, whether or not its answer came, on the observation that it was decided on. */
interface Tried<O, A> {
  action: A;
  observed: O;
}

/** What the writes of a run changed: a write whose answer was lost counts, one that was refused does not. */
function changesBy<O, A, R extends Ending>(
  { write, objectOf, fold, bookkeeping }: Change<O, A, R>,
  tried: readonly Tried<O, A>[],
  { start, last }: { start: O; last: O },
): FieldChange[] {
  const writes = tried.flatMap(({ action, observed }) => {
    const sent = write(action, observed, start);
    if (!sent) return [];
    return {
      request: sent.request,
      before: objectOf(action, observed),
      after: objectOf(action, fold(action, observed)),
      bookkeeping,
      start: objectOf(action, start),
      last: objectOf(action, last),
    };
  });
  return changesOf(writes);
}

export interface Running {
  /** Shows the steps with these titles. */
  show(titles: string[]): Promise<Progress>;
  warn(text: string): void;
  interrupted: AbortSignal;
  /** The time of a step, for the result. */
  now(): Date;
}

interface Started<O, A> extends Omit<Running, 'show' | 'now'> {
  steps: ShownSteps<O, A>;
  progress: Progress;
  isDone: Account['isDone'];
  /** What was sent, in order. */
  tried: Tried<O, A>[];
}

/** How long an interrupted run waits for the request in flight, in milliseconds. */
const GRACE = 5_000;

/** Runs the procedure of a change against the cluster. */
async function execute<O, A, R extends Ending>(
  { procedure, kind, writer, isStale, isRefused, work: begin }: Change<O, A, R>,
  start: O,
  { steps, progress, warn, interrupted, tried }: Started<O, A>,
): Promise<Outcome<O, A>> {
  const opening = openingShown(progress, steps.leading);
  const work = begin(opening.progress);
  const { waits, ready, starts, cut } = work;
  let hasWritten = false;
  let other = '';
  // A repeated wait may be caused by this run itself.
  const again = (title: string): void => {
    if (hasWritten) warn(`${other} also writes to this ${kind}: step "${title}" was done again`);
  };
  const shown = stepsShown(progress, steps, again);
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
        other = writer?.(observed) ?? 'another client';
        tried.push({ action, observed });
        return work.perform(action, observed, grace.signal);
      },
      started: (step) => {
        if (step !== procedure.tryOut) opening.over();
        place = steps.placeOf(step);
        starts?.(step);
      },
      done: (step) => shown.done(steps.placeOf(step), step.title),
      signal: cut ? AbortSignal.any([interrupted, cut]) : interrupted,
    });
    if (outcome.kind === 'done' || ('step' in outcome && outcome.step !== procedure.tryOut)) opening.over();
    await ready?.();
    return outcome;
  } finally {
    grace.clear();
    await work.close?.();
  }
}

/**
 * Shows the leading steps in their order. The try-out of the first writes is a part of the first of them, and the others may be done
 * before it is.
 */
function openingShown(progress: Progress, leading: number): { progress: Progress; over(): void } {
  let isOver = leading === 0;
  const held: (() => void)[] = [];
  return {
    progress: {
      ...progress,
      done(place, note) {
        if (isOver || place > leading) progress.done(place, note);
        else held.push(() => progress.done(place, note));
      },
    },
    over() {
      if (isOver) return;
      isOver = true;
      progress.done(1);
      for (const show of held) show();
    },
  };
}

/** Shows the trailing steps as done: what the leading ones opened has been closed, however the run ended. */
function closed<O, A>({ leading, trailing }: Frame, { steps, progress, isDone }: Started<O, A>): void {
  if (leading.some((_, index) => !isDone(index + 1))) return;
  for (const place of trailing.keys()) progress.done(steps.verification - trailing.length + place);
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

/** The report if guards refuse before anything is changed. */
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

/** The report if the user declines. */
export const declined = <O, A, R extends Ending>(change: Change<O, A, R>, observed: O): R =>
  change.report(
    { verdict: 'declined', message: `${change.declined}: nothing was changed`, ...change.before([]) },
    observed,
  );

/** The report of an unfinished run: the reason, the current state and the next command. */
function unfinished<O, A, R extends Ending>(
  change: Change<O, A, R>,
  outcome: NotDone<O, A>,
  started: Started<O, A> & { found: O | undefined },
): R {
  const { steps, progress, interrupted, found } = started;
  const last = found ?? outcome.observed;
  const said = change.ends?.(outcome, last);
  if (said) {
    closed(change.frame, started);
    return change.report(said, last);
  }
  const { state, next } = change.left(outcome, last, found !== undefined);
  const resumed = next === undefined ? {} : { next };
  if (outcome.kind === 'interrupted' || interrupted.aborted) {
    closed(change.frame, started);
    return change.report(
      {
        verdict: 'interrupted',
        message: `Interrupted: ${state}${next === undefined ? '' : `; to continue: ${next}`}`,
        ...resumed,
      },
      last,
    );
  }
  const { note, ...ending } = endingOf(change, outcome);
  progress.failed(steps.placeOf(outcome.step), note);
  closed(change.frame, started);
  return change.report({ ...(state !== undefined && { state }), ...resumed, ...ending }, last);
}

/**
 * The end of a run that failed or was refused, with a note for the step.
 *
 * @throws its error, if that is a bug and not a CommandError.
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
        message: `giving up at "${outcome.step.title}": another client keeps changing ${where}; find out which (managedFields)`,
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
