import { bytesText } from '../objects/quantity.ts';
import type { Scales } from './chart-paths.ts';
import { PLOT, TEXT, type Tick, WIDTH, widthOf } from './chart-scales.ts';
import type { Charted } from './chart-volume.ts';

/** A text at a place: the baseline, and whether it starts, ends or has its middle there. */
export interface Label {
  x: number;
  y: number;
  anchor: 'start' | 'middle' | 'end';
  text: string;
}

/** Above the plot: the date when the volume is full. Its line leads to it. */
export function fullLabel(x: number, text: string): Label {
  const [y, half, edge] = [TEXT, widthOf(text) / 2, WIDTH - PLOT.right];
  if (x + half > PLOT.right) return { x: PLOT.right, y, anchor: 'end', text };
  return x < half + edge ? { x: edge, y, anchor: 'start', text } : { x, y, anchor: 'middle', text };
}

/** Above the line of the present; to its left where the line of the date when the volume is full is near. */
export function nowLabel(x: number, fullX: number | undefined): Label {
  const [text, y] = ['now', PLOT.top - 12];
  const isNear = fullX !== undefined && fullX - x < widthOf(text);
  return isNear ? { x: x - 8, y, anchor: 'end', text } : { x, y, anchor: 'middle', text };
}

/** Above its line, if the top is not near; over the measurements, if they are wide enough. */
export function limitLabel(text: string, y: number, nowX: number): Label {
  const baseline = y - PLOT.top > TEXT + 14 ? y - 10 : y + TEXT;
  return nowX - PLOT.left > widthOf(text) + 20
    ? { x: PLOT.left + 10, y: baseline, anchor: 'start', text }
    : { x: PLOT.right - 10, y: baseline, anchor: 'end', text };
}

/** The amounts beside their lines; none near the size, which has its name above. */
export const amountLabels = (ticks: readonly Tick[], { y }: Scales, size: number | undefined): Label[] =>
  [
    ...ticks
      .filter(({ at }) => size === undefined || y(at) - PLOT.top > TEXT + 4)
      .map(({ at, text }) => ({ y: y(at) + MIDDLE, text })),
    ...(size === undefined
      ? []
      : [
          { y: PLOT.top + MIDDLE, text: bytesText(size) },
          { y: PLOT.top + MIDDLE - TEXT, text: 'size' },
        ]),
  ].map((label) => ({ ...label, x: PLOT.left - 12, anchor: 'end' }));

/** From a line to the baseline of a text beside it. */
const MIDDLE = 11;

/** The dates below the plot that are not cut at its ends, and that they are in UTC. */
export const timeLabels = (ticks: readonly Tick[], { x }: Scales): Label[] => [
  { x: PLOT.left - 12, y: PLOT.bottom + TEXT + 10, anchor: 'end', text: 'UTC' },
  ...ticks
    .filter(({ at, text }) => x(at) - widthOf(text) / 2 >= PLOT.left && x(at) + widthOf(text) / 2 <= WIDTH)
    .map(({ at, text }) => ({ x: x(at), y: PLOT.bottom + TEXT + 10, anchor: 'middle' as const, text })),
];

/** The lower of both limits that are within the volume: the retention size, and where use levels off. */
export function limitOf(
  { retentionBytes, levelsOffAt }: Charted,
  top: number,
): { bytes: number; text: string } | undefined {
  const limits = [
    { bytes: retentionBytes ?? Number.POSITIVE_INFINITY, name: 'retention' },
    { bytes: levelsOffAt ?? Number.POSITIVE_INFINITY, name: 'levels off at' },
  ].filter(({ bytes }) => bytes <= top);
  const [lowest] = limits.toSorted((one, other) => one.bytes - other.bytes);
  return lowest && { bytes: lowest.bytes, text: `${lowest.name} ${bytesText(lowest.bytes)}` };
}
