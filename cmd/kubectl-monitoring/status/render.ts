import { isDeepStrictEqual } from 'node:util';
import { daysToFullText, percent, rateText, shareOf } from '../../../lib/capacity/words.ts';
import type { Output } from '../../../lib/cli/command.ts';
import { type Paint, PLAIN, type Style } from '../../../lib/cli/style.ts';
import { table } from '../../../lib/cli/table.ts';
import { wrapped } from '../../../lib/cli/wrap.ts';
import { bytesText, sameQuantity } from '../../../lib/objects/quantity.ts';
import {
  type Block,
  type InstanceState,
  PARTS,
  type PodTrouble,
  type VolumeState,
} from '../../../lib/status/block.ts';
import type { Finding, Harm } from '../../../lib/status/checks/finding.ts';
import { EXIT_CODES, isEmpty, unknownsOf, type Verdict, verdictOf } from '../../../lib/status/judge.ts';
import { versionText } from '../../../lib/versions/install.ts';
import { oneLine } from '../../../lib/words/text.ts';
import { type ClusterValues, commandText } from '../../shared/words.ts';
import { volumeData } from '../shared/volume-data.ts';

interface StatusRendering {
  /** Maximum width; undefined: any. */
  columns: Output['columns'];
  paint: Paint;
  /** The connection flags of suggested commands. */
  values: ClusterValues;
}

const VERDICTS: Record<Verdict, { text: string; style: Style }> = {
  healthy: { text: 'healthy', style: 'green' },
  'needs-work': { text: 'needs work', style: 'red' },
  unknown: { text: 'could not tell', style: 'yellow' },
};

const STYLES: Record<Harm, Style> = {
  loss: 'red',
  blind: 'red',
  down: 'red',
  risk: 'yellow',
  notice: 'cyan',
};

/** On narrower terminals, texts have no column of their own. */
const NARROW = 60;

/**
 * Renders a block: the verdict, the findings in the given order with their commands, the components, and what could not be
 * read. Commands are never wrapped.
 */
export function renderStatus(block: Block, findings: readonly Finding[], rendering: StatusRendering): string {
  const { columns, paint } = rendering;
  const { text, style } = VERDICTS[verdictOf(findings, block)];
  const sections: [title: string, lines: string[]][] = [
    ['Components', componentTable(block, columns)],
    ['Managed by', sourcesOf(block).map(([source, parts]) => lines(source, parts, rendering))],
    ['Volumes', volumeTable(block, columns)],
    ['Watchdog', block.instances.flatMap((instance) => watchdogLines(instance, block, rendering))],
    [
      'Could not be read',
      unknownsOf(block).map(({ what, namespace, reason }) =>
        lines(`${what}${elsewhere(block, namespace)}`, reason, rendering),
      ),
    ],
  ];
  return [
    `${paint('bold', oneLine(block.namespace ?? 'All namespaces'))}: ${paint(style, text)}`,
    ...(isEmpty(block) ? [nothing(block, rendering)] : []),
    ...findings.map((finding, index) =>
      findingText(finding, block, { ...rendering, continues: hasSameFix(finding, findings[index + 1]) }),
    ),
    ...sections.flatMap(([title, each]) => (each.length > 0 ? ['', paint('bold', title), ...each] : [])),
    '',
  ].join('\n');
}

/** Whether the next finding has the same fix, which is then printed once, with the last of them. */
const hasSameFix = (finding: Finding, next: Finding | undefined): boolean =>
  finding.command !== undefined &&
  next?.check === finding.check &&
  isDeepStrictEqual(next.command, finding.command);

/** Names the namespace of an object outside the selected one. */
const elsewhere = (block: Block, namespace = ''): string =>
  namespace === '' || namespace === block.namespace ? '' : ` in ${namespace}`;

function nothing(block: Block, { columns, values }: StatusRendering): string {
  const { namespace } = block;
  if (block.unread.length > 0)
    return fold('', 'No part of the monitoring block was found, but not everything could be read:', {
      columns,
    });
  const text = 'No part of the monitoring block was found';
  if (namespace === undefined) return text;
  const command = commandText(
    { words: ['kubectl', 'monitoring', 'status', '-A'], namespace: '' },
    { values },
  );
  return `${fold('', `${text} in this namespace. To check all namespaces:`, { columns })}\n  ${command}`;
}

