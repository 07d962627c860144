import type { Span } from './source-map.ts';

/** A replacement of a part of a text; an insertion if the part is empty. */
export interface Splice extends Span {
  written: string;
}

/** The text with its parts replaced, in one pass: a file may have thousands. Of parts that overlap, the first is replaced. */
export function spliced(text: string, splices: readonly Splice[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, written } of withoutOverlaps(splices)) {
    pieces.push(text.slice(at, start), written);
    at = end;
  }
  return [...pieces, text.slice(at)].join('');
}

/** In the order of their places, without those that begin inside an earlier one. */
export function withoutOverlaps<S extends Span>(spans: readonly S[]): S[] {
  let at = 0;
  return spans
    .toSorted((one, other) => one.start - other.start || one.end - other.end)
    .filter(({ start, end }) => {
      const isApart = start >= at;
      if (isApart) at = end;
      return isApart;
    });
}
