import { type Content, type Html, html } from '../html/html.ts';
import { objectText, SEVERITIES } from '../words/finding.ts';
import { verdictText } from '../words/verdict.ts';
import { areSame, commandOf } from './command.ts';
import { countsOf, rankIn } from './lists.ts';
import { type Fields, inText, namedIn, objectsIn, pathOf, textIn, textsIn } from './read.ts';
import { namedList, row, section, table, verdictHeader, wideTable } from './table.ts';
import { sentence, type Todo } from './todo.ts';
import { badge, byVerdict, severityBadge, verdictIn } from './verdicts.ts';

const rankOf = ({ severity }: Fields): number => rankIn(SEVERITIES, textIn(severity));

/** `prometheus/k8s`, with its namespace if that is another than the one of the status. */
function objectOf(one: Fields, { namespace }: Fields): string {
  const named = namedIn(one);
  const text = objectText({ kind: textIn(one.kind) || undefined, name: named.name });
  return named.namespace === namespace ? text : `${text}${inText(named.namespace)}`;
}

/** The name of a part, with its namespace if that is another than the one of the status. */
function nameOf(one: Fields, { namespace }: Fields): string {
  const named = namedIn(one);
  return named.namespace === namespace ? named.name : pathOf(named);
}

const findingsIn = ({ items }: Fields): Fields[] =>
  objectsIn(items).toSorted((one, other) => rankOf(one) - rankOf(other));

/** How many findings have each severity. */
export const severityCounts = (result: Fields): [string, number][] =>
  countsOf(findingsIn(result).map(({ severity }) => textIn(severity)));

/** What is wrong, the most severe first. */
export const problemSection = (result: Fields): Content =>
  section(
    'Findings',
    table({
      label: 'Findings',
      headers: [verdictHeader('Severity'), 'Object', 'Found'],
      rows: findingsIn(result).map((one) =>
        row(
          severityBadge(textIn(one.severity)),
          html`${objectOf(one, result)}<p class="m">${reasonText(one)}`,
          textIn(one.message),
        ),
      ),
    }),
  );

/** What the building block is made of. */
export const componentSection = (result: Fields): Content =>
  section(
    'Components',
    wideTable({
      label: 'Components',
      headers: ['Name', 'Verdict', 'Part', 'Version', 'Ready', 'Managed by'],
      rows: objectsIn(result.components)
        .toSorted((one, other) => byVerdict(verdictIn(one), verdictIn(other)))
        .map((one) =>
          row(
            nameOf(one, result),
            html`${badge(verdictIn(one))} ${reasonText(one)}${podList(one)}`,
            textIn(one.part),
            textsIn(one.versions).join(', ') || 'unknown',
            `${textIn(one.ready) || '?'} of ${textIn(one.desired)}`,
            textIn(one.managedBy),
          ),
        ),
    }),
  );

/** Why, in words. */
const reasonText = ({ reason }: Fields): string => sentence(verdictText(textIn(reason)));

const podList = ({ notReady }: Fields): Html[] =>
  objectsIn(notReady).map(({ pod, message }) => html`<p class="m">${textIn(pod)}: ${textIn(message)}`);

/** How far the watchdog alert gets, link by link. */
export const watchdogSection = (result: Fields): Content =>
  section(
    'Watchdog alert',
    table({
      label: 'Links of the watchdog alert',
      headers: ['Link', verdictHeader('Verdict'), 'Found'],
      rows: objectsIn(result.watchdog).map((link) =>
        row(nameOf(link, result), badge(verdictIn(link)), textIn(link.message)),
      ),
    }),
  );

/** What could not be read, so is unknown. */
export const unreadSection = ({ unread }: Fields): Content =>
  section(
    'Could not be read',
    namedList(objectsIn(unread).map((one) => [unreadText(one), textIn(one.message)])),
  );

const unreadText = ({ what, namespace }: Fields): string => `${textIn(what)}${inText(namespace)}`;

/** What to do about findings, broken links and what could not be read. */
export const statusTodos = (result: Fields): Todo[] => [
  ...findingsIn(result).map((one) =>
    todoOf(sentence(`${textIn(one.severity)}: ${objectOf(one, result)}: ${textIn(one.message)}`), one),
  ),
  ...openLinks(result).map((link) =>
    todoOf(`Watchdog alert, ${nameOf(link, result)}: ${textIn(link.message)}`, link),
  ),
  ...objectsIn(result.unread).map((one) => todoOf(`Could not be read: ${unreadText(one)}`, one)),
  ...(textIn(result.next) === '' ? [] : [todoOf('To check all namespaces', result)]),
];

/** Links of which nothing else says what to do: no finding of the alert, and not this page, which their command makes. */
function openLinks(result: Fields): Fields[] {
  const found = new Set(
    objectsIn(result.items)
      .filter(({ reason }) => textIn(reason).startsWith('watchdog-'))
      .map((one) => namedIn(one).namespace),
  );
  return objectsIn(result.watchdog).filter(
    (link) => !found.has(namedIn(link).namespace) && !areSame(textIn(link.next), commandOf(result)),
  );
}

const todoOf = (about: string, { hint, next }: Fields): Todo => ({
  about,
  texts: [textIn(hint)],
  commands: [textIn(next)],
});
