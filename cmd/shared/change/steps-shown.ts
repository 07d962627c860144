import type { Progress } from '../../../lib/cli/command.ts';

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
