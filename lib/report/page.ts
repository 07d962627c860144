import { documentText } from '../html/document.ts';
import { type Content, html, trusted } from '../html/html.ts';
import { fieldsOf } from '../objects/fields.ts';
import { verdictText } from '../words/verdict.ts';
import { CHART_STYLE } from './chart.ts';
import { cleaned } from './clean.ts';
import { isDryRun } from './command.ts';
import { DETAILS, type Detail } from './details.ts';
import { KINDS, type Kind, titleOf } from './kinds.ts';
import { partsOf } from './parts.ts';
import { type Fields, textIn } from './read.ts';
import { runSection } from './run.ts';
import { PAGE_STYLE } from './style.ts';
import { summarySection, unfinishedText } from './summary.ts';
import { todoSection } from './todo.ts';
import { badge, toneOf } from './verdicts.ts';

/** Bytes of a page, at most: it is attached to tickets. Only results of thousands of objects have larger ones. */
const LARGEST = 300_000;

/** Objects on a page, at most: more than any estate that the commands are made for. */
const MOST = 10_000;

/**
 * The HTML page of a command's result as `-o json` has it: what was asked, by whom, what came of it, and what is left to do. The
 * result may come from a file that anyone wrote: fields may be missing or of any type, and secrets are masked. A large result is
 * shown with less detail. Undefined if it is not a result that has a page.
 */
export function reportPage(result: unknown): string | undefined {
  const { items, ...rest } = fieldsOf(result) ?? {};
  const kind = KINDS.get(textIn(rest.kind));
  if (!kind || !/^(bmh|monitoring)\.kubectl\/v1$/.test(textIn(rest.apiVersion))) return undefined;
  const isCut = Array.isArray(items) && items.length > MOST;
  const more = isCut ? `Only the first ${MOST} of ${items.length} are shown.` : '';
  let page = '';
  let data: unknown = isCut ? { ...rest, items: items.slice(0, MOST) } : result;
  for (const detail of DETAILS) {
    data = cleaned(data, detail.longest);
    const note = [more, detail.note].filter(Boolean).join(' ');
    page = pageWith(fieldsOf(data) ?? {}, kind, { ...detail, note });
    if (Buffer.byteLength(page) <= LARGEST) break;
  }
  return page;
}

function pageWith(result: Fields, kind: Kind, detail: Detail): string {
  const verdict = textIn(result.verdict) || 'unknown';
  const title = titleOf(kind, result);
  const shown = verdict === 'unchanged' && kind.isChange && isDryRun(result) ? 'dry-run' : verdict;
  const { facts, counts, todos, sections } = partsOf(result, kind, detail);
  const unfinished = unfinishedText(result, kind);
  const tool = textIn(result.apiVersion).split('.')[0] ?? '';
  const { version } = fieldsOf(result.run) ?? {};
  const maker = [`kubectl ${tool}`, textIn(version)].filter(Boolean).join(' ');
  const none =
    toneOf(shown) !== 'bad' && toneOf(shown) !== 'warn'
      ? 'Nothing is left to do.'
      : 'No next command is known. What was found is below.';
  const body: Content = html`<header><p class="m">Report of kubectl ${tool}
<div><h1>${title}</h1>${badge(shown)}</div>
${unfinished !== undefined && html`<p class="alert ${trusted(toneOf(verdict))}"><strong>${unfinished}</strong> <a href="#left">What is left to do</a>\n`}</header>
<main>
${runSection(result, facts)}${summarySection(result, counts)}${todoSection(todos, none)}${sections}</main>
<footer><p>Made by ${maker}. This page loads nothing from elsewhere. ${detail.note}
</footer>
`;
  return documentText({
    title: `${title}: ${verdictText(shown)}`,
    style: PAGE_STYLE + CHART_STYLE,
    body,
  });
}
