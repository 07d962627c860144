import { fullText, growthText, timeText } from '../../../lib/capacity/words.ts';
import { glyphsFor, type Paint, type Style } from '../../../lib/cli/style.ts';
import { wrapped } from '../../../lib/cli/wrap.ts';
import { growsByHand } from '../../../lib/objects/components.ts';
import { bytesText } from '../../../lib/objects/quantity.ts';
import { DAY } from '../../../lib/objects/retention.ts';
import { oneLine } from '../../../lib/words/text.ts';
import type { InstanceReport, Report, VolumeReport } from './report.ts';

/** A report, and the data of its charts. */
export interface Drawing {
  report: Report;
  now: Date;
  pointsOf(volume: VolumeReport): History['points'];
}

/** Renders a report for a terminal: every volume with its chart, then the sizes. */
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

/** Rows of a chart, and of each chart if there are many. */
const ROWS = 6;
const FEW_ROWS = 4;
const MANY = 2;

const sizeLines = ({ instances, forDays }: Report, screen: Screen): string[] => [
  screen.paint('bold', `Size for ${timeText(forDays)}, at most 80% full`),
  ...instances.flatMap((instance) => [
    paragraph(`${ownerText(instance)}: ${sizeText(instance)}`, screen),
    // Never wrapped, so that it can be copied.
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

export interface Screen {
  columns: number;
  unicode: boolean;
  paint: Paint;
}

interface History {
  points: readonly [at: number, used: number][];
  now: Date;
  /** Days up to now, as requested. */
  over: number;
  /** Lines of the chart, without the axis. */
  rows: number;
}

/** A volume: its name, a bar of its use, its growth, notes, and the chart. */
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

const paragraph = (text: string, { columns }: Pick<Screen, 'columns'>): string =>
  wrapped('', text, { columns, indent: INDENT });

const INDENT = 2;

/** Wider charts are hard to read. */
const WIDEST = 120;

/** Maximum columns of a bar, and the minimum below which none is drawn. */
const LONGEST_BAR = 40;
const SHORTEST_BAR = 4;

/** `[######......] 31.2Gi of 48.9Gi (63 %)`. */
function bar(
  { used, capacity, style }: { used: number; capacity: number; style: Style },
  { columns, unicode, paint }: Screen,
): string {
  const share = Math.min(1, used / capacity);
  // Rounded down, so that a volume with space left never shows 100%.
  const text = `${bytesText(used)} of ${bytesText(capacity)} (${Math.floor(share * 100)}%)`;
  const width = Math.min(LONGEST_BAR, columns - INDENT - text.length - '[] '.length);
  if (width < SHORTEST_BAR) return paragraph(text, { columns });
  const { full, empty } = glyphsFor(unicode).bar;
  const filled = Math.round(share * width);
  return `  [${paint(style, full.repeat(filled))}${empty.repeat(width - filled)}] ${text}`;
}

/** Red if nearly full or full within a week, yellow if full within a month. */
function styleOf({ usedBytes, fileSystemBytes, daysToFull }: VolumeReport): Style {
  const share = (usedBytes ?? 0) / (fileSystemBytes ?? Number.POSITIVE_INFINITY);
  const left = daysToFull?.likely ?? Number.POSITIVE_INFINITY;
  if (share >= 0.9 || left <= 7) return 'red';
  return share >= 0.8 || left <= 30 ? 'yellow' : 'green';
}

/** Growth, and when the volume will be full; if retention ends growth first, a note says so. */
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
  // A much shorter history than requested would only fill a few columns at the right.
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

export interface ChartOptions {
  /** Both ends: seconds since the epoch, and their labels. */
  from: { at: number; name: string };
  to: { at: number; name: string };
  /** Bytes at the top of the chart. */
  top: number;
  /** Maximum width in characters; the rows do not include the axis. */
  columns: number;
  rows: number;
  unicode: boolean;
}

/** Bytes over time as an area chart with axes, one string per row; each column shows its maximum. */
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
      // Any use at all is visible.
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

/** The maximum of each column; a column between two points has the value before it. */
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
  // A gap of more than two steps is missing data.
  const most = Math.ceil((2 * Math.min(...gaps, to - from) * width) / (to - from));
  return found.map(
    (value, column) =>
      value ?? found.slice(Math.max(0, column - most), column).findLast((one) => one !== undefined),
  );
}
