import { linesOf } from '../input/source-map.ts';
import type { Place } from './finding.ts';

/** Finds places in a text by offset. */
export function placesIn(text: string): (offset: number) => Place {
  const lines = linesOf(text);
  return (offset) => {
    const { line, col: column } = lines.linePos(offset);
    const end = (lines.lineStarts[line] ?? text.length + 1) - 1;
    const source = text.slice(offset - column + 1, text[end - 1] === '\r' ? end - 1 : end);
    return { line, column, source };
  };
}
