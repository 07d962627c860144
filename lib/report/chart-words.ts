import { FAR, fullText, growthText } from '../capacity/words.ts';
import { bytesText } from '../objects/quantity.ts';
import { DAY } from '../objects/retention.ts';
import { dateText } from './chart-scales.ts';
import { type Charted, LATEST } from './chart-volume.ts';

/** What a chart shows: `61Gi of 98Gi used, grows 1.2Gi +- 102Mi a day, full in 30 days (27 to 34), about 2026-12-26`. */
export function sentenceOf(charted: Charted): string {
  const { used, size, growth, full, levelsOffAt, now } = charted;
  const date = full?.likely ? dateAfter(now, full.likely) : undefined;
  const parts = [
    used !== undefined && `${bytesText(used)}${size === undefined ? '' : ` of ${bytesText(size)}`} used`,
    growth && growthText({ ...growth, perDay: growth.likely, days: 0 }).replaceAll(' +- ', ' \u00b1 '),
    isLevel(charted) && `levels off at ${bytesText(levelsOffAt ?? 0)}`,
    full && !isLevel(charted) && fullText(full),
    date !== undefined && `about ${date}`,
  ];
  const said = parts.filter((part) => typeof part === 'string');
  return said.join(', ') || 'Not measured at present';
}

/** Whether retention ends the growth before the volume can be full. */
const isLevel = ({ levelsOffAt, full, growth }: Charted): boolean =>
  growth !== undefined && levelsOffAt !== undefined && full?.soonest == null && full?.likely == null;

/** The share of a volume below which use would be a line along the bottom of its chart. */
const LOW = 0.05;

/** A sentence instead of a chart, of use that is low and is expected to stay so. Undefined if it is not. */
export function lowText({ points, used, size, growth, now, to }: Charted): string | undefined {
  if (size === undefined) return undefined;
  const ahead = to > now && used !== undefined && growth ? used + (growth.high * (to - now)) / DAY : 0;
  if ([ahead, ...points.map(({ bytes = 0 }) => bytes)].some((bytes) => bytes >= LOW * size)) return undefined;
  return to > now
    ? `Use stays below 5% of the volume until ${dateText(to)}.`
    : 'Use was below 5% of the volume.';
}

/** The period of a chart, and what limits the use. */
export function detailOf({ from, now, to, retentionBytes, size }: Charted): string {
  const [first, last] = [dateText(from), dateText(now)];
  const past = `Measured ${first === last ? `on ${first}` : `from ${first} to ${last}`} (UTC)`;
  const ahead = to > now ? `, expected until ${dateText(to)}` : '';
  if (retentionBytes === undefined) return `${past}${ahead}.`;
  const above = size !== undefined && retentionBytes > size ? ', more than the volume has' : '';
  return `${past}${ahead}. Retention: ${bytesText(retentionBytes)}${above}.`;
}

/** When a volume is full, and what is said of it: `full 2026-12-26 (2026-12-20 to 2027-01-05)`. Undefined if it is not expected. */
export function fullMark({
  full,
  now,
}: Charted): { at: number; text: string; isLikely: boolean } | undefined {
  if (!full) return undefined;
  const { likely, soonest, latest } = full;
  if (likely === 0) return { at: now, text: 'full now', isLikely: true };
  const [expected, early, late] = [likely, soonest, latest].map((days) =>
    days === null ? undefined : dateAfter(now, days),
  );
  if (expected === undefined || likely === null)
    return early === undefined || soonest === null
      ? undefined
      : { at: now + soonest * DAY, text: `full ${early} at the earliest`, isLikely: false };
  const range =
    early === undefined || early === late
      ? ''
      : ` (${early} ${late === undefined ? 'or later' : `to ${late}`})`;
  return { at: now + likely * DAY, text: `full ${expected}${range}`, isLikely: true };
}

const dateAfter = (now: number, days: number): string | undefined =>
  days <= FAR && now + days * DAY <= LATEST ? dateText(now + days * DAY) : undefined;
