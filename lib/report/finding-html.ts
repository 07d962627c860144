import { type Content, type Html, html } from '../html/html.ts';
import { countText, listed } from '../words/text.ts';
import type { Detail } from './details.ts';
import { type AtAddress, type Finding, findingsIn, type Group } from './findings.ts';
import { fixesOf } from './fixes.ts';
import { unique } from './lists.ts';
import { areListed, placeList, placeTable } from './places.ts';
import { inText, objectsIn, textIn } from './read.ts';
import { section } from './table.ts';
import { sentence, type Todo } from './todo.ts';
import { severityBadge } from './verdicts.ts';

/** The findings, a part for each address. What to do about them is in what is left to do. */
export function findingSections(groups: readonly AtAddress[], { isBrief }: Detail): Content {
  const count = findingsIn(groups).length;
  const placesOf = (findings: readonly Finding[], label: string): Content =>
    areListed(count) && !isBrief ? placeTable(findings, label) : placeList(findings, { isBrief });
  return section(
    'Findings by address',
    groups.map(
      ([address, own]) => html`<h3>${address || 'No address'}</h3>
${own.map((group) => groupHtml(group, placesOf(group.findings, `${group.rule} at ${address || 'no address'}`)))}`,
    ),
  );
}

/** Findings of one rule: how severe, how many, and where. */
const groupHtml = ({ rule, level, findings }: Group, places: Content): Html =>
  html`<div class="f"><p>${severityBadge(level)} <b>${rule}</b> ${countText(findings.length, 'finding')}
${unique(findings.map(({ message }) => message)).map((text) => html`<p class="t">${text}\n`)}${places}</div>
`;

/** What is left to do about the findings: an entry for each fix of a rule at an address. */
export function findingTodos(groups: readonly AtAddress[]): Todo[] {
  const templates = unique(
    findingsIn(groups)
      .filter(({ kind }) => kind === TEMPLATE)
      .map(objectText),
  );
  return groups.flatMap(([address, own]) =>
    own.flatMap(({ rule, findings }) =>
      fixesOf(findings).map(({ findings: those, text, caution, ...rest }) => ({
        about: `${address && `${address}: `}${rule}, ${countText(those.length, 'finding')}: ${objectsText(those)}`,
        texts: [
          sentence(caution),
          sentence(text),
          text.includes(TEMPLATE) && templates.length > 0 ? `Templates found: ${templates.join(', ')}` : '',
        ],
        ...rest,
      })),
    ),
  );
}

const TEMPLATE = 'Metal3MachineTemplate';

/** `BareMetalHost worker-0, worker-1, worker-2 and 4 more`. */
const objectsText = (findings: readonly Finding[]): string =>
  [...Map.groupBy(findings, ({ kind }) => kind)]
    .map(([kind, those]) => [kind, listed(unique(those.map(({ name }) => name)))].filter(Boolean).join(' '))
    .join('; ');

const objectText = ({ name, namespace }: Finding): string => `${name}${inText(namespace)}`;

/** What was skipped, or could not be read. */
export const diagnosticSection = (title: string, all: unknown): Content =>
  section(
    title,
    objectsIn(all).length > 0 &&
      html`<ul>${objectsIn(all).map(({ reason, hint, path, line, resource, namespace }) => {
        const place = [textIn(path), textIn(line), textIn(resource)].filter(Boolean).join(':');
        const where = `${place}${inText(namespace)}`;
        return html`<li>${where && html`<b>${where}</b>: `}${textIn(reason)}<p class="m t">${textIn(hint)}\n`;
      })}</ul>\n`,
  );
