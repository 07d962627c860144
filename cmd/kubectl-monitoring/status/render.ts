import { isDeepStrictEqual } from 'node:util';
import type { Chain } from '../../../lib/alerts/watchdog/chain.ts';
import { linksText } from '../../../lib/alerts/watchdog/words.ts';
import type { VolumeMetrics } from '../../../lib/capacity/outlook.ts';
import { daysToFullText, percentText, rateText, shareOf } from '../../../lib/capacity/words.ts';
import { type Screen, verdictCell } from '../../../lib/cli/style.ts';
import { type Cell, cellText, type Header, table, titleOf } from '../../../lib/cli/table.ts';
import { fits, wrapped } from '../../../lib/cli/wrap.ts';
import { bytesText, sameQuantity } from '../../../lib/objects/quantity.ts';
import type { Retention } from '../../../lib/objects/retention.ts';
import type { Block, VolumeState } from '../../../lib/status/block.ts';
import { isEmpty, unknownsOf, verdictOf, verdictOfFinding } from '../../../lib/status/judge.ts';
import { versionText } from '../../../lib/versions/install.ts';
import { type Finding, objectText, SEVERITIES } from '../../../lib/words/finding.ts';
import type { ClusterValues } from '../../../lib/words/shell.ts';
import { listed, oneLine } from '../../../lib/words/text.ts';
import { EXIT_CODES } from '../../../lib/words/verdict.ts';
import { itemOf, resultOf } from '../../shared/render.ts';
import { commandText } from '../../shared/words.ts';
import { findingItem, SEVERITY_STYLES } from '../shared/finding.ts';
import { fold } from '../shared/fold.ts';
import { linkItem } from '../shared/link-data.ts';
import { MONITORING } from '../shared/plugin.ts';
import { volumeItem } from '../shared/volume-data.ts';
import { type Component, componentsOf, type State, volumesOf } from './components.ts';

interface StatusRendering {
  screen: Screen;
  /** Whether equal findings, and what could not be read for equal reasons, are shown one by one. */
  details: boolean;
  /** Whether tables show every column, uncut. */
  wide: boolean;
  /** The connection flags of suggested commands. */
  values: ClusterValues;
}

/** On narrower terminals, texts have no column of their own. */
const NARROW = 60;

/**
 * Renders a block: the verdict, the findings in the given order with their commands, the components, and what could not be
 * read. Commands are never wrapped.
 */
export function renderStatus(block: Block, findings: readonly Finding[], rendering: StatusRendering): string {
  const { screen } = rendering;
  const { paint } = screen;
  const { text, style } = verdictCell(verdictOf(findings, block), screen);
  const components = componentsOf(block, findings);
  const sections: [title: string, lines: string[]][] = [
    ['Components', componentTable(block, components, rendering)],
    ['Managed by', sourcesOf(block, components).map(([source, parts]) => lines(source, parts, rendering))],
    ['Volumes', volumeTable(block, findings, rendering)],
    ['Watchdog', block.watchdog.flatMap((chain) => watchdogLines(chain, block, rendering))],
    ['Could not be read', unreadLines(block, rendering)],
  ];
  return [
    `${paint('bold', oneLine(block.namespace ?? 'All namespaces'))}: ${paint(style, text)}`,
    ...(isEmpty(block) ? [nothing(block, rendering)] : []),
    ...groupsOf(findings, rendering).flatMap((group) => groupText(group, block, rendering)),
    ...sections.flatMap(([title, each]) => (each.length > 0 ? ['', paint('bold', title), ...each] : [])),
    '',
  ].join('\n');
}

/** Findings of one check and severity together, unless --details is given. */
const groupsOf = (findings: readonly Finding[], { details }: StatusRendering): Finding[][] =>
  details
    ? findings.map((finding) => [finding])
    : [...Map.groupBy(findings, ({ severity, reason }) => `${severity} ${reason}`).values()];

/** Names the namespace of an object outside the selected one. */
const elsewhere = (block: Block, namespace = ''): string =>
  namespace === '' || namespace === block.namespace ? '' : ` in ${namespace}`;

function nothing(block: Block, { screen, values }: StatusRendering): string {
  const { message, next } = emptyOf(block, values);
  if (block.unread.length > 0) return fold('', `${message}, but not everything could be read:`, screen);
  return next === undefined
    ? message
    : `${fold('', `${message}. To check all namespaces:`, screen)}\n  ${next}`;
}

