import { type Html, html, trusted } from '../html/html.ts';
import { fieldsOf } from '../objects/fields.ts';
import { countText } from '../words/text.ts';
import { verdictText } from '../words/verdict.ts';
import { isBare, type Kind } from './kinds.ts';
import { countsOf } from './lists.ts';
import { type Fields, objectsIn, textIn } from './read.ts';
import { namedList, section } from './table.ts';
import { sentence } from './todo.ts';
import { byVerdict, isStillBroken, toneOf, verdictIn } from './verdicts.ts';

/** How many there are of something, and how it is colored. */
export interface Count {
  count: number;
  what: string;
  tone: string;
}

/** How many objects came to each verdict, the most severe first. */
export const verdictCounts = (verdicts: readonly string[]): Count[] =>
  sortedCounts(verdicts).map(([verdict, count]) => ({
    count,
    what: verdictText(verdict),
    tone: toneOf(verdict),
  }));

const sortedCounts = (verdicts: readonly string[]): [verdict: string, count: number][] =>
  countsOf(verdicts).toSorted(([one], [other]) => byVerdict(one, other));

/** The counts, and what the result itself says. */
export function summarySection(result: Fields, counts: readonly Count[]): Html | undefined {
  const unread = namedList(
    Object.entries(fieldsOf(result.unread) ?? {}).map(([name, text]) => [name, textIn(text)]),
  );
  const message = sentence(textIn(result.message).replace(/^error: /, ''));
  const failing = textIn(result.failing);
  return section(
    'Summary',
    counts.length > 0 && tiles(counts),
    message !== '' && html`<p class="t">${message}\n`,
    failing !== '' && html`<p>No new hosts were started after failures in "${failing}".\n`,
    unread && html`<h3>Could not be read</h3>${unread}`,
  );
}

const tiles = (counts: readonly Count[]): Html =>
  html`<ul class="n">${counts.map(({ count, what, tone }) => html`<li class="${trusted(tone)}"><b>${count}</b> ${what}\n`)}</ul>\n`;

/** Verdicts of runs that did not get to their end, and of those that did and did not help. */
const UNFINISHED: ReadonlyMap<string, string> = new Map([
  ['interrupted', 'was interrupted'],
  ['failed', 'failed'],
  ['timed-out', 'timed out'],
]);

/** A sentence that says that a run did not finish; undefined if it did. */
export function unfinishedText(result: Fields, { isChange, noun }: Kind): string | undefined {
  const verdict = textIn(result.verdict);
  const how = UNFINISHED.get(verdict);
  if (isBare(result))
    return verdict === 'in-progress'
      ? 'The run had not finished when this page was written.'
      : how && `The run ${how} before it finished.`;
  if (!isChange) return undefined;
  const items = objectsIn(result.items);
  const [only, ...others] = items;
  if (only && others.length === 0) {
    if (isStillBroken(textIn(only.verdict))) return `The ${noun} is still broken.`;
    const own = UNFINISHED.get(textIn(only.verdict)) ?? how;
    return own && `The run ${own} before it finished.`;
  }
  const parts = sortedCounts(items.map(verdictIn)).flatMap(([one, count]) => {
    const said =
      one === 'not-started'
        ? `${count === 1 ? 'was' : 'were'} not started`
        : isStillBroken(one)
          ? `${count === 1 ? 'is' : 'are'} still broken`
          : UNFINISHED.get(one)?.replace('was', count === 1 ? 'was' : 'were');
    return said ? [`${countText(count, noun)} ${said}`] : [];
  });
  if (verdict === 'interrupted')
    return `The run was interrupted before it finished${parts.length > 0 ? `: ${parts.join(', ')}` : ''}.`;
  return parts.length > 0
    ? `The run did not succeed on all ${items.length} ${noun}s: ${parts.join(', ')}.`
    : undefined;
}
