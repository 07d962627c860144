import { type Content, type Html, html, trusted } from '../html/html.ts';
import { verdictText } from '../words/verdict.ts';
import type { Change } from './changes.ts';
import type { Diagnostic, Item } from './item.ts';
import { textIn } from './read.ts';
import { timeline, timelineTitle } from './steps.ts';
import { code, foldedCode, groupRow, isEmpty, row, table, wideTable, wordHeader } from './table.ts';
import { badge, isDry, toneOf } from './verdicts.ts';

/** All that is known of one object. Its commands are in what is left to do. */
export function itemCard(item: Item): Html {
  const { label, verdict, message, error, state, refusals, warnings, causes } = item;
  const end = endOf(item);
  return html`<section class="card"><h2>${label} ${badge(verdict)}</h2>
${message !== verdictText(verdict) && message && html`<p class="t">${message}\n`}${error && error !== message && html`<p class="t"><b>Error:</b> ${error}\n`}${state && html`<p class="t"><b>Current state:</b> ${state}\n`}${diagnosticList('Refused by', refusals)}${diagnosticList('Warnings', warnings)}${part('Checks', checkTable(item))}${part('Other possible causes', causes.length > 0 && html`<ul>${causes.map((cause) => html`<li>${cause}`)}</ul>`)}${part(CHANGES[end].title, changeTable(item.changes, label, end))}${part('Volumes', claimTable(item))}${part(timelineTitle(item.steps), timeline(item))}${part('Requests of the dry run', requestTable(item))}${part('Evidence', evidenceTable(item))}</section>
`;
}

const part = (title: string, content: Content): Html | false =>
  !isEmpty(content) && html`<h3>${title}</h3>\n${content}`;

const diagnosticList = (title: string, all: readonly Diagnostic[]): Html | false =>
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
        foldedCode(name),
        ok ? html`<span class="s good">passed</span>` : html`<span class="s bad">failed</span>`,
        found,
      ),
    ),
  });

/** What the values after a run are: those that are there, those that were written, or those that a dry run would write. */
export type End = 'after' | 'written' | 'planned';

/** What changes are called, and their columns. What a run that did not succeed has written is not what is there now. */
export const CHANGES: Readonly<Record<End, { title: string; headers: readonly [from: string, to: string] }>> =
  {
    after: { title: 'Before and after', headers: ['Before', 'After'] },
    written: { title: 'Before, and what was written', headers: ['Before', 'Written'] },
    planned: { title: 'What would change', headers: ['Now', 'Would be'] },
  };

export const endOf = ({ verdict, requests }: Pick<Item, 'verdict' | 'requests'>): End =>
  isDry(verdict) || requests.length > 0 ? 'planned' : toneOf(verdict) === 'good' ? 'after' : 'written';

/** Fields with their values before and after, those of one resource together. */
export function changeTable(changes: readonly Change[], label: string, end: End): Html | undefined {
  const groups = [...Map.groupBy(changes, ({ resource }) => resource)];
  return table({
    label: `${CHANGES[end].title}: ${label}`,
    headers: ['Field', ...CHANGES[end].headers],
    rows: groups.flatMap(([resource, own]) => [
      ...(resource === '' ? [] : [groupRow(3, code(resource))]),
      ...own.map(({ field, from, to }) =>
        row(foldedCode(field), valueHtml(from, 'absent'), valueHtml(to, 'removed')),
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
      : foldedCode(value);

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
    headers: [
      'Step',
      'Request',
      ...(requests.some(({ said }) => said !== '') ? ['Answer of the server'] : []),
    ],
    rows: requests.map(({ step, title, request, answer, said }) =>
      row(
        [step, title].filter(Boolean).join('. '),
        foldedCode(request),
        ...(said === '' ? [] : [html`<span class="s ${trusted(ANSWERS.get(answer) ?? 'm')}">${said}</span>`]),
      ),
    ),
  });

const ANSWERS: ReadonlyMap<string, string> = new Map([
  ['accepted', 'good'],
  ['rejected', 'bad'],
]);

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
