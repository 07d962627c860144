import type { ReenrollAction } from '../../../lib/hosts/reenroll/procedure.ts';
import type { Enrolment } from '../../../lib/hosts/reenroll/state.ts';
import type { Procedure, Step } from '../../../lib/procedure/procedure.ts';

export type ReenrollProcedure = Procedure<Enrolment, ReenrollAction>;
export type ReenrollStep = Step<Enrolment, ReenrollAction>;

/** Place of the step that the bracket has not, from 1. */
export const VERIFY_ACCESS = 1;

/** The steps as a person sees them, by their place from 1. */
export interface ShownSteps {
  titles: string[];
  placeOf(step: ReenrollStep): number;
  verification: number;
}

export function stepsOf({ tryOut, open, steps, close }: ReenrollProcedure): ShownSteps {
  const bracket = [open, ...steps, close];
  const titles = ['Verify access', ...bracket.map(({ title }) => title)];
  return {
    titles: [...titles.map((title, index) => `${index + 1}/${titles.length} ${title}`), 'Verification'],
    placeOf: (step) => (step === tryOut ? VERIFY_ACCESS : VERIFY_ACCESS + 1 + bracket.indexOf(step)),
    verification: titles.length + 1,
  };
}
