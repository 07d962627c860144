import { FULL_SHARE } from '../../../lib/capacity/outlook.ts';
import {
  daysToFullText,
  fullText,
  growthText,
  percentText,
  rateText,
  shareOf,
  timeText,
} from '../../../lib/capacity/words.ts';
import { type Screen as AnyScreen, glyphsFor, type Style, verdictCell } from '../../../lib/cli/style.ts';
import { type Cell, type Header, table } from '../../../lib/cli/table.ts';
import { wrapped } from '../../../lib/cli/wrap.ts';
import { growsByHand } from '../../../lib/objects/components.ts';
import { bytesText } from '../../../lib/objects/quantity.ts';
import { DAY } from '../../../lib/objects/retention.ts';
import { oneLine } from '../../../lib/words/text.ts';
import { type ChartOptions, chart } from './chart.ts';
import type { InstanceReport, Report, VolumeReport } from './report.ts';

/** A report, and the data of its charts. */
export interface Drawing {
  report: Report;
  now: Date;
  pointsOf(volume: VolumeReport): History['points'];
}

/** A screen of some width; `terminal`: whether verdicts have symbols. */
interface Screen extends AnyScreen {
  columns: number;
  terminal: boolean;
}

/** Width where stdout is not a terminal. */
const USUAL_COLUMNS = 80;

