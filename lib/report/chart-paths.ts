import { DAY } from '../objects/retention.ts';
import { PLOT, type Scale } from './chart-scales.ts';
import type { Charted } from './chart-volume.ts';

export interface Scales {
  x: Scale;
  y: Scale;
}

interface Point {
  at: number;
  bytes: number;
}

/** The paths of the measurements: the line, and the area below it. Both are open where nothing was measured. */
export function measuredPaths({ points }: Charted, scales: Scales): { line: string; area: string } {
  const runs = runsOf(points);
  return {
    // A line of length 0 is drawn as a dot.
    line: runs.map((run) => `M${placesOf(run, scales)}${run.length === 1 ? 'h0' : ''}`).join(''),
    area: runs
      .filter(({ length }) => length > 1)
      .map((run) => {
        const [first, ...rest] = run;
        return `M${first && scales.x(first.at)},${PLOT.bottom}V${first && scales.y(first.bytes)}L${placesOf(rest, scales)}V${PLOT.bottom}Z`;
      })
      .join(''),
  };
}

/** Measurements without a gap between them. */
function runsOf(points: Charted['points']): Point[][] {
  const runs: Point[][] = [[]];
  for (const { at, bytes } of points)
    if (bytes === undefined) runs.push([]);
    else runs.at(-1)?.push({ at, bytes });
  return runs.filter(({ length }) => length > 0);
}

/**
 * The paths of what is expected from now on: the likely use, until the volume is full, and its range. Undefined if the growth is unknown.
 *
 * @param top bytes at the top of the chart.
 */
export function expectedPaths(
  { used, growth, levelsOffAt, now, to }: Charted,
  top: number,
  scales: Scales,
): { likely: string; range: string } | undefined {
  if (used === undefined || !growth || to <= now) return undefined;
  const most = Math.max(used, Math.min(top, levelsOffAt ?? top));
  const after = (perDay: number): Point[] => course({ used, perDay, most, now, to });
  const likely = after(growth.likely);
  const isFull = likely.length > 2 && growth.likely > 0 && most === top;
  return {
    likely: `M${placesOf(isFull ? likely.slice(0, -1) : likely, scales)}`,
    range: `M${placesOf(after(growth.high), scales)} ${placesOf(after(growth.low).reverse(), scales)}Z`,
  };
}

/** Use that changes evenly until it is `most`, or nothing. */
function course({
  used,
  perDay,
  most,
  now,
  to,
}: {
  used: number;
  perDay: number;
  most: number;
  now: number;
  to: number;
}): Point[] {
  const limit = perDay > 0 ? most : 0;
  const reached = perDay === 0 ? Number.POSITIVE_INFINITY : now + ((limit - used) / perDay) * DAY;
  const start = { at: now, bytes: used };
  if (reached >= to) return [start, { at: to, bytes: used + (perDay * (to - now)) / DAY }];
  return [start, { at: reached, bytes: limit }, { at: to, bytes: limit }];
}

const placesOf = (points: readonly Point[], { x, y }: Scales): string =>
  points.map(({ at, bytes }) => `${x(at)},${y(bytes)}`).join(' ');
