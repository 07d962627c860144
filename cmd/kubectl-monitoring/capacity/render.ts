import { fullText, growthText, timeText } from '../../../lib/capacity/words.ts';
import { glyphsFor, type Paint, type Style } from '../../../lib/cli/style.ts';
import { wrapped } from '../../../lib/cli/wrap.ts';
import { growsByHand } from '../../../lib/objects/components.ts';
import { bytesText } from '../../../lib/objects/quantity.ts';
import { oneLine } from '../../../lib/words/text.ts';
import type { InstanceReport, Report, VolumeReport } from './report.ts';

/** A report with what its charts are drawn from. */
export interface Drawing {
  report: Report;
  now: Date;
  pointsOf(volume: VolumeReport): History['points'];
}

/** The report as a person reads it: every volume with its chart, and then the sizes. */
export function rendered({ report, now, pointsOf }: Drawing, screen: Screen): string {
  const { sources, volumes, overDays } = report;
  const rows = volumes.length > MANY ? FEW_ROWS : ROWS;
  const blocks = [
    ...[...new Set(sources.map(({ via }) => via))].map((via) => [
      wrapped('', `Measured by ${oneLine(via)}`, screen),
    ]),
    ...volumes.map((volume, index) => [
      ...(sameOwner(volume, volumes[index - 1]) ? [] : [screen.paint('bold', ownerText(volume))]),
      ...volumeLines(volume, { points: pointsOf(volume), now, over: overDays, rows }, screen),
    ]),
    sizeLines(report, screen),
  ];
  const text = `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
  return text.replaceAll(' +- ', ` ${glyphsFor(screen.unicode).plusMinus} `);
}

/** Rows of a chart, and of each of many. */
const ROWS = 6;
const FEW_ROWS = 4;
const MANY = 2;

const sizeLines = ({ instances, forDays }: Report, screen: Screen): string[] => [
  screen.paint('bold', `Size for ${timeText(forDays)}, at most 80% full`),
  ...instances.flatMap((instance) => [
    paragraph(`${ownerText(instance)}: ${sizeText(instance)}`, screen),
    // To be copied: it is never broken.
    ...(instance.command === null ? [] : [`    ${instance.command}`]),
  ]),
];

function sizeText({ size, sizeNeeded, command, component, elsewhere }: InstanceReport): string {
  if (elsewhere !== null)
    return `no volume${elsewhere === 'none' ? '' : ` (${elsewhere})`}: its data is lost with its pod`;
  if (size === null) return 'no claim';
  if (sizeNeeded === null) return `unknown (now ${oneLine(size)})`;
  if (command !== null) return `${sizeNeeded} (now ${oneLine(size)})`;
  if (growsByHand(component) && sizeNeeded !== size)
    return `${sizeNeeded} (now ${oneLine(size)}): grow it manually (${component === 'ui' ? "grafana.persistence.size in the chart's values" : 'resize-pvc shows how'})`;
  return `${oneLine(size)} is enough`;
}

const ownerText = ({ kind, namespace, name }: Pick<VolumeReport, 'kind' | 'namespace' | 'name'>): string =>
  oneLine(`${kind} ${namespace}/${name}`);

const sameOwner = (one: VolumeReport, other: VolumeReport | undefined): boolean =>
  other !== undefined && ownerText(one) === ownerText(other);

/** What a report is drawn on. */
export interface Screen {
  /** Characters of a line. */
  columns: number;
  unicode: boolean;
  paint: Paint;
}

/** What the chart of a volume shows. */
interface History {
  points: readonly [at: number, used: number][];
  now: Date;
  /** Days up to now that were asked for. */
  over: number;
  /** Lines of the chart, without the axis below. */
  rows: number;
}

/** A volume as a person reads it: its name, a bar of its use, growth in words, and the chart. */
function volumeLines(volume: VolumeReport, history: History, screen: Screen): string[] {
  const { claim, leftover, usedBytes: used, fileSystemBytes: capacity } = volume;
  const name = `${' '.repeat(INDENT)}${oneLine(claim)}${leftover ? ' (orphaned)' : ''}`;
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
const paragraph = (text: string, { columns }: Pick<Screen, 'columns'>): string =>
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
  const text = `${bytesText(used)} of ${bytesText(capacity)} (${Math.floor(share * 100)}%)`;
  const width = Math.min(LONGEST_BAR, columns - INDENT - text.length - '[] '.length);
  if (width < SHORTEST_BAR) return paragraph(text, { columns });
  const { full, empty } = glyphsFor(unicode).bar;
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

export interface ChartOptions {
  /** Seconds since the epoch at both ends, and what they are called. */
  from: { at: number; name: string };
  to: { at: number; name: string };
  /** Bytes at the top. */
  top: number;
  /** Characters that all of it may be wide; its rows without the axis below. */
  columns: number;
  rows: number;
  unicode: boolean;
}

/** Bytes over time as an area with axes, one line a row: the highest of what was measured in each column. */
export function chart(points: readonly [at: number, bytes: number][], options: ChartOptions): string[] {
  const { from, to, top, columns, rows, unicode } = options;
  const {
    levels,
    axis: { top: left, side, corner, bottom },
  } = glyphsFor(unicode);
  const label = bytesText(top);
  const width = columns - label.length - 2;
  if (width < from.name.length + to.name.length + 1) return [];
  const heights = highest(points, { from: from.at, to: to.at, width }).map((bytes) =>
    bytes === undefined ? 0 : Math.min(rows, (bytes / top) * rows),
  );
  const lines = Array.from({ length: rows }, (_, index) => {
    const floor = rows - 1 - index;
    const cells = heights.map((height) => {
      const part = Math.min(1, Math.max(0, height - floor));
      const level = Math.round(part * (levels.length - 1));
      // Whatever is used at all is seen.
      return levels[floor === 0 && part > 0 ? Math.max(1, level) : level] ?? '';
    });
    const isTop = index === 0;
    return `${(isTop ? label : '').padStart(label.length)} ${isTop ? left : side}${cells.join('')}`.trimEnd();
  });
  const margin = ' '.repeat(label.length + 2);
  return [
    ...lines,
    `${'0'.padStart(label.length)} ${corner}${bottom.repeat(width)}`,
    `${margin}${from.name}${to.name.padStart(width - from.name.length)}`,
  ];
}

/** The highest value of each column; one between two points has the value before it. */
function highest(
  points: readonly [at: number, bytes: number][],
  { from, to, width }: { from: number; to: number; width: number },
): (number | undefined)[] {
  const found: (number | undefined)[] = Array.from({ length: width });
  const columnOf = (at: number): number => Math.floor(((at - from) / (to - from)) * width);
  for (const [at, bytes] of points) {
    const column = Math.min(columnOf(at), width - 1);
    if (column >= 0) found[column] = Math.max(found[column] ?? 0, bytes);
  }
  const gaps = points.slice(1).map(([at], index) => at - (points[index]?.[0] ?? at));
  // A gap of more than two steps was not measured.
  const most = Math.ceil((2 * Math.min(...gaps, to - from) * width) / (to - from));
  return found.map(
    (value, column) =>
      value ?? found.slice(Math.max(0, column - most), column).findLast((one) => one !== undefined),
  );
}
