import type { Progress } from '../../../lib/cli/command.ts';
import { inOrder, type Procedure, type Step } from '../../../lib/procedure/procedure.ts';

/** Titles of the work before and after a procedure's own steps. */
export interface Frame {
  leading: readonly string[];
  trailing: readonly string[];
}

/** A procedure's steps as they are shown, numbered from 1, and the verification after them. */
export interface ShownSteps<O, A> {
  titles: string[];
  /** How many come before the procedure. */
  leading: number;
  placeOf(step: Step<O, A>): number;
  verification: number;
}

/** Numbers the steps. With leading steps, the try-out of the first write is part of the first of them. */
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

/** Shows the steps after `first` in order. A step that was not needed is marked when a later one starts. */
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
      // A started step may end while an earlier one is repeated.
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
