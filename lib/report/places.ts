import { type Content, type Html, html } from '../html/html.ts';
import { countText } from '../words/text.ts';
import type { Finding } from './findings.ts';
import { unique } from './lists.ts';
import { inText } from './read.ts';
import { code, foldedCode, groupRow, row, table } from './table.ts';

/** With more places than this on a page, those that are alike share a line. */
const MANY_PLACES = 400;

/** Whether each place has a row for itself, of so many. */
export const areListed = (count: number): boolean => count <= MANY_PLACES;

/** A row for each place: the field, what is there, and what should be. */
export function placeTable(findings: readonly Finding[], label: string): Content {
  const placed = findings.filter(({ field }) => field !== '');
  if (placed.length === 0) return unplaced(findings);
  const isReplaced = placed.some(({ replacement }) => replacement !== '');
  const headers = ['Field', 'Value', ...(isReplaced ? ['New address'] : [])];
  const objects = [...Map.groupBy(placed, objectOf)];
  return [
    unplaced(findings.filter(({ field }) => field === '')),
    table({
      label: `Places of ${label}`,
      headers,
      rows: objects.flatMap(([object, own]) => [
        groupRow(headers.length, object),
        ...own.map(({ field, file, value, replacement }) =>
          row(
            html`${foldedCode(field)}${file && html`<p class="m">${file}`}`,
            foldedCode(value),
            ...(isReplaced ? [foldedCode(replacement)] : []),
          ),
        ),
      ]),
    }),
  ];
}

const unplaced = (findings: readonly Finding[]): Content =>
  findings.length > 0 &&
  html`<ul>${unique(findings.map((one) => [objectOf(one), one.file].filter(Boolean).join(', '))).map((text) => html`<li>${text}\n`)}</ul>\n`;

/** `BareMetalHost node-0 in metal3`. */
const objectOf = ({ kind, name, namespace }: Finding): string =>
  `${[kind, name].filter(Boolean).join(' ') || 'unnamed object'}${inText(namespace)}`;

/** Objects of one kind and namespace with the same fields together, each with the forms of its values: `http://a/images/*`. */
export function placeList(findings: readonly Finding[], { isBrief }: { isBrief: boolean }): Html {
  const objects = [...Map.groupBy(findings, (one) => JSON.stringify([objectOf(one), pathIn(one)])).values()];
  const alike = Map.groupBy(objects, (own) => {
    const [first] = own;
    return JSON.stringify([first?.kind, first?.namespace, own.map(formOf)]);
  });
  return html`<ul>${[...alike.values()].map((those) => {
    const [first = []] = those;
    const names = those.map(nameOf);
    const shown = isBrief ? names.slice(0, SOME) : names;
    const more = names.length - shown.length;
    const kind = first[0]?.kind || 'object';
    return html`<li>${names.length === 1 ? kind : countText(names.length, kind)}${inText(first[0]?.namespace)}
${unique(first.map(formOf)).map((form) => html`<p>${code(form)}\n`)}<p class="m">${shown.join(', ')}${more > 0 && ` and ${more} more`}`;
  })}</ul>
`;
}

/** How many objects are named where not all are. */
const SOME = 20;

/** `node-0 (hosts.yaml:25, :28)`. */
function nameOf(own: readonly Finding[]): string {
  const [first] = own;
  const [path = ''] = own.map(pathIn);
  const lines = unique(own.map(({ file }) => file.slice(path.length)));
  return `${first?.name || 'unnamed object'}${path && ` (${path}${lines.join(', ')})`}`;
}

/** The file of a finding without its line. */
const pathIn = ({ file }: Finding): string => file.replace(/:\d+$/, '');

/** A place without what only one object has: the last part of its addresses. */
const formOf = ({ field, value, replacement }: Finding): string => {
  const to = replacement === '' ? '' : ` -> ${lastAny(replacement)}`;
  return field === '' ? '' : `${field}: ${lastAny(value)}${to}`;
};

const lastAny = (address: string): string => address.replace(/^([^\s]*:\/\/[^\s]*\/)[^\s/]+$/, '$1*');
