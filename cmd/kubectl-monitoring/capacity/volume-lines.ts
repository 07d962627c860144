import { fullText, growthText, timeText } from '../../../lib/capacity/words.ts';
import { signsFor } from '../../../lib/cli/signs.ts';
import type { Paint, Style } from '../../../lib/cli/style.ts';
import { wrapped } from '../../../lib/cli/wrap.ts';
import { bytesText } from '../../../lib/objects/quantity.ts';
import { oneLine } from '../../../lib/words/text.ts';
import { chart } from './chart.ts';
import type { VolumeReport } from './report.ts';

/** What a report is drawn on. */
export interface Screen {
  /** Characters of a line. */
  columns: number;
  unicode: boolean;
  paint: Paint;
}

/** What the chart of a volume shows. */
export interface History {
  points: readonly [at: number, used: number][];
  now: Date;
  /** Days up to now that were asked for. */
  over: number;
  /** Lines of the chart, without the axis below. */
  rows: number;
}

/** A volume as a person reads it: its name, a bar of its use, growth in words, and the chart. */
export function volumeLines(volume: VolumeReport, history: History, screen: Screen): string[] {
  const { claim, leftover, usedBytes: used, fileSystemBytes: capacity } = volume;
  const name = `${' '.repeat(INDENT)}${oneLine(claim)}${leftover ? ' (of no replica)' : ''}`;
  const notes = volume.notes.map((note) => paragraph(oneLine(note), screen));
  if (used === null || capacity === null) return [name, paragraph('not measured', screen), ...notes];
  return [
    name,
    bar({ used, capacity, style: styleOf(volume) }, screen),
    ...outlookOf(volume).map((text) => paragraph(text, screen)),
    ...notes,
    ...drawn(history, capacity, screen).map((line) => `${' '.repeat(INDENT)}${line}`),
  ];
}

/** A text below a heading. */
export const paragraph = (text: string, { columns }: Pick<Screen, 'columns'>): string =>
  wrapped('', text, { columns, indent: INDENT });

const INDENT = 2;

/** Wider charts are hard to follow. */
const WIDEST = 120;

/** Columns of a bar: at most so many, and none where so few are left. */
const LONGEST_BAR = 40;
const SHORTEST_BAR = 4;

/** `[######......] 31.2Gi of 48.9Gi (63 %)`. */
function bar(
  { used, capacity, style }: { used: number; capacity: number; style: Style },
  { columns, unicode, paint }: Screen,
): string {
  const share = Math.min(1, used / capacity);
  // What is not full is never said to be.
  const text = `${bytesText(used)} of ${bytesText(capacity)} (${Math.floor(share * 100)} %)`;
  const width = Math.min(LONGEST_BAR, columns - INDENT - text.length - '[] '.length);
  if (width < SHORTEST_BAR) return paragraph(text, { columns });
  const { full, empty } = signsFor(unicode).bar;
  const filled = Math.round(share * width);
  return `  [${paint(style, full.repeat(filled))}${empty.repeat(width - filled)}] ${text}`;
}

/** Red where it is nearly full or will be within a week, yellow where it will be within a month. */
function styleOf({ usedBytes, fileSystemBytes, daysToFull }: VolumeReport): Style {
  const share = (usedBytes ?? 0) / (fileSystemBytes ?? Number.POSITIVE_INFINITY);
  const left = daysToFull?.likely ?? Number.POSITIVE_INFINITY;
  if (share >= 0.9 || left <= 7) return 'red';
  return share >= 0.8 || left <= 30 ? 'yellow' : 'green';
}

/** Growth, and when that fills the volume; where retention ends it before, a note says so. */
function outlookOf(volume: VolumeReport): string[] {
  const { growthBytesPerDay: growth, measuredDays, daysToFull, levelsOffAtBytes } = volume;
  if (!growth) return [];
  const text = growthText({ ...growth, perDay: growth.likely, days: measuredDays ?? 0 });
  const isHeld = levelsOffAtBytes !== null && daysToFull?.soonest === null;
  return [daysToFull && !isHeld ? `${text}, ${fullText(daysToFull)}` : text];
}

function drawn(
  { points, now, over, rows }: History,
  capacity: number,
  { columns, unicode }: Screen,
): string[] {
  if (points.length < 2) return [];
  const end = now.getTime() / 1000;
  const measured = (end - (points[0]?.[0] ?? end)) / DAY;
  // A history that is much shorter than what was asked for would be a few columns at the right.
  const days = measured > 0.9 * over ? over : measured;
  return chart(points, {
    from: { at: end - days * DAY, name: `${timeText(days)} ago` },
    to: { at: end, name: 'now' },
    top: capacity,
    columns: Math.min(columns, WIDEST) - INDENT,
    rows,
    unicode,
  });
}

/** Seconds of a day. */
const DAY = 86_400;
