import type { Shot } from './pace.ts';
import { TERMINAL } from './palette.ts';
import type { Run } from './runs.ts';

/** The time for which something is shown, in milliseconds since the beginning: from the first one until before the second. */
export interface Span {
  from: number;
  until: number;
}

/** A run in a line, the first being 0. */
export interface Placed {
  line: number;
  run: Run;
}

/** Everything that is shown for the same time. */
export interface Scene extends Span {
  placed: Placed[];
}

/**
 * What is shown when, in the order in which it comes up: whatever stays where it is from one shot to the next is there
 * once, and so is what comes and goes together.
 */
export function scenesOf(shots: readonly Shot[], end: number): Scene[] {
  const open = new Map<string, Placed & Span>();
  const segments: (Placed & Span)[] = [];
  for (const { at, picture } of shots) {
    const now = new Map(placedIn(picture).map((placed) => [JSON.stringify(placed), placed]));
    for (const [key, segment] of open)
      if (!now.has(key)) {
        segment.until = at;
        open.delete(key);
      }
    for (const [key, placed] of now) {
      if (open.has(key)) continue;
      const segment = { ...placed, from: at, until: end };
      open.set(key, segment);
      segments.push(segment);
    }
  }
  const groups = Map.groupBy(segments, ({ from, until }) => `${from} ${until}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first
      ? [{ from: first.from, until: first.until, placed: group.map(({ line, run }) => ({ line, run })) }]
      : [];
  });
}

function placedIn({ lines, cursor }: Shot['picture']): Placed[] {
  const texts = lines.flatMap((runs, line) => runs.map((run) => ({ line, run })));
  if (!cursor) return texts;
  const run: Run = { column: cursor.column, width: 1, text: '', style: { background: TERMINAL.cursor } };
  // Below the text, which it may stand on.
  return [{ line: cursor.line, run }, ...texts];
}
