import { type Content, type Html, html } from '../html/html.ts';
import { objectText } from '../words/finding.ts';
import { verdictText } from '../words/verdict.ts';
import { areSame, commandOf } from './command.ts';
import { type Fields, namedIn, objectsIn, pathOf, textIn, textsIn } from './read.ts';
import { row, section, table, verdictHeader, wideTable } from './table.ts';
import { sentence, type Todo } from './todo.ts';
import { badge, byVerdict, severityBadge, verdictIn } from './verdicts.ts';

const SEVERITIES: readonly string[] = ['critical', 'warning', 'info'];

const rankOf = ({ severity }: Fields): number => {
  const at = SEVERITIES.indexOf(textIn(severity));
  return at < 0 ? SEVERITIES.length : at;
};

/** `prometheus/k8s`, with its namespace if that is another than the one of the status. */
function objectOf(one: Fields, { namespace }: Fields): string {
  const named = namedIn(one);
  const text = objectText({ kind: textIn(one.kind) || undefined, name: named.name });
  return named.namespace === '' || named.namespace === namespace ? text : `${text} in ${named.namespace}`;
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
  [...Map.groupBy(findingsIn(result), ({ severity }) => textIn(severity))].map(([severity, those]) => [
    severity,
    those.length,
  ]);

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
    objectsIn(unread).length > 0 &&
      html`<ul>${objectsIn(unread).map((one) => html`<li><b>${unreadText(one)}</b>: ${textIn(one.message)}\n`)}</ul>\n`,
  );

const unreadText = ({ what, namespace }: Fields): string =>
  `${textIn(what)}${textIn(namespace) && ` in ${textIn(namespace)}`}`;

/** What to do about findings, broken links and what could not be read. */
export const statusTodos = (result: Fields): Todo[] => [
  ...findingsIn(result).map((one) =>
    todoOf(sentence(`${textIn(one.severity)}: ${objectOf(one, result)}: ${textIn(one.message)}`), one),
  ),
  ...objectsIn(result.watchdog)
    .filter((link) => !isKnown(link, result))
    .map((link) => todoOf(`Watchdog alert, ${nameOf(link, result)}: ${textIn(link.message)}`, link)),
  ...objectsIn(result.unread).map((one) => todoOf(`Could not be read: ${unreadText(one)}`, one)),
];

/** Whether what to do about a link is said otherwise: by a finding of the alert, or by this page, which its command makes. */
const isKnown = (link: Fields, result: Fields): boolean =>
  areSame(textIn(link.next), commandOf(result)) ||
  objectsIn(result.items).some(
    (one) => textIn(one.reason).startsWith('watchdog-') && namedIn(one).namespace === namedIn(link).namespace,
  );

const todoOf = (about: string, { hint, next }: Fields): Todo => ({
  about,
  texts: [textIn(hint)],
  commands: [textIn(next)],
});
