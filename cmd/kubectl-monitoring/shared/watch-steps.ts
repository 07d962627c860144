import { isPassing } from '../../../lib/kube/api/errors.ts';
import { asPart, CommandError } from '../../../lib/words/errors.ts';

/** A step that waits for controllers. */
export interface Wait<O> {
  title: string;
  /** Whether to keep waiting. */
  isDue(observed: O): boolean;
}

/** How the object of a run is watched; `O` is an observation of it. */
interface Watched<O> {
  /** Reads everything, which is `fresh`, then yields each change until everything has to be read again. */
  states(last: O, signal: AbortSignal): AsyncIterable<{ seen: O; fresh: boolean }>;
  /** The observation that ends a wait, with what is not watched. */
  completed(seen: O, signal: AbortSignal): Promise<O>;
  /** What has still to happen, one line each. */
  waitingFor(observed: O): string[];
}

interface Waiting {
  /** How long to wait at each step, in milliseconds. */
  timeout: number;
  interrupted: AbortSignal;
  warn(text: string): void;
  /** Gets what is being waited for. */
  note(...texts: string[]): void;
}

export type StepsWatch<O> = ReturnType<typeof watchSteps<O>>;

/** Waits at one step after the other while controllers do their part. */
export function watchSteps<O>(
  { states, completed, waitingFor }: Watched<O>,
  { timeout, interrupted, warn, note }: Waiting,
) {
  let started: { wait: Wait<O>; deadline: AbortSignal } | undefined;
  return {
    /** Starts a step, or resumes it with the deadline that it has. */
    start(wait: Wait<O>): void {
      if (started?.wait.title !== wait.title) started = { wait, deadline: AbortSignal.timeout(timeout) };
    },
    /** Resolves with the observation that ends the started step. */
    async finish(observed: O): Promise<O> {
      if (!started) throw new Error('no step was started');
      const { wait, deadline } = started;
      const signal = AbortSignal.any([interrupted, deadline]);
      let last = observed;
      for (;;) {
        try {
          for await (const { seen, fresh } of states(last, signal)) {
            last = seen;
            if (wait.isDue(seen)) note(...waitingFor(seen));
            else return fresh ? seen : await completed(seen, signal);
          }
        } catch (error) {
          if (interrupted.aborted)
            throw interrupted.reason instanceof CommandError ? interrupted.reason : error;
          if (deadline.aborted) throw timedOut(wait.title, timeout, waitingFor(last));
          if (!isPassing(error)) throw error;
          warn(`${asPart(error as CommandError)}: retrying`);
        }
      }
    },
  };
}

const timedOut = (title: string, timeout: number, texts: string[]): CommandError =>
  new CommandError('timeout', `error: timed out at "${title}" after ${timeout / 1000}s`, {
    hint: [...texts, 'Find out what blocks it, or wait longer with --timeout.'].join('\n'),
  });
