import { daysToFullText, percentText, shareOf } from '../capacity/words.ts';
import { type Content, type Html, html } from '../html/html.ts';
import { fieldsOf } from '../objects/fields.ts';
import { bytesText } from '../objects/quantity.ts';
import { verdictText } from '../words/verdict.ts';
import { volumeChart } from './chart.ts';
import { type ChartOptions, daysToFullIn } from './chart-volume.ts';
import { type Fields, namedIn, numberIn, objectsIn, pathOf, textIn, textsIn } from './read.ts';
import { section, stackedTable } from './table.ts';
import { badge, byVerdict, verdictIn } from './verdicts.ts';

/** Volumes: their numbers, and how use grows. The most severe come first. */
export function volumeSection(all: unknown, { run, forDays }: Fields): Content {
  const options = { now: fieldsOf(run)?.ended, forDays };
  const volumes = objectsIn(all).toSorted((one, other) => byVerdict(verdictIn(one), verdictIn(other)));
  const namespaces = new Set(volumes.map((volume) => namedIn(volume).namespace));
  const [namespace = ''] = namespaces.size === 1 ? namespaces : [];
  const named = volumes.map((volume) => ({
    name: namespace === '' ? pathOf(namedIn(volume)) : namedIn(volume).name,
    volume,
  }));
  return section(
    namespace === '' ? 'Volumes' : `Volumes in ${namespace}`,
    volumeTable(named),
    named.map((one) => volumeHtml(one, options)),
  );
}

/** A volume, and its name without what all have in common. */
interface Named {
  name: string;
  volume: Fields;
}

const volumeTable = (volumes: readonly Named[]): Html | undefined =>
  stackedTable({
    label: 'Volumes',
    headers: ['Claim', 'Verdict', 'Owner', 'Size', 'Used', 'Growth per day', 'Full'],
    rows: volumes.map(({ name, volume }) => [
      name,
      html`${badge(verdictIn(volume))} ${verdictText(textIn(volume.reason))}`,
      ownerText(volume.owner),
      sizeText(volume),
      usedText(volume),
      growthText(volume.growthBytesPerDay),
      fullText(volume.daysToFull),
    ]),
  });

function volumeHtml({ name, volume }: Named, options: ChartOptions): Html | undefined {
  const chart = volumeChart(volume, options);
  const notes = textsIn(volume.notes);
  if (!chart && notes.length === 0) return undefined;
  return html`<div class="k"><h3>${name} ${badge(verdictIn(volume))}</h3>
${chart}${notes.map((note) => html`<p class="m">${note}\n`)}</div>
`;
}

function ownerText(owner: unknown): string {
  const { kind, name } = fieldsOf(owner) ?? {};
  return [textIn(kind), textIn(name)].filter(Boolean).join(' ');
}

/** What the claim has, and what it requests if that is another size. */
function sizeText({ size, capacity }: Fields): string {
  const [requested, held] = [textIn(size), textIn(capacity)];
  return held === '' || held === requested ? requested : `${held} of ${requested}`;
}

function usedText({ usedBytes, fileSystemBytes, orphaned }: Fields): string {
  const [used, capacity] = [numberIn(usedBytes), numberIn(fileSystemBytes)];
  if (used === undefined) return orphaned === true ? 'orphaned' : UNKNOWN;
  return capacity === undefined || capacity <= 0
    ? bytesText(used)
    : `${bytesText(used)} (${percentText(shareOf({ used, capacity }))})`;
}

const UNKNOWN = 'unknown';

function growthText(growth: unknown): string {
  const { likely, low, high } = fieldsOf(growth) ?? {};
  const [most, least] = [numberIn(high), numberIn(low)];
  const rate = numberIn(likely);
  if (rate === undefined) return UNKNOWN;
  return most === undefined || least === undefined
    ? bytesText(rate)
    : `${bytesText(rate)} (${bytesText(least)} to ${bytesText(most)})`;
}

function fullText(days: unknown): string {
  const known = daysToFullIn(days);
  return known ? daysToFullText(known, { range: true }) : UNKNOWN;
}