/** That no part of a block was found, and the command that looks in all namespaces. */
function emptyOf({ namespace, unread }: Block, values: ClusterValues): { message: string; next?: string } {
  const message = 'No part of the monitoring block was found';
  if (namespace === undefined || unread.length > 0) return { message };
  const words = ['kubectl', 'monitoring', 'status', '-A'];
  return { message: `${message} in this namespace`, next: commandText({ words, namespace: '' }, { values }) };
}

/** A group: its first finding, the names of the others, and the command of the first. */
function groupText(
  [first, ...others]: readonly Finding[],
  block: Block,
  { screen, values }: StatusRendering,
): string[] {
  if (!first) return [];
  const { severity, message, next, hint } = first;
  const { columns, paint } = screen;
  const isNarrow = columns !== undefined && columns < NARROW;
  const lead = isNarrow ? `${severity}: ` : `${severity}:`.padEnd(LEAD);
  const indent = isNarrow ? 2 : LEAD;
  const margin = ' '.repeat(indent);
  const placeOf = (one: Finding): string => `${objectText(one)}${elsewhere(block, one.namespace)}`;
  const sentence = fold(lead, `${placeOf(first)}: ${message}`, screen, indent);
  const also = alsoText(first, others, placeOf);
  const isFixedAlike = others.every((one) => isDeepStrictEqual(one.next, next));
  return [
    '',
    paint(SEVERITY_STYLES[severity], severity) + sentence.slice(severity.length),
    ...(also === '' ? [] : [fold(margin, also, screen)]),
    ...(hint === undefined ? [] : [fold(margin, hint, screen)]),
    ...(next ? [margin + paint('cyan', oneLine(commandText(next, { values })))] : []),
    ...(isFixedAlike ? [] : [fold(margin, 'add --details to see each with its command', screen)]),
  ];
}

/** What a group says of the others than its first. */
function alsoText(first: Finding, others: readonly Finding[], placeOf: (one: Finding) => string): string {
  const [other] = others;
  if (!other) return '';
  const names = listed(others.map(placeOf));
  if (others.every(({ message }) => message === first.message)) return `the same for ${names}`;
  return others.length === 1 ? `and ${names}: ${other.message}` : `and ${others.length} more: ${names}`;
}

/** Width of the longest severity, its colon and a space. */
const LEAD = Math.max(...SEVERITIES.map(({ length }) => length)) + 2;

/** How far the watchdog alert gets in a namespace, and the command that shows it link by link. */
function watchdogLines(chain: Chain, block: Block, rendering: StatusRendering): string[] {
  const { namespace } = chain;
  const isOwn = namespace === block.namespace;
  const text = linksText(chain);
  const shown = isOwn ? fold('', text, rendering.screen, 2) : lines(namespace, text, rendering);
  if (chain.verdict === 'healthy') return [shown];
  const words = ['kubectl', 'monitoring', 'watchdog'];
  const command = commandText({ words, namespace }, rendering);
  return [shown, `  ${rendering.screen.paint('cyan', oneLine(command))}`];
}

/** What could not be read, those of one reason together, each with the command that shows more. */
function unreadLines(block: Block, rendering: StatusRendering): string[] {
  const { details, values, screen } = rendering;
  const all = unknownsOf(block).map((one) => ({ ...one, why: roleText(one.what, one.reason) }));
  const groups = Map.groupBy(all, (one) => {
    const { what, namespace, why } = one;
    return details ? one : JSON.stringify([namespace, sort(what), alike(what, why), one.next]);
  });
  const shown = [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const { namespace, why, next } = first;
    const isSame = others.every((one) => one.why === why);
    const whats = [first, ...others].map(({ what }) => what);
    const what = isSame ? whats.join(', ') : `${first.what} (and ${others.length} more like it)`;
    return [
      lines(`${what}${elsewhere(block, namespace)}`, why, rendering),
      ...(next ? [`  ${screen.paint('cyan', oneLine(commandText(next, { values })))}`] : []),
    ];
  });
  if (all.every(({ why, reason }) => why === reason)) return shown;
  const words = ['kubectl', 'monitoring', 'rbac'];
  const command = commandText({ words, namespace: block.namespace ?? '' }, { values });
  return [
    ...shown,
    'To print these roles for an administrator:',
    `  ${screen.paint('cyan', oneLine(command))}`,
  ];
}

