import type { Progress } from '../../../lib/cli/command.ts';
import { type Outcome, run } from '../../../lib/procedure/run.ts';
import type { Change } from './change.ts';
import type { ShownSteps } from './steps.ts';
import { stepsShown } from './steps-shown.ts';

/** How long an interrupted run waits for the request in flight, in milliseconds. */
const GRACE = 5_000;

/** Runs the procedure of a change against the cluster. */
export async function execute<O, A, R>(
  { procedure, kind, writer, isStale, isRefused, work: begin }: Change<O, A, R>,
  start: O,
  {
    steps,
    progress,
    warn,
    interrupted,
  }: { steps: ShownSteps<O, A>; progress: Progress; warn(text: string): void; interrupted: AbortSignal },
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
