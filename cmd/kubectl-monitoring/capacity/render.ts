import { timeText } from '../../../lib/capacity/words.ts';
import { signsFor } from '../../../lib/cli/signs.ts';
import { wrapped } from '../../../lib/cli/wrap.ts';
import { growsByHand } from '../../../lib/objects/components.ts';
import { oneLine } from '../../../lib/words/text.ts';
import type { InstanceReport, Report, VolumeReport } from './report.ts';
import { type History, paragraph, type Screen, volumeLines } from './volume-lines.ts';

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
  return text.replaceAll(' +- ', ` ${signsFor(screen.unicode).plusMinus} `);
}

/** Rows of a chart, and of each of many. */
const ROWS = 6;
const FEW_ROWS = 4;
const MANY = 2;

const sizeLines = ({ instances, forDays }: Report, screen: Screen): string[] => [
  screen.paint('bold', `Size for ${timeText(forDays)}, at most 80 % full`),
  ...instances.flatMap((instance) => [
    paragraph(`${ownerText(instance)}: ${sizeText(instance)}`, screen),
    // To be copied: it is never broken.
    ...(instance.command === null ? [] : [`    ${instance.command}`]),
  ]),
];

function sizeText({ size, sizeNeeded, command, component, elsewhere }: InstanceReport): string {
  if (elsewhere !== null)
    return `no volume${elsewhere === 'none' ? '' : ` (${elsewhere})`}: its data goes with its pod`;
  if (size === null) return 'no claim';
  if (sizeNeeded === null) return `not known; it has ${oneLine(size)}`;
  if (command !== null) return `${sizeNeeded} (now ${oneLine(size)})`;
  if (growsByHand(component) && sizeNeeded !== size)
    return `${sizeNeeded} (now ${oneLine(size)}): by hand (${component === 'ui' ? "grafana.persistence.size in a chart's values" : 'resize-pvc says how'})`;
  return `${oneLine(size)} is enough`;
}

const ownerText = ({ kind, namespace, name }: Pick<VolumeReport, 'kind' | 'namespace' | 'name'>): string =>
  oneLine(`${kind} ${namespace}/${name}`);

const sameOwner = (one: VolumeReport, other: VolumeReport | undefined): boolean =>
  other !== undefined && ownerText(one) === ownerText(other);
