import type { Progress } from '../lib/cli/progress.ts';

/** Shows the steps behind place `first` in their order: one that is not needed is shown as such when a later one starts. */
export function stepsShown(
  progress: Progress,
  first: number,
  again: (title: string) => void,
): { upTo(place: number): void; done(place: number, title: string): void } {
  let shown = first;
  const upTo = (place: number): void => {
    while (shown + 1 < place) {
      shown += 1;
      progress.skipped(shown, 'nothing to do');
    }
  };
  return {
    upTo,
    done: (place, title) => {
      if (place > first && place <= shown) again(title);
      if (place <= shown) return;
      upTo(place);
      shown = place;
      progress.done(place);
    },
  };
}
