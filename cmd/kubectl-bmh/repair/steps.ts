import type { Progress } from '../../../lib/cli/progress.ts';
import type { Procedure, Step } from '../../../lib/procedure/procedure.ts';

/** Places of the steps that no procedure has, from 1. The bracket opens behind START_PROXY. */
export const VERIFY_ACCESS = 1;
export const START_PROXY = 2;

/** A procedure's steps as a person sees them: the document's nine (§4.A) and its verification, by their place from 1. */
export interface ShownSteps<O, A> {
  titles: string[];
  placeOf(step: Step<O, A>): number;
  resume: number;
  stopProxy: number;
  verification: number;
}

export function stepsOf<O, A>({ tryOut, open, steps, close }: Procedure<O, A>): ShownSteps<O, A> {
  const bracket = [open, ...steps, close];
  const titles = [
    'Verify access',
    'Start the API proxy',
    ...bracket.map(({ title }) => title),
    'Stop the API proxy',
  ];
  return {
    titles: [...titles.map((title, index) => `${index + 1}/${titles.length} ${title}`), 'Verification'],
    placeOf: (step) => (step === tryOut ? VERIFY_ACCESS : START_PROXY + 1 + bracket.indexOf(step)),
    resume: titles.length - 1,
    stopProxy: titles.length,
    verification: titles.length + 1,
  };
}

/** Progress of one step alone. */
export type StepProgress = Pick<Progress, 'note'> & Record<'done' | 'failed', (note: string) => void>;

export const progressOf = (progress: Progress, place: number): StepProgress => ({
  done: (note) => progress.done(place, note),
  failed: (note) => progress.failed(place, note),
  note: progress.note,
});