function findingText(
  { harm, about, namespace, text, command, advice }: Finding,
  block: Block,
  { columns, paint, values, continues }: StatusRendering & { continues: boolean },
): string {
  const isNarrow = columns !== undefined && columns < NARROW;
  const lead = isNarrow ? `${harm}: ` : `${harm}:`.padEnd(LEAD);
  const indent = isNarrow ? 2 : LEAD;
  const place = `${about}${elsewhere(block, namespace)}`;
  const sentence = fold(lead, `${place}: ${text}`, { columns, hanging: indent });
  return [
    '',
    paint(STYLES[harm], harm) + sentence.slice(harm.length),
    ...(advice === undefined || continues ? [] : [fold(' '.repeat(indent), advice, { columns })]),
    ...(command && !continues
      ? [' '.repeat(indent) + paint('cyan', oneLine(commandText(command, { values })))]
      : []),
  ].join('\n');
}

/** Width of the longest harm and its colon. */
const LEAD = 'notice: '.length;

/** How far the watchdog alert gets, a line per instance. */
function watchdogLines(
  { component, kind, namespace, name, watchdog, wanted }: InstanceState,
  block: Block,
  rendering: StatusRendering,
): string[] {
  if (!watchdog) return [];
  const { alive, silent, unasked } = watchdog;
  const asked = alive.length + silent.length;
  const replicas = Math.max(wanted, asked + unasked.length);
  if (asked + unasked.length === 0) return [];
  const does = component === 'metrics' ? 'fires at' : 'has arrived at';
  const parts = [
    asked > 0 && `${does} ${alive.length} of ${replicas} replicas`,
    unasked.length > 0 && `${unasked.length} of ${replicas} could not be queried`,
  ].filter((text) => text !== false);
  return [lines(`${kind.toLowerCase()}/${name}${elsewhere(block, namespace)}`, parts.join(', '), rendering)];
}

const lines = (lead: string, text: string, { columns }: Pick<StatusRendering, 'columns'>): string =>
  fold(`${oneLine(lead)}: `, text, { columns, hanging: 2 });

/** Wraps text behind a lead; further lines are indented by `hanging`, by default below the beginning of the text. */
function fold(
  lead: string,
  text: string,
  { columns, hanging = lead.length }: { columns: Output['columns']; hanging?: number },
): string {
  const plain = oneLine(text);
  if (columns === undefined) return lead + plain;
  return hanging === lead.length
    ? wrapped(lead, plain, { columns })
    : wrapped('', lead + plain, { columns: columns - hanging }).replaceAll('\n', `\n${' '.repeat(hanging)}`);
}

/** As in kubectl. */
const UNKNOWN = '<unknown>';

/** A workload or an instance. */
export interface Component {
  part: keyof typeof PARTS;
  kind: string;
  namespace: string;
  name: string;
  versions: string[];
  wanted: number;
  ready: number | undefined;
  troubles: PodTrouble[];
  source: string | null;
}

/** Workloads and instances, in the order of `PARTS`. */
function componentsOf({ workloads, instances }: Block): Component[] {
  const components = [
    ...workloads.map(({ version, ...rest }) => ({ ...rest, versions: version === null ? [] : [version] })),
    ...instances.map(({ component, ...rest }) => ({ ...rest, part: component })),
  ];
  const order = Object.keys(PARTS);
  return components.toSorted((one, other) => order.indexOf(one.part) - order.indexOf(other.part));
}

function componentTable(block: Block, columns: Output['columns']): string[] {
  const components = componentsOf(block);
  const all = isSpread(block, components);
  return fitted(
    ['PART', ...(all ? ['NAMESPACE'] : []), 'NAME', 'VERSION', 'READY'],
    components.map(({ part, namespace, name, versions, ready, wanted }) => [
      part,
      ...(all ? [namespace] : []),
      name,
      versions.map(versionText).join(', ') || UNKNOWN,
      `${ready ?? '?'}/${wanted}`,
    ]),
    columns,
  );
}

