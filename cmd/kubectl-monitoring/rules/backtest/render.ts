import { folded } from '../../../../lib/cli/folded.ts';
import { glyphsFor, type Screen } from '../../../../lib/cli/style.ts';
import type { Firing, Period } from '../../../../lib/rules/backtest.ts';
import { ageText } from '../../../../lib/words/age.ts';
import { oneLine } from '../../../../lib/words/text.ts';

/** A moment as people read it, to the minute: `2026-01-03T10:00Z`. */
export const momentText = (seconds: number): string =>
  `${new Date(seconds * 1000).toISOString().slice(0, 'YYYY-MM-DDThh:mm'.length)}Z`;

/** How often, when and for how long an alert fired. */
export function firedText(firings: readonly (Firing & { labels: object })[], to: number): string {
  const latest = firings.at(-1);
  if (!latest) return 'never fired';
  const lengthOf = ({ start, end }: Firing): number => (end ?? to) - start;
  const longest = firings.reduce((one, other) => (lengthOf(other) > lengthOf(one) ? other : one));
  const text = (firing: Firing): string =>
    `from ${momentText(firing.start)} for ${ageText(lengthOf(firing) * 1000)}${firing.end === null ? ' (still firing)' : ''}`;
  if (firings.length === 1) return `fired once, ${text(latest)}`;
  const series = new Set(firings.map(({ labels }) => JSON.stringify(labels))).size;
  const count = `fired ${firings.length} times${series > 1 ? ` (${series} series)` : ''}`;
  return `${count}: the longest ${text(longest)}, the latest ${text(latest)}`;
}

/** An alert as a terminal shows it, with a line of the period in which each firing is visible. */
export function alertText(
  {
    alert,
    group,
    message,
    firings,
  }: { alert: string; group: string; message: string; firings: readonly Firing[] },
  period: Period,
  { columns, unicode, paint }: Screen,
): string {
  const title = `${paint('bold', oneLine(alert))}${group && ` (${oneLine(group)})`}`;
  const line = folded(`${title} ${message}`, columns === undefined ? {} : { columns });
  if (firings.length === 0) return `${line}\n`;
  return `${line}\n${MARGIN}${timeline(firings, period, { width: (columns ?? USUAL_COLUMNS) - MARGIN.length, unicode })}\n`;
}

const MARGIN = '  ';

/** Width where stdout is not a terminal. */
const USUAL_COLUMNS = 80;

/** A period as a bar: each character is full if an alert fired in its part. */
function timeline(
  firings: readonly Firing[],
  { from, to }: Period,
  { width, unicode }: { width: number; unicode: boolean },
): string {
  const { bar } = glyphsFor(unicode);
  const cells = Array.from({ length: width }, () => bar.empty);
  const cellAt = (at: number): number => Math.min(width - 1, Math.floor(((at - from) / (to - from)) * width));
  for (const { start, end } of firings) {
    // An end on a border is not in the next part.
    const stop = Math.max(cellAt(start), Math.ceil((((end ?? to) - from) / (to - from)) * width) - 1);
    cells.fill(bar.full, cellAt(start), stop + 1);
  }
  return cells.join('');
}
