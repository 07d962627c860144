import { type Content, type Html, html } from '../html/html.ts';
import { verdictText } from '../words/verdict.ts';
import type { Change } from './changes.ts';
import type { Item, Remark } from './item.ts';
import { textIn } from './read.ts';
import { timeline, timelineTitle } from './steps.ts';
import { code, groupRow, row, table, wideTable, wordHeader } from './table.ts';
import { badge } from './verdicts.ts';

/** All that is known of one object. Its commands are in what is left to do. */
export function itemCard(item: Item): Html {
  const { label, verdict, message, error, state, refusals, warnings, causes } = item;
  return html`<section class="card"><h2>${label} ${badge(verdict)}</h2>
${message !== verdictText(verdict) && message && html`<p class="t">${message}\n`}${error && error !== message && html`<p class="t"><b>Error:</b> ${error}\n`}${state && html`<p class="t"><b>Current state:</b> ${state}\n`}${remarks('Refused by', refusals)}${remarks('Warnings', warnings)}${part('Checks', checkTable(item))}${part('Other possible causes', causes.length > 0 && html`<ul>${causes.map((cause) => html`<li>${cause}`)}</ul>`)}${part('Before and after', changeTable(item.changes, label))}${part('Volumes', claimTable(item))}${part(timelineTitle(item.steps), item.steps.length > 0 && timeline(item))}${part('Requests of the dry run', requestTable(item))}${part('Evidence', evidenceTable(item))}</section>
`;
}

const part = (title: string, content: Content): Html | false =>
  content !== undefined && content !== false && html`<h3>${title}</h3>\n${content}`;

const remarks = (title: string, all: readonly Remark[]): Html | false =>
  part(
    title,
    all.length > 0 &&
      html`<ul>${all.map(({ name, reason, hint }) => html`<li>${name && html`<b>${name}</b>: `}${reason}${hint && html`<p class="m">${hint}`}\n`)}</ul>\n`,
  );

const checkTable = ({ checks, label }: Item): Html | undefined =>
  table({
    label: `Checks of ${label}`,
    headers: ['Check', wordHeader('Result'), 'Found'],
    rows: checks.map(({ name, ok, found }) =>
      row(
        foldable(name),
        ok ? html`<span class="s good">passed</span>` : html`<span class="s bad">failed</span>`,
        found,
      ),
    ),
  });

/** Fields with their values before and after, those of one resource together. */
export function changeTable(changes: readonly Change[], label: string): Html | undefined {
  const groups = [...Map.groupBy(changes, ({ resource }) => resource)];
  return table({
    label: `Before and after of ${label}`,
    headers: ['Field', 'Before', 'After'],
    rows: groups.flatMap(([resource, own]) => [
      ...(resource === '' ? [] : [groupRow(3, code(resource))]),
      ...own.map(({ field, from, to }) =>
        row(foldable(field), valueHtml(from, 'absent'), valueHtml(to, 'removed')),
      ),
    ]),
  });
}

/** A value; an empty text is not the same as none. */
const valueHtml = (value: string | undefined, none: string): Html =>
  value === undefined
    ? html`<span class="m">${none}</span>`
    : value === ''
      ? html`<span class="m">empty</span>`
      : foldable(value);

/** A field or a value that is broken between its parts, where it is too long for its column. */
const foldable = (text: string): Html =>
  html`<code>${text.split(text.includes('/') ? /(?<=[/])(?=[^/])/ : /(?<=[.])(?=[^.])/).map((part, at) => html`${at > 0 && FOLD}${part}`)}</code>`;

const FOLD = html`<wbr>`;

const claimTable = ({ claims, label }: Item): Html | undefined =>
  wideTable({
    label: `Volumes of ${label}`,
    headers: ['Claim', 'Before', 'Requested', 'Capacity', 'State'],
    rows: claims.map((claim) =>
      row(
        textIn(claim.name),
        ...[claim.from, claim.size, claim.capacity, claim.state].map((value) => textIn(value)),
      ),
    ),
  });

const requestTable = ({ requests, label }: Item): Html | undefined =>
  table({
    label: `Requests of the dry run of ${label}`,
    headers: ['Step', 'Request'],
    rows: requests.map(({ title, request }) => row(title, code(request))),
  });

const ABOUT: ReadonlyMap<string, string> = new Map([
  ['record', 'BareMetalHost'],
  ['image', 'Image server'],
  ['event', 'Events'],
  ['operator', 'Operator'],
  ['ironic', 'Ironic'],
  ['owner', 'Owner'],
  ['neighbour', 'Other hosts'],
  ['warning', 'Warnings'],
  ['unread', 'Could not be read'],
]);

function evidenceTable({ evidence, label }: Item): Html | undefined {
  const groups = [...Map.groupBy(evidence, ({ about }) => about)];
  return table({
    label: `Evidence of ${label}`,
    headers: ['What', 'Found'],
    rows: groups.flatMap(([about, facts]) => [
      groupRow(2, ABOUT.get(about) ?? about),
      ...facts.map((fact) => row(fact.label, fact.text)),
    ]),
  });
}
