import { type Content, type Html, html } from '../html/html.ts';
import { countText } from '../words/text.ts';
import type { Detail } from './details.ts';
import type { AtAddress, Finding, Group } from './findings.ts';
import { commandsIn, fixesOf, unique } from './fixes.ts';
import { objectsIn, textIn } from './read.ts';
import { code, section } from './table.ts';
import type { Todo } from './todo.ts';
import { severityBadge } from './verdicts.ts';

/** The findings, a part for each address. */
export const findingSections = (groups: readonly AtAddress[], detail: Detail): Content =>
  section(
    'Findings by address',
    groups.map(
      ([address, own]) => html`<h3>${address || 'No address'}</h3>
${own.map((group) => groupHtml(group, detail))}`,
    ),
  );

/** Findings of one rule: how severe, how many, where, and what to do. */
const groupHtml = ({ rule, level, findings }: Group, detail: Detail): Html =>
  html`<div class="f"><p>${severityBadge(level)} <b>${rule}</b> ${countText(findings.length, 'finding')}
${unique(findings.map(({ message }) => message)).map((text) => html`<p class="t">${text}\n`)}<ul>${placesOf(findings, detail)}</ul>
${fixesOf(findings).map((text) => html`<p class="t"><b>Fix:</b> ${text}\n`)}</div>
`;

/** Objects of one kind and namespace with the same fields together. */
function placesOf(findings: readonly Finding[], { isBrief }: Detail): Html[] {
  const objects = [...Map.groupBy(findings, placeOf).values()];
  const alike = Map.groupBy(objects, (own) => {
    const [first] = own;
    return JSON.stringify([first?.kind, first?.namespace, first?.file !== '', fieldsIn(own)]);
  });
  return [...alike.values()].map((those) => {
    const [first] = those.flat();
    const names = those.map((own) => unique(own.map(({ file, name }) => file || name)).join(', '));
    const shown = isBrief ? names.slice(0, SOME) : names;
    const more = names.length - shown.length;
    const fields = fieldsIn(those.flat());
    const kind = names.length === 1 ? first?.kind : countText(names.length, first?.kind || 'object');
    return html`<li>${[kind, first?.namespace && `in ${first.namespace}`].filter(Boolean).join(' ')}${fields.length > 0 && ': '}${fields.map((field, at) => html`${at > 0 && ', '}${code(field)}`)}
<p class="m">${shown.join(', ')}${more > 0 && ` and ${more} more`}`;
  });
}

/** How many objects are named where not all are. */
const SOME = 20;

/** An object, or a file without lines. */
const placeOf = ({ kind, namespace, name, file }: Finding): string =>
  JSON.stringify([kind, namespace, file === '' ? name : '', file.replace(/:\d+$/, '')]);

const fieldsIn = (findings: readonly Finding[]): string[] => unique(findings.map(({ field }) => field));

/** What is left to do, with the commands in the fixes. */
export const findingTodos = (groups: readonly AtAddress[]): Todo[] =>
  groups.flatMap(([address, own]) =>
    own.map(({ rule, findings }) => ({
      about: `${address}: ${rule}, ${countText(findings.length, 'finding')}`,
      texts: fixesOf(findings),
      commands: findings.flatMap(({ hint }) => commandsIn(hint)),
    })),
  );

/** What was skipped, or could not be read. */
export const diagnosticSection = (title: string, all: unknown): Content =>
  section(
    title,
    objectsIn(all).length > 0 &&
      html`<ul>${objectsIn(all).map(({ reason, hint, path, line, resource, namespace }) => {
        const place = [textIn(path), textIn(line), textIn(resource)].filter(Boolean).join(':');
        const where = textIn(namespace) === '' ? place : `${place} in ${textIn(namespace)}`;
        return html`<li>${where && html`<b>${where}</b>: `}${textIn(reason)}<p class="m t">${textIn(hint)}\n`;
      })}</ul>\n`,
  );
