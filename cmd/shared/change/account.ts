import type { Progress } from '../../../lib/cli/command.ts';
import type { Verdict } from '../../../lib/words/verdict.ts';

/** A step of a run, in a result. */
export interface StepReport {
  /** Its number and title: `3/9 Pause the host`. */
  title: string;
  state: 'done' | 'skipped' | 'failed' | 'interrupted' | 'not-reached';
  /** When it ended: ISO 8601, UTC. Absent where it was not reached. */
  time?: string;
  note?: string;
}

/** Keeps the steps of a run, each when it ends. */
export interface Account {
  /** The progress, which also keeps each step. */
  progress: Progress;
  /** Whether the step at this place, counted from 1, is done. */
  isDone(place: number): boolean;
  /** The steps of a run that ended so; if it did not finish, also those that were not reached. */
  stepsOf(ending: { verdict: Verdict; exitCode: number }): StepReport[];
}

/** Keeps the steps of a run that are shown by `shown` under these titles. */
export function keepAccount(shown: Progress, titles: readonly string[], now: () => Date): Account {
  const steps: StepReport[] = [];
  const keep = (state: 'done' | 'skipped' | 'failed') => (place: number, note?: string) => {
    const title = titles[place - 1] ?? '';
    steps.push({ title, state, time: now().toISOString(), ...(note !== undefined && { note }) });
    shown[state](place, note as string);
  };
  return {
    progress: { ...shown, done: keep('done'), skipped: keep('skipped'), failed: keep('failed') },
    isDone: (place) => steps.some(({ title, state }) => state === 'done' && title === titles[place - 1]),
    stepsOf: ({ verdict, exitCode }) => [
      ...steps.map((step) =>
        step.state === 'failed' && verdict === 'interrupted'
          ? { ...step, state: 'interrupted' as const }
          : step,
      ),
      ...titles
        .filter((title) => exitCode !== 0 && !steps.some((step) => step.title === title))
        .map((title) => ({ title, state: 'not-reached' as const })),
    ],
  };
}
