import { isDeepStrictEqual } from 'node:util';
import type { Output } from '../../../lib/cli/command.ts';
import type { Paint, Style } from '../../../lib/cli/style.ts';
import { wrapped } from '../../../lib/cli/wrap.ts';
import type { Block, InstanceState } from '../../../lib/status/block.ts';
import type { Finding, Harm } from '../../../lib/status/checks/finding.ts';
import { isEmpty, untoldOf, type Verdict, verdictOf } from '../../../lib/status/judge.ts';
import { oneLine } from '../../../lib/words/text.ts';
import { type ClusterValues, commandText } from '../../shared/words.ts';
import { componentTable, sourcesOf, volumeTable } from './render-tables.ts';

/** How a status is shown. */
export interface StatusRendering {
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
      findingText(finding, block, { ...rendering, isGoneOn: isMendedAlike(finding, findings[index + 1]) }),
    ),
    ...sections.flatMap(([title, each]) => (each.length > 0 ? ['', paint('bold', title), ...each] : [])),
    '',
  ].join('\n');
}

/** Whether the next finding is mended by the same command, which is said once then, with the last of them. */
const isMendedAlike = (finding: Finding, next: Finding | undefined): boolean =>
  finding.command !== undefined &&
  next?.check === finding.check &&
  isDeepStrictEqual(next.command, finding.command);

/** Where something is that is not in the one namespace which is looked into. */
const elsewhere = (block: Block, namespace = ''): string =>
  namespace === '' || namespace === block.namespace ? '' : ` in ${namespace}`;

function nothing(block: Block, { columns, values }: StatusRendering): string {
  const { namespace } = block;
  if (block.unread.length > 0)
    return fold('', 'No part of the monitoring block was seen; not everything could be read:', { columns });
  const text = 'No part of the monitoring block was found';
  if (namespace === undefined) return text;
  const command = commandText(
    { words: ['kubectl', 'monitoring', 'status', '-A'], namespace: '' },
    { values },
  );
  return `${fold('', `${text} in this namespace; it may be in another:`, { columns })}\n  ${command}`;
}

function findingText(
  { harm, about, namespace, text, command, advice }: Finding,
  block: Block,
  { columns, paint, values, isGoneOn }: StatusRendering & { isGoneOn: boolean },
): string {
  const isNarrow = columns !== undefined && columns < NARROW;
  const lead = isNarrow ? `${harm}: ` : `${harm}:`.padEnd(LEAD);
  const indent = isNarrow ? 2 : LEAD;
  const place = `${about}${elsewhere(block, namespace)}`;
  const sentence = fold(lead, `${place}: ${text}`, { columns, hanging: indent });
  return [
    '',
    paint(STYLES[harm], harm) + sentence.slice(harm.length),
    ...(advice === undefined || isGoneOn ? [] : [fold(' '.repeat(indent), advice, { columns })]),
    ...(command && !isGoneOn
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
    unasked.length > 0 && `${unasked.length} of ${replicas} could not be asked`,
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