/** `watchdog at` of `watchdog at k8s-0`; nothing of a resource. */
const sort = (what: string): string => what.slice(0, what.lastIndexOf(' ') + 1);

/** A reason without the names and addresses that differ between equal ones. */
const alike = (what: string, why: string): string =>
  why.replaceAll(what.slice(what.lastIndexOf(' ') + 1), '').replaceAll(/\d+(\.\d+){3}/g, '');

/** The API server's message about a right that a user does not have. */
const FORBIDDEN =
  /\S+( "\S+")? is forbidden: User ("[^"]*") cannot (\w+) resource "([^"]*)" in API group "([^"]*)" (?:in the namespace ("[^"]*")|at the cluster scope)/g;

/** A reason, with the role that a user needs in place of the API server's message. */
const roleText = (what: string, reason: string): string =>
  reason.replaceAll(FORBIDDEN, (_all, _name, user, verb, resource, group, namespace?: string) => {
    const role = namespace === undefined ? 'ClusterRole' : `Role in namespace ${namespace}`;
    const object = resource === what ? 'them' : `${resource}${group && `.${group}`}`;
    return `user ${user} needs a ${role} that allows ${verb} on ${object}`;
  });

const lines = (lead: string, text: string, { screen }: Pick<StatusRendering, 'screen'>): string =>
  fold(`${oneLine(lead)}: `, text, screen, 2);

/** As in kubectl. */
const UNKNOWN = '<unknown>';

/** A column, and whether it is in the table. */
interface Column<Row> {
  header: Header;
  when?: boolean;
  cell(row: Row): Cell;
}

/**
 * Lines of a table; if a row does not fit even when its cells are cut, it becomes its name, with the other cells below. With
 * `-o wide`, nothing is cut or omitted.
 */
function tableLines<Row extends { namespace: string }>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { screen, wide }: Pick<StatusRendering, 'screen' | 'wide'>,
): string[] {
  if (rows.length === 0) return [];
  const used = columns.filter(({ when = true }) => when);
  const drawn = table(
    used.map(({ header }) => header),
    rows.map((row) => used.map(({ cell }) => cell(row))),
    { screen: wide ? { ...screen, columns: undefined } : screen, least: 10 },
  ).trimEnd();
  const { columns: width = Number.POSITIVE_INFINITY } = screen;
  if (fits(drawn, width)) return drawn.split('\n');
  const isNaming = ({ header }: Column<Row>): boolean => /^NAME(SPACE)?$/.test(titleOf(header));
  return rows.flatMap((row) => {
    const name = used.filter(isNaming).map(({ cell }) => cellText(cell(row)));
    const rest = used
      .filter((column) => !isNaming(column))
      .map(({ header, cell }) => `${titleOf(header).toLowerCase()}: ${cellText(cell(row))}`);
    return [name.join('/'), wrapped('  ', rest.join(', '), { columns: width })];
  });
}

const componentTable = (
  block: Block,
  components: readonly Component[],
  rendering: StatusRendering,
): string[] =>
  tableLines<Component>(
    components,
    [
      { header: 'NAMESPACE', when: isSpread(block, components), cell: ({ namespace }) => namespace },
      { header: 'NAME', cell: ({ name }) => name },
      { header: 'VERDICT', cell: ({ verdict }) => verdictCell(verdict, rendering.screen) },
      { header: { text: 'REASON', optional: 1 }, cell: ({ reason }) => reason },
      { header: 'PART', cell: ({ part }) => part },
      { header: 'VERSION', cell: ({ versions }) => versions.map(versionText).join(', ') || UNKNOWN },
      { header: 'READY', cell: ({ ready, wanted }) => `${ready ?? '?'}/${wanted}` },
    ],
    rendering,
  );

