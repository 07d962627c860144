import type { Progress } from '../../../lib/cli/command.ts';
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

/** Shows the steps behind place `first` in their order: one that was not needed is shown as such when a later one starts. */
export function stepsShown(
  progress: Progress,
  first: number,
  again: (title: string) => void,
): { started(place: number): void; done(place: number, title: string): void } {
  const started = new Set<number>();
  let shown = first;
  const upTo = (place: number): void => {
    while (shown + 1 < place) {
      shown += 1;
      // One that was begun may come to its end while an earlier one is done again.
      if (started.has(shown)) progress.done(shown);
      else progress.skipped(shown, 'nothing to do');
    }
  };
  return {
    started(place) {
      started.add(place);
      upTo(place);
    },
    done(place, title) {
      if (place > first && place <= shown) again(title);
      if (place <= shown) return;
      upTo(place);
      shown = place;
      progress.done(place);
    },
  };
}