/** Renders a report for a terminal: every volume with its chart, then the sizes. */
export function rendered({ report, now, pointsOf }: Drawing, given: AnyScreen): string {
  const { columns } = given;
  const screen = { ...given, columns: columns ?? USUAL_COLUMNS, terminal: columns !== undefined };
  const { sources, items, overDays, missing } = report;
  const rows = items.length > MANY ? FEW_ROWS : ROWS;
  const volumes = items.map((volume, index) => {
    const { name, namespace } = volume.metadata;
    const why = missing.find((one) => one.namespace === namespace && one.claims.includes(name))?.message;
    const history = { points: pointsOf(volume), now, over: overDays, rows, why };
    return [
      ...(ownerOf(volume) === ownerOf(items[index - 1]) ? [] : [screen.paint('bold', ownerOf(volume))]),
      ...volumeLines(volume, history, screen),
    ];
  });
  const { axis } = glyphsFor(screen.unicode);
  const hasChart = volumes.flat().some((line) => line.includes(axis.corner + axis.bottom.repeat(2)));
  const blocks = [
    [
      ...[...new Set(sources.map(({ via }) => via))].map((via) =>
        wrapped('', `Measured by ${oneLine(via)}`, screen),
      ),
      ...(hasChart ? [wrapped('', legend(screen), screen)] : []),
    ],
    ...volumes,
    sizeLines(report, screen),
  ].filter((lines) => lines.length > 0);
  const text = `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
  return text.replaceAll(' +- ', ` ${glyphsFor(screen.unicode).plusMinus} `);
}

/** The same for `-o wide`: a row for each volume in place of its chart. */
export function tabled(report: Report, given: AnyScreen, isEverywhere: boolean): string {
  const { columns = Number.POSITIVE_INFINITY } = given;
  const needs = new Map(
    report.instances.map(({ kind, metadata, sizeNeeded }) => [objectText(kind, metadata), sizeNeeded]),
  );
  const shown = COLUMNS.filter(({ when }) => when === undefined || isEverywhere);
  const rows = report.items.map((volume) =>
    shown.map(({ cell }) => cell(volume, { screen: given, needed: needs.get(ownerOf(volume)) ?? null })),
  );
  const headers = shown.map(({ header }) => header);
  const sizes = sizeLines(report, { ...given, columns, terminal: given.columns !== undefined });
  return `${rows.length > 0 ? `${table(headers, rows, { screen: given })}\n` : ''}${sizes.join('\n')}\n`;
}

interface Column {
  header: Header;
  when?: 'all';
  /** @param needed the size that the volumes of its owner need; null if unknown. */
  cell(volume: VolumeReport, on: { screen: AnyScreen; needed: string | null }): Cell;
}

const COLUMNS: Column[] = [
  { header: 'NAMESPACE', when: 'all', cell: ({ metadata }) => metadata.namespace },
  { header: { text: 'NAME', least: 16 }, cell: ({ metadata }) => ({ text: metadata.name, cut: 'middle' }) },
  { header: 'VERDICT', cell: ({ verdict }, { screen }) => verdictCell(verdict, screen) },
  { header: { text: 'REASON', optional: 5 }, cell: ({ reason }) => reason },
  { header: 'SIZE', cell: ({ size }) => size },
  { header: { text: 'NEEDED', optional: 1 }, cell: (_volume, { needed }) => needed ?? UNKNOWN },
  {
    header: { text: 'USED', optional: 2, least: Number.POSITIVE_INFINITY },
    cell: ({ usedBytes: used, fileSystemBytes: capacity }) =>
      used === null || capacity === null
        ? UNKNOWN
        : `${bytesText(used)} ${percentText(shareOf({ used, capacity }))}`,
  },
  {
    header: { text: 'GROWTH', optional: 4, least: Number.POSITIVE_INFINITY },
    cell: ({ growthBytesPerDay: growth, measuredDays }) =>
      growth ? rateText({ ...growth, perDay: growth.likely, days: measuredDays ?? 0 }) : UNKNOWN,
  },
  {
    header: { text: 'FULL', optional: 3, least: Number.POSITIVE_INFINITY },
    cell: ({ daysToFull }) => (daysToFull ? daysToFullText(daysToFull, { range: true }) : UNKNOWN),
  },
];

/** As in kubectl. */
const UNKNOWN = '<unknown>';

/** What the characters of the charts mean. */
function legend({ unicode }: Screen): string {
  const { levels, projected, line } = glyphsFor(unicode);
  return `Charts: ${levels.at(-1)} used, ${projected.area} expected, ${projected.range} range, ${line} ${FULL_SHARE * 100}% full`;
}

/** Rows of a chart, and of each chart if there are many. */
const ROWS = 6;
const FEW_ROWS = 5;
const MANY = 2;

const sizeLines = ({ instances, forDays }: Report, screen: Screen): string[] => [
  screen.paint('bold', `Size for ${timeText(forDays)}, at most 80% full`),
  ...instances.flatMap((instance) => [
    paragraph(`${objectText(instance.kind, instance.metadata)}: ${sizeText(instance)}`, screen),
    // Never wrapped, so that it can be copied.
    ...(instance.next === null ? [] : [`    ${instance.next}`]),
  ]),
];

function sizeText({ size, sizeNeeded, next, part, elsewhere }: InstanceReport): string {
  if (elsewhere !== null)
    return `no volume${elsewhere === 'none' ? '' : ` (${elsewhere})`}: its data is lost with its pod`;
  if (size === null) return 'no claim';
  if (sizeNeeded === null) return `unknown (now ${oneLine(size)})`;
  if (next !== null) return `${sizeNeeded} (now ${oneLine(size)})`;
  if (growsByHand(part) && sizeNeeded !== size)
    return `${sizeNeeded} (now ${oneLine(size)}): grow it manually (${part === 'ui' ? "grafana.persistence.size in the chart's values" : 'resize-pvc shows how'})`;
  return `${oneLine(size)} is enough`;
}

const objectText = (kind: string, { name, namespace }: { name: string; namespace: string }): string =>
  oneLine(`${kind} ${namespace}/${name}`);

const ownerOf = (volume: VolumeReport | undefined): string =>
  volume ? objectText(volume.owner.kind, { ...volume.metadata, name: volume.owner.name }) : '';

interface History {
  points: readonly [at: number, used: number][];
  now: Date;
  /** Days up to now, as requested. */
  over: number;
  /** Lines of the chart, without the axis. */
  rows: number;
  /** Why it is not measured. */
  why: string | undefined;
}

/** A volume: its name and verdict, a bar of its use, its growth, notes, and the chart. */
function volumeLines(volume: VolumeReport, history: History, screen: Screen): string[] {
  const { orphaned, usedBytes: used, fileSystemBytes: capacity } = volume;
  const notes = volume.notes.map((note) => paragraph(oneLine(note), screen));
  const name = nameLine(volume, screen);
  if (used === null || capacity === null) {
    const why = history.why === undefined ? '' : `: ${history.why}`;
    return [name, paragraph(`not measured${oneLine(why)}`, screen), ...notes];
  }
  return [
    name,
    bar({ used, capacity, style: styleOf(volume) }, screen),
    ...(orphaned ? ['no replica uses it'] : []).map((text) => paragraph(text, screen)),
    ...outlookOf(volume).map((text) => paragraph(text, screen)),
    ...notes,
    ...drawn(volume, history, { ...screen, capacity }),
  ];
}

/** `prometheus-k8s-db-prometheus-k8s-0: ✔ healthy`; on two lines where it does not fit. */
function nameLine({ metadata, verdict }: VolumeReport, screen: Screen): string {
  const margin = ' '.repeat(INDENT);
  const { style, text } = verdictCell(verdict, {
    ...screen,
    columns: screen.terminal ? screen.columns : undefined,
  });
  const name = `${margin}${oneLine(metadata.name)}:`;
  const gap = name.length + 1 + text.length > screen.columns ? `\n${margin}` : ' ';
  return name + gap + screen.paint(style, text);
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
  const text = `${bytesText(used)} of ${bytesText(capacity)} (${percentText(share)})`;
  const width = Math.min(LONGEST_BAR, columns - INDENT - text.length - '[] '.length);
  if (width < SHORTEST_BAR) return paragraph(text, { columns });
  const { full, empty } = glyphsFor(unicode).bar;
  const filled = Math.round(share * width);
  return `  [${paint(style, full.repeat(filled))}${empty.repeat(width - filled)}] ${text}`;
}

/** By urgency: red if full or full within a week, yellow if full within a month. */
function styleOf({ verdict, orphaned, daysToFull }: VolumeReport): Style {
  if (orphaned || verdict === 'healthy') return 'green';
  return verdict === 'degraded' || (daysToFull?.likely ?? Number.POSITIVE_INFINITY) <= 7 ? 'red' : 'yellow';
}

/** Growth, and when the volume will be full; if retention ends growth first, a note says so. */
function outlookOf(volume: VolumeReport): string[] {
  const { growthBytesPerDay: growth, measuredDays, daysToFull, levelsOffAtBytes } = volume;
  if (!growth) return [];
  const text = growthText({ ...growth, perDay: growth.likely, days: measuredDays ?? 0 });
  const isHeld = levelsOffAtBytes !== null && daysToFull?.soonest === null;
  return [daysToFull && !isHeld ? `${text}, ${fullText(daysToFull)}` : text];
}

/** The chart of a volume; a sentence where it would be empty. */
function drawn(
  volume: VolumeReport,
  { points, now, over, rows }: History,
  { capacity, ...screen }: Screen & { capacity: number },
): string[] {
  if (points.length < 2) return [];
  const end = now.getTime() / 1000;
  const measured = (end - (points[0]?.[0] ?? end)) / DAY;
  // A much shorter history than requested would only fill a few columns at the right.
  const days = measured > 0.9 * over ? over : measured;
  const projection = projectionOf(volume, { end, days });
  const highest = Math.max(
    ...points.map(([, used]) => used),
    projection?.bytesAt(projection.to.at).high ?? 0,
  );
  if (highest < LITTLE * capacity)
    return [paragraph(`no chart: use stays below ${LITTLE * 100}% of the volume`, screen)];
  const lines = chart(
    points,
    {
      from: { at: end - days * DAY, name: `${timeText(days)} ago` },
      now: { at: end, name: 'now' },
      top: capacity,
      threshold: FULL_SHARE,
      ...(projection && { projection }),
      style: styleOf(volume),
      columns: Math.min(screen.columns, WIDEST) - INDENT,
      rows,
    },
    screen,
  );
  return lines.map((line) => `${' '.repeat(INDENT)}${line}`);
}

/** A chart of a smaller share of the volume would be empty. */
const LITTLE = 0.05;

/** Use at the measured growth, for half to twice the measured days, so that the chart shows when the volume will be full. */
function projectionOf(
  { usedBytes, growthBytesPerDay: growth, daysToFull, levelsOffAtBytes, orphaned }: VolumeReport,
  { end, days }: { end: number; days: number },
): ChartOptions['projection'] {
  if (!growth || usedBytes === null || orphaned) return undefined;
  const ahead = Math.min(2, Math.max(0.5, (1.2 * (daysToFull?.likely ?? 0)) / days)) * days;
  const most = levelsOffAtBytes ?? Number.POSITIVE_INFINITY;
  return {
    to: { at: end + ahead * DAY, name: `in ${timeText(ahead)}` },
    bytesAt(at) {
      const after = (perDay: number): number =>
        Math.max(0, Math.min(most, usedBytes + (perDay * (at - end)) / DAY));
      return { low: after(growth.low), likely: after(growth.likely), high: after(growth.high) };
    },
  };
}
