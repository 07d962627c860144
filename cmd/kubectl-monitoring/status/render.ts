import { isDeepStrictEqual } from 'node:util';
import { daysToFullText, percent, rateText, shareOf } from '../../../lib/capacity/words.ts';
import type { Output } from '../../../lib/cli/command.ts';
import type { Paint, Style } from '../../../lib/cli/style.ts';
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
import { EXIT_CODES, isEmpty, untoldOf, type Verdict, verdictOf } from '../../../lib/status/judge.ts';
import { versionText } from '../../../lib/versions/install.ts';
import { oneLine } from '../../../lib/words/text.ts';
import { type ClusterValues, commandText } from '../../shared/words.ts';
import { volumeData } from '../shared/volume-data.ts';

/** How a status is shown. */
interface StatusRendering {
  /** The width to keep within; undefined: any. */
  columns: Output['columns'];
  paint: Paint;
  /** What leads the commands that a person may copy to the same cluster. */
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

/** On narrower terminals, texts stand below their leads without a column of their own. */
const NARROW = 60;

/**
 * The block for a person: the verdict, what was found in the order given with the command for each, what it consists of, and
 * what could not be read. Commands are never broken into lines.
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
      untoldOf(block).map(({ what, namespace, reason }) =>
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

/** Whether the next finding is mended by the same command, which is said once then, with the last of them. */
const hasSameFix = (finding: Finding, next: Finding | undefined): boolean =>
  finding.command !== undefined &&
  next?.check === finding.check &&
  isDeepStrictEqual(next.command, finding.command);

/** Where something is that is not in the one namespace which is looked into. */
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

/** The longest word of harm, and what stands behind it. */
const LEAD = 'notice: '.length;

/** How far the watchdog comes, a line for each instance that it passes. */
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
  const told = [
    asked > 0 && `${does} ${alive.length} of ${replicas} replicas`,
    unasked.length > 0 && `${unasked.length} of ${replicas} could not be queried`,
  ].filter((text) => text !== false);
  return [lines(`${kind.toLowerCase()}/${name}${elsewhere(block, namespace)}`, told.join(', '), rendering)];
}

const lines = (lead: string, text: string, { columns }: Pick<StatusRendering, 'columns'>): string =>
  fold(`${oneLine(lead)}: `, text, { columns, hanging: 2 });

/** Text behind a lead, its further lines set in by `hanging`, or below its beginning. */
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

/** What is not known, as kubectl says it. */
const UNKNOWN = '<unknown>';

/** One thing that runs, whatever it is made by. */
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

/** Workloads and instances of a block, in the order of its parts, then as they were read. */
function componentsOf({ workloads, instances }: Block): Component[] {
  const components = [
    ...workloads.map(({ version, ...rest }) => ({ ...rest, versions: version === null ? [] : [version] })),
    ...instances.map(({ component, ...rest }) => ({ ...rest, part: component })),
  ];
  const order = Object.keys(PARTS);
  return components.toSorted((one, other) => order.indexOf(one.part) - order.indexOf(other.part));
}

/** Lines of the table of what runs. */
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

/** Lines of the table of the claims. */
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

/** What manages the parts of a block, and which: a row for each source. */
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

/** Whether what is shown is in several namespaces, or may be: an operator may be in another than its instances. */
const isSpread = ({ namespace }: Block, shown: readonly { namespace: string }[]): boolean =>
  namespace === undefined || shown.some((one) => one.namespace !== namespace);

/** What a claim has; where it asks for another size, of what it is to have. */
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

/** A table; where it is wider than the terminal, each row is its first cell, and below that the others with their headers. */
function fitted(headers: string[], rows: string[][], columns: Output['columns']): string[] {
  if (rows.length === 0) return [];
  const found = table(headers, rows, { columns }).trimEnd().split('\n');
  if (columns === undefined || found.every((line) => line.length <= columns)) return found;
  return rows.flatMap(([first = '', ...cells]) => {
    const said = cells.map((cell, index) => `${headers[index + 1]?.toLowerCase()}: ${oneLine(cell)}`);
    return [oneLine(first), wrapped('  ', said.join(', '), { columns })];
  });
}

/**
 * What a document says of the block: of claims quantities such as 50Gi, of what is measured bytes and days; null is what is not known.
 *
 * @param values what leads the commands to the same cluster.
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
    unread: untoldOf(block).map(({ what, namespace = null, reason }) => ({ what, namespace, reason })),
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
