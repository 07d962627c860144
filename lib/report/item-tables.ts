import { type Content, type Html, html } from '../html/html.ts';
import { countText } from '../words/text.ts';
import { grouped, type SameChanges } from './changes.ts';
import type { Detail } from './details.ts';
import type { Diagnostic, Item } from './item.ts';
import { CHANGES, changeTable, type End, endOf } from './item-card.ts';
import { countsOf } from './lists.ts';
import { orderSection } from './order.ts';
import { pathOf } from './read.ts';
import { groupRow, isEmpty, row, section, table } from './table.ts';
import { badge, byVerdict } from './verdicts.ts';

/** What objects of a kind are called in headers. */
interface Kind {
  name: string;
  /** One of them in a sentence. */
  noun: string;
}

/** Many objects in tables: in which order, what came of each, and what was changed. The most severe come first. */
export function itemTables(items: readonly Item[], kind: Kind, { isBrief }: Detail): Content[] {
  const labelOf = shortLabels(items);
  const labelled = items.map((item) => ({ ...item, label: labelOf(item) }));
  return [
    orderSection(labelled, { name: kind.name, isBrief }),
    section(`${kind.name}s`, placeText(items), verdictTable(labelled, kind)),
    changeSection(labelled, kind, isBrief),
  ];
}

/** A name without what all have in common. */
function shortLabels(items: readonly Item[]): (item: Item) => string {
  const isSpread = new Set(items.map(({ namespace }) => namespace)).size > 1;
  const isOfSeveral = new Set(items.map(({ context }) => context)).size > 1;
  return ({ label, name, context }) => {
    const own = isSpread || name === '' ? label : name;
    return isOfSeveral && context !== '' ? `${context}: ${own}` : own;
  };
}

function placeText(items: readonly Item[]): Html | undefined {
  const namespaces = new Set(items.map(({ namespace }) => namespace));
  const [namespace = ''] = namespaces;
  return namespaces.size === 1 && namespace !== ''
    ? html`<p class="m">All are in namespace ${namespace}.\n`
    : undefined;
}

function verdictTable(items: readonly Item[], kind: Kind): Html | undefined {
  const groups = [...Map.groupBy(items, ({ verdict }) => verdict)].toSorted(([one], [other]) =>
    byVerdict(one, other),
  );
  return table({
    label: `What came of each ${kind.noun}`,
    headers: [kind.name, 'Message'],
    rows: groups.flatMap(([verdict, own]) => [
      groupRow(2, html`${badge(verdict)} ${countText(own.length, kind.noun)}`),
      ...sameMessages(own).flatMap(([message, those]) =>
        those.length > SINGLE
          ? row(
              those.length === own.length ? 'All' : countText(those.length, kind.noun),
              html`${message}<p class="m">${those.map(({ label }) => label).join(', ')}`,
            )
          : those.map(({ label }) => row(label, message)),
      ),
    ]),
  });
}

/** Up to this many objects with the same message have a row each. */
const SINGLE = 3;

/** Objects by what is said of them, in their order. */
const sameMessages = (items: readonly Item[]): [message: Html, those: Item[]][] =>
  [...Map.groupBy(items, (item) => messageOf(item).html)].map(([text, those]) => [{ html: text }, those]);

function messageOf(item: Item): Html {
  const { message, error, refusals, warnings, steps, state } = item;
  const failed = steps.find((step) => step.state === 'failed');
  const lines: Content[] = [
    withoutName(message, item),
    error !== message && error,
    state,
    serverText(item),
    failed && html`failed at: ${failed.title}${failed.note && html`: ${failed.note}`}`,
    ...refusals.map((one) => diagnosticHtml(one)),
    // What a warning with a hint says is in what is left to do.
    ...warnings.map(
      (one) => html`warning: ${one.name && one.hint ? html`<b>${one.name}</b>` : diagnosticHtml(one)}`,
    ),
  ];
  const said = lines.filter((line) => !isEmpty(line));
  return html`${said.map((line, at) => html`${at > 0 && BREAK}${line}`)}`;
}

/** How many requests of a dry run the server accepted, where it was asked. */
function serverText({ requests }: Item): string {
  const answers = requests.map(({ answer }) => answer).filter((answer) => answer !== '');
  const counts = countsOf(answers).map(
    ([answer, count]) => `${count} ${answer === 'unjudged' ? 'not judged' : answer}`,
  );
  return counts.length > 0 ? `requests: ${counts.join(', ')} by the server` : '';
}

/** The row has the name. */
const withoutName = (message: string, item: Item): string => {
  const lead = `host ${pathOf(item)} `;
  return message.startsWith(lead) ? message.slice(lead.length) : message;
};

const BREAK = html`<br>`;

const diagnosticHtml = ({ name, reason }: Diagnostic): Html =>
  html`${name && html`<b>${name}</b>: `}${reason}`;

/** What was changed: the same changes of many objects once. */
function changeSection(items: readonly Item[], kind: Kind, isBrief: boolean): Content {
  const byEnd = [
    ...Map.groupBy(
      items.filter(({ changes }) => changes.length > 0),
      endOf,
    ),
  ];
  return byEnd.map(([end, own]) =>
    section(
      CHANGES[end].title,
      grouped(own).map((group, at) => groupHtml(group, kind, { at, isBrief, end })),
    ),
  );
}

function groupHtml(
  { changes, columns, objects }: SameChanges,
  kind: Kind,
  { at, isBrief, end }: { at: number; isBrief: boolean; end: End },
): Html {
  const label = `group ${at + 1}`;
  const own =
    columns.length === 0 || isBrief
      ? html`<p class="m">${objects.map((one) => one.label).join(', ')}\n`
      : table({
          label: `${CHANGES[end].title}: values that differ in ${label}`,
          headers: [kind.name, ...columns.map((column) => html`* in ${column}`)],
          rows: objects.map((one) => row(one.label, ...one.own)),
        });
  return html`<h3>${countText(objects.length, kind.noun)}</h3>
${changeTable(changes, label, end)}${own}`;
}