function volumeTable(block: Block, columns: Output['columns']): string[] {
  const { volumes } = block;
  const all = isSpread(block, volumes);
  return fitted(
    ['CLAIM', ...(all ? ['NAMESPACE'] : []), 'SIZE', 'USED', 'GROWTH', 'FULL IN'],
    volumes.map((volume) => [
      volume.claim.name,
      ...(all ? [volume.namespace] : []),
      sizeCell(volume.claim),
      ...measuredCells(volume),
    ]),
    columns,
  );
}

/** Each source, and the parts that it manages. */
function sourcesOf(block: Block): [source: string, parts: string][] {
  const components = componentsOf(block);
  const managed = components.flatMap((component) =>
    component.source === null ? [] : [{ ...component, source: component.source }],
  );
  return [...Map.groupBy(managed, ({ source }) => source)].map(([source, own]) => [
    source,
    own.length === components.length
      ? 'everything'
      : own.map(({ kind, name }) => `${kind.toLowerCase()}/${name}`).join(', '),
  ]);
}

/** Whether the objects are, or may be, in several namespaces. */
const isSpread = ({ namespace }: Block, shown: readonly { namespace: string }[]): boolean =>
  namespace === undefined || shown.some((one) => one.namespace !== namespace);

/** A claim's capacity, and its request if that differs. */
const sizeCell = ({ size, capacity }: VolumeState['claim']): string =>
  capacity === undefined || sameQuantity(capacity, size) ? size : `${capacity} of ${size}`;

function measuredCells({ leftover, metrics }: VolumeState): [used: string, growth: string, fullIn: string] {
  if (leftover) return ['orphaned', '<none>', '<none>'];
  const { use, growth, daysToFull } = metrics ?? {};
  return [
    use ? `${bytesText(use.used)} ${percent(shareOf(use))}%` : UNKNOWN,
    growth ? rateText(growth) : UNKNOWN,
    daysToFull ? daysToFullText(daysToFull, growth) : UNKNOWN,
  ];
}

/** A table; if too wide, each row becomes its first cell, with the labeled other cells below. */
function fitted(headers: string[], rows: string[][], columns: Output['columns']): string[] {
  if (rows.length === 0) return [];
  const found = table(headers, rows, { wraps: true, screen: { ...PLAIN, columns } })
    .trimEnd()
    .split('\n');
  if (columns === undefined || found.every((line) => line.length <= columns)) return found;
  return rows.flatMap(([first = '', ...cells]) => {
    const said = cells.map((cell, index) => `${headers[index + 1]?.toLowerCase()}: ${oneLine(cell)}`);
    return [oneLine(first), wrapped('  ', said.join(', '), { columns })];
  });
}

/**
 * The JSON output: claim sizes are quantities such as 50Gi, measured values are bytes and days; null is unknown.
 *
 * @param values the connection flags of suggested commands.
 */
export function dataOf(
  block: Block,
  findings: readonly Finding[],
  { values }: { values: ClusterValues },
): object {
  const verdict = verdictOf(findings, block);
  return {
    verdict,
    exitCode: EXIT_CODES[verdict],
    namespace: block.namespace ?? null,
    nodes: block.nodes ?? null,
    findings: findings.map(({ check, harm, namespace, about, text, command: hint, advice = null }) => {
      const command = hint ? commandText(hint, { values }) : null;
      return { check, harm, namespace, about, text, command, advice };
    }),
    components: componentsOf(block).map(
      ({ part, kind, namespace, name, versions, wanted, ready = null, troubles, source: managedBy }) => {
        const notReady = troubles.map(({ pod, reason }) => ({ pod, reason }));
        return { part, kind, namespace, name, versions, wanted, ready, notReady, managedBy };
      },
    ),
    volumes: block.volumes.map(volumeOf),
    watchdog: block.instances.flatMap(({ component, kind, namespace, name, watchdog }) =>
      watchdog ? [{ component, kind, namespace, name, ...watchdog }] : [],
    ),
    unread: unknownsOf(block).map(({ what, namespace = null, reason }) => ({ what, namespace, reason })),
  };
}

function volumeOf({ namespace, claim, owner, templateSize, leftover, metrics }: VolumeState): object {
  return {
    namespace,
    ...owner,
    claim: claim.name,
    size: claim.size,
    templateSize: templateSize ?? null,
    capacity: claim.capacity ?? null,
    leftover,
    ...volumeData(metrics),
  };
}
