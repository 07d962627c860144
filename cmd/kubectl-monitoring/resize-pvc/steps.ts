import { inOrder, type Procedure, type Step } from '../../../lib/procedure/procedure.ts';
import type { Action } from '../../../lib/volumes/action.ts';
import type { Observed } from '../../../lib/volumes/observed.ts';

/** A procedure's steps as a person sees them, by their place from 1. */
export interface ShownSteps {
  titles: string[];
  placeOf(step: Step<Observed, Action>): number;
  verification: number;
}

export function stepsOf(procedure: Procedure<Observed, Action>): ShownSteps {
  const all = inOrder(procedure);
  return {
    titles: [...all.map(({ title }, index) => `${index + 1}/${all.length} ${title}`), 'Verification'],
    placeOf: (step) => all.indexOf(step) + 1,
    verification: all.length + 1,
  };
}
