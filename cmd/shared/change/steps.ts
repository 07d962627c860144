import type { Progress } from '../../../lib/cli/command.ts';
import { inOrder, type Procedure, type Step } from '../../../lib/procedure/procedure.ts';

/** Titles of the work before and after a procedure's own steps. */
export interface Frame {
  leading: readonly string[];
  trailing: readonly string[];
}

/** A procedure's steps as they are shown, counted from 1, and the verification after them. */
export interface ShownSteps<O, A> {
  titles: string[];
  /** How many come before the procedure. */
  leading: number;
  /** Where several steps that an earlier run has done are shown as one line. */
  earlier: number | undefined;
  placeOf(step: Step<O, A>): number;
  verification: number;
}

/**
 * Numbers the steps. With leading steps, the try-out of the first write is part of the first of them. The steps before the first
 * that is due in `start` become one line.
 */
export function stepsOf<O, A>(
  procedure: Procedure<O, A>,
  { leading, trailing }: Frame,
  start?: O,
): ShownSteps<O, A> {
  const own = inOrder(procedure).filter((step) => leading.length === 0 || step !== procedure.tryOut);
  const first = leading.length;
  const count = first + own.length + trailing.length;
  const numbered = [...leading, ...own.map(({ title }) => title), ...trailing].map(
    (title, index) => `${index + 1}/${count} ${title}`,
  );
  const over =
    start === undefined
      ? 0
      : Math.max(
          own.findIndex((step) => step.due(start)),
          0,
        );
  const hidden = over > 1 ? over - 1 : 0;
  if (hidden > 0) numbered.splice(first, over, `${first + 1}-${first + over}/${count} Earlier steps`);
  return {
    titles: [...numbered, 'Verification'],
    leading: first,
    earlier: hidden > 0 ? first + 1 : undefined,
    placeOf: (step) => (own.includes(step) ? first + 1 + Math.max(own.indexOf(step) - hidden, 0) : 1),
    verification: numbered.length + 1,
  };
}

/** Shows the steps after the leading ones in order. A step that was not needed is marked when a later one starts. */
export function stepsShown(
  progress: Progress,
  { leading: first, earlier }: Pick<ShownSteps<never, never>, 'leading' | 'earlier'>,
  again: (title: string) => void,
): { started(place: number): void; done(place: number, title: string): void } {
  const started = new Set<number>();
  let shown = first;
  const upTo = (place: number): void => {
    while (shown + 1 < place) {
      shown += 1;
      // A started step may end while an earlier one is repeated.
      if (started.has(shown)) progress.done(shown);
      else progress.skipped(shown, shown === earlier ? 'already done' : 'nothing to do');
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
