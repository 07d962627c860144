import { asPart, CommandError } from '../lib/errors.ts';
import type { Refusal } from '../lib/procedure/procedure.ts';
import type { Outcome } from '../lib/procedure/run.ts';

/** How a run ended that did not come to its end by itself, put for a person. */
export interface NotDone {
  verdict: 'refused' | 'failed' | 'timeout';
  message: string;
  refusals?: Refusal[];
  /** One line for the step at which it ended. */
  note: string;
}

/** What is particular to a run: what is not done, of what, and what it means that its opening was taken back. */
export interface Doing {
  /** `host metal/worker-0 is not repaired`. */
  notDone: string;
  /** `host metal/worker-0`. */
  where: string;
  /** `the pause was taken back`. */
  withdrawn: string;
}

/**
 * How a run ended that neither was done nor interrupted.
 *
 * @throws what it failed with, where that is a defect and nothing that a person can act on.
 */
export function notDoneOf<O, A>(
  outcome: Exclude<Outcome<O, A>, { kind: 'done' | 'interrupted' }>,
  { notDone, where, withdrawn }: Doing,
): NotDone {
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
