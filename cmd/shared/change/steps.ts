import { inOrder, type Procedure, type Step } from '../../../lib/procedure/procedure.ts';

/** What is done around a procedure's own steps, by its titles: none of them is a step that is decided on. */
export interface Frame {
  leading: readonly string[];
  trailing: readonly string[];
}

/** A procedure's steps as a person sees them, by their place from 1, and the verification behind them. */
export interface ShownSteps<O, A> {
  titles: string[];
  /** How many come before the procedure opens. */
  leading: number;
  placeOf(step: Step<O, A>): number;
  verification: number;
}

/** Numbers the steps. Where something comes before them, trying the first write out is part of that. */
export function stepsOf<O, A>(procedure: Procedure<O, A>, { leading, trailing }: Frame): ShownSteps<O, A> {
  const own = inOrder(procedure).filter((step) => leading.length === 0 || step !== procedure.tryOut);
  const titles = [...leading, ...own.map(({ title }) => title), ...trailing];
  return {
    titles: [...titles.map((title, index) => `${index + 1}/${titles.length} ${title}`), 'Verification'],
    leading: leading.length,
    placeOf: (step) => (own.includes(step) ? leading.length + 1 + own.indexOf(step) : 1),
    verification: titles.length + 1,
  };
}
