import type { Progress } from '../../../lib/cli/command.ts';
import { showProgress } from '../../../lib/cli/progress.ts';
import { confirm } from '../../../lib/cli/prompt.ts';
import type { Call, Change } from './change.ts';
import { execute } from './execute.ts';
import { declined, refused, unfinished } from './not-done.ts';
import { type ShownSteps, stepsOf } from './steps.ts';

/** Asks, runs the procedure and verifies, or previews it (then undefined: everything is said). */
export async function carryOut<O, A, R>(
  change: Change<O, A, R>,
  observed: O,
  { values, session, host }: Call,
): Promise<R | undefined> {
  const { warnings, denied } = change;
  for (const { name, reason, mend } of warnings) session.warn(`${reason}: ${mend} (${name})`);
  if (values.diff || values.dryRun !== 'none') {
    for (const { reason } of denied) session.warn(reason);
    const { previewed } = await import('./preview.ts');
    return previewed(change, observed, { values, session, host });
  }
  if (denied.length > 0) return refused(change, observed, denied);
  host.stderr.write(change.plan());
  if (!values.yes && !(await confirm(change.question, host))) return declined(change, observed);
  return runChange(change, observed, {
    show: (titles) => showProgress(titles, host, session.paint),
    warn: session.warn,
    interrupted: host.interrupted,
  });
}

/** Runs the procedure, and verifies what came of it; `show` shows the steps with these titles. */
export async function runChange<O, A, R>(
  change: Change<O, A, R>,
  start: O,
  { show, warn, interrupted }: Running,
): Promise<R> {
  const steps: ShownSteps<O, A> = stepsOf(change.procedure, change.frame);
  const progress = await show(steps.titles);
  try {
    const outcome = await execute(change, start, { steps, progress, warn, interrupted });
    if (outcome.kind !== 'done') return await unfinished(change, outcome, { steps, progress, interrupted });
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