const volumeTable = (block: Block, findings: readonly Finding[], rendering: StatusRendering): string[] =>
  tableLines<VolumeState & State>(
    volumesOf(block, findings),
    [
      { header: 'NAMESPACE', when: isSpread(block, block.volumes), cell: ({ namespace }) => namespace },
      // Claims of one instance differ in their ends.
      { header: 'NAME', cell: ({ claim }) => ({ text: claim.name, cut: 'middle' }) },
      { header: 'VERDICT', cell: ({ verdict }) => verdictCell(verdict, rendering.screen) },
      { header: { text: 'REASON', optional: 1 }, cell: ({ reason }) => reason },
      { header: 'SIZE', cell: ({ claim }) => sizeCell(claim) },
      {
        header: 'USED',
        cell: measured(({ use }) => use && `${bytesText(use.used)} ${percentText(shareOf(use))}`),
      },
      { header: 'GROWTH', when: rendering.wide, cell: measured(({ growth }) => growth && rateText(growth)) },
      {
        header: 'FULL',
        cell: measured(
          ({ daysToFull }) => daysToFull && daysToFullText(daysToFull, { range: rendering.wide }),
        ),
      },
    ],
    rendering,
  );

/** A cell of a volume's metrics: nothing measures an orphaned volume. */
const measured =
  (text: (metrics: Partial<VolumeMetrics>) => string | undefined) =>
  ({ orphaned, metrics }: VolumeState): string =>
    orphaned ? '' : (text(metrics ?? {}) ?? UNKNOWN);

/** Each source, and the parts that it manages. */
function sourcesOf(block: Block, components: readonly Component[]): [source: string, parts: string][] {
  const managed = components.flatMap((component) =>
    component.source === null ? [] : [{ ...component, source: component.source }],
  );
  return [...Map.groupBy(managed, ({ source }) => source)].map(([source, own]) => [
    source,
    own.length === components.length
      ? 'everything'
      : own.map((one) => `${objectText(one)}${elsewhere(block, one.namespace)}`).join(', '),
  ]);
}

/** Whether the objects are, or may be, in several namespaces. */
const isSpread = ({ namespace }: Block, shown: readonly { namespace: string }[]): boolean =>
  namespace === undefined || shown.some((one) => one.namespace !== namespace);

/** A claim's capacity, and its request if that differs. */
const sizeCell = ({ size, capacity }: VolumeState['claim']): string =>
  capacity === undefined || sameQuantity(capacity, size) ? size : `${capacity} of ${size}`;

/**
 * The JSON output, whose items are the findings: claim sizes are quantities such as 50Gi, measured values are bytes and days; null is unknown.
 *
 * @param values the connection flags of suggested commands.
 */
export function dataOf(
  block: Block,
  findings: readonly Finding[],
  { values }: { values: ClusterValues },
): object {
  const verdict = verdictOf(findings, block);
  return resultOf(MONITORING, KIND, {
    verdict,
    exitCode: EXIT_CODES[verdict],
    ...(isEmpty(block) && emptyOf(block, values)),
    namespace: block.namespace ?? null,
    nodes: block.nodes ?? null,
    items: findings.map((finding) => findingItem({ ...finding, verdict: verdictOfFinding(finding) }, values)),
    components: componentsOf(block, findings).map((component) => {
      const { name, namespace, kind, part, verdict, reason, versions, source, wanted, ready, troubles } =
        component;
      return itemOf({
        ...{ name, namespace, kind, part, verdict, reason, versions, managedBy: source },
        ...{ desired: wanted, ready: ready ?? null, notReady: troubles.map(podItem) },
      });
    }),
    volumes: volumesOf(block, findings).map(({ metrics, templateSize = null, ...volume }) => ({
      ...volumeItem(volume, { metrics, retention: retentionOf(block, volume) }),
      templateSize,
    })),
    watchdog: block.watchdog.flatMap(({ links, namespace }) =>
      links.map((link) => linkItem(link, namespace, values)),
    ),
    unread: unknownsOf(block).map(({ what, namespace = null, reason: message, next }) => ({
      ...{ what, namespace, message, next: next ? commandText(next, { values }) : null },
    })),
  });
}

/** The retention of the instance that a volume is of; undefined for the dashboard UI. */
const retentionOf = (
  { instances }: Block,
  { owner: { kind, name }, namespace }: Pick<VolumeState, 'owner' | 'namespace'>,
): Retention | undefined =>
  instances.find((one) => one.kind === kind && one.name === name && one.namespace === namespace)?.retention;

/** What the data is called. */
export const KIND = 'MonitoringStatus';

const podItem = ({ pod, reason: message }: { pod: string; reason: string }) => ({ pod, message });
