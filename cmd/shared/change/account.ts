import type { Progress } from '../../../lib/cli/command.ts';
import { changesOf, type FieldChange, type Written } from './changes.ts';

/** A step of a run, in a result. */
export interface StepReport {
  /** Its number and title: `3/9 Pause the host`. */
  title: string;
  state: 'done' | 'skipped' | 'failed';
  /** When it ended: ISO 8601, UTC. */
  time: string;
  note?: string;
}

/** What a run does, kept while it runs. */
export interface Account {
  /** The progress, which also keeps each step. */
  progress: Progress;
  /** Keeps a write that was done. */
  wrote(write: Written): void;
  /** What was kept, for the report of the run. */
  kept(): { steps: StepReport[]; changes: FieldChange[] };
}

/** Keeps an account of a run whose steps are shown by `shown` under these titles. */
export function keepAccount(shown: Progress, titles: readonly string[], now: () => Date): Account {
  const steps: StepReport[] = [];
  const writes: Written[] = [];
  const keep = (state: StepReport['state']) => (place: number, note?: string) => {
    const title = titles[place - 1] ?? '';
    steps.push({ title, state, time: now().toISOString(), ...(note !== undefined && { note }) });
  };
  const [done, skipped, failed] = [keep('done'), keep('skipped'), keep('failed')];
  return {
    progress: {
      ...shown,
      done(place, note) {
        done(place, note);
        shown.done(place, note);
      },
      skipped(place, note) {
        skipped(place, note);
        shown.skipped(place, note);
      },
      failed(place, note) {
        failed(place, note);
        shown.failed(place, note);
      },
    },
    wrote: (write) => void writes.push(write),
    kept: () => ({ steps, changes: changesOf(writes) }),
  };
}
