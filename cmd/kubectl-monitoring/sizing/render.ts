import { folded } from '../../../lib/cli/folded.ts';
import { type Screen, verdictCell } from '../../../lib/cli/style.ts';
import { table } from '../../../lib/cli/table.ts';
import { fits, wrapped } from '../../../lib/cli/wrap.ts';
import { cores, counted, type Sizing, sizeText, verdictOf } from '../../../lib/sizing/sizing.ts';
import type { DiskNeed, StoreSizing } from '../../../lib/sizing/store.ts';
import type { Finding } from '../../../lib/words/finding.ts';
import type { ClusterValues } from '../../../lib/words/shell.ts';
import { listed, oneLine, printable } from '../../../lib/words/text.ts';
import { commandText } from '../../shared/words.ts';
import { SEVERITY_STYLES } from '../shared/finding.ts';

/** Columns without a terminal, and at most. */
export const WIDTH = { usual: 80, most: 110 };

/** Renders a sizing, for 40 columns or more. */
export function rendered(
  sizing: Sizing,
  findings: readonly Finding[],
  { screen, values, wide }: { screen: Screen; values: ClusterValues; wide: boolean },
): string {
  const { columns = WIDTH.usual, paint } = screen;
  const width = Math.min(columns, WIDTH.most);
  const line = (lead: string, text: string): string => `${wrapped(lead, text, { columns: width })}\n`;
  const { text, style } = verdictCell(verdictOf(sizing, findings), screen);
  const parts = [
    `${paint('bold', oneLine(sizing.namespace))}: ${paint(style, text)}\n${line('', titleOf(sizing))}`,
    tableOf(sizing, width) + othersText(sizing, line),
    wide ? podsText(sizing, screen) : '',
    ...sizing.stores
      .filter(({ pods }) => pods.length > 0 && sizing.metrics !== null)
      .map((store) => storeText(store, sizing.nodes, line)),
    findings
      .map(({ severity, message, next }) => {
        const isNarrow = width < NARROW;
        const [lead, text] = isNarrow
          ? ['', `${severity}: ${message}`]
          : [`${severity}: `.padEnd(LEAD), message];
        // A command is never wrapped, so that it can be copied.
        const command = next
          ? `${' '.repeat(isNarrow ? 2 : LEAD)}${paint('cyan', commandText(next, { values }))}\n`
          : '';
        const sentence = line(lead, oneLine(text)).slice(severity.length);
        return paint(SEVERITY_STYLES[severity], severity) + sentence + command;
      })
      .join(''),
    missingOf(sizing, width),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

/** On narrower terminals, findings have no column of their own. */
const NARROW = 60;

/** Width of `warning: `; a sizing finds nothing critical. */
const LEAD = 'warning: '.length;

function titleOf({ namespace, nodes: { sized, cluster } }: Sizing): string {
  const block = `The building block in namespace ${oneLine(namespace)}`;
  if (sized === cluster) return `${block}, on ${counted(sized, 'node')}`;
  const now = cluster === null ? 'the current nodes' : `the current ${cluster}`;
  return `${block}: rule and expected need for ${counted(sized, 'node')}; requests, limits and use on ${now}`;
}

function tableOf({ nodes, rule, requests, limits, measured }: Sizing, width: number): string {
  const amounts = (of: 'cpuCores' | 'memoryMiB', text: (value: number) => string): string[] => [
    text(rule[of]),
    orUnknown(requests?.[of], text),
    limitText(limits?.[of], text),
    orUnknown(measured[of], text),
  ];
  const cpu = amounts('cpuCores', cores);
  const memory = amounts('memoryMiB', sizeText);
  const heads = [`RULE (${counted(nodes.sized, 'node').toUpperCase()})`, 'REQUESTED', 'LIMITS', 'MEASURED'];
  const wide = table(
    ['RESOURCE', ...heads],
    [
      ['CPU (cores)', ...cpu],
      ['Memory', ...memory],
    ],
  );
  if (fits(wide, width)) return wide;
  // Transposed for a narrow terminal.
  return table(
    ['RESOURCE', 'CORES', 'MEMORY'],
    heads.map((head, index) => [head, cpu[index] ?? '', memory[index] ?? '']),
  );
}

/** What each pod requests, may use at most and uses: cores and memory. */
const podsText = ({ pods }: Sizing, screen: Screen): string =>
  pods.length === 0
    ? ''
    : table(
        [{ text: 'POD', least: 6 }, 'CPU', 'LIMIT', 'USED', 'MEMORY', 'LIMIT', 'USED'],
        pods.map(({ name, requests, limits, measured }) => [
          { text: name, cut: 'middle' },
          cores(requests.cpuCores),
          limits.cpuCores === null ? '<none>' : cores(limits.cpuCores),
          orUnknown(measured.cpuCores, cores),
          sizeText(requests.memoryMiB),
          limits.memoryMiB === null ? '<none>' : sizeText(limits.memoryMiB),
          orUnknown(measured.memoryMiB, sizeText),
        ]),
        { screen },
      );

const othersText = ({ others }: Sizing, line: Line): string =>
  others.length === 0
    ? ''
    : line('', `Not counted, not part of the building block: ${oneLine(listed(others))}`);

const missingOf = ({ missing }: Sizing, columns: number): string => {
  if (missing.length === 0) return '';
  const texts = missing.flatMap(({ what, reason }) => {
    const [first = '', ...more] = printable(`${what}: ${reason}`).split('\n');
    return [`  ${first}\n`, ...more.map((one) => `    ${one.trim()}\n`)];
  });
  // Commands in reasons get lines of their own.
  return `Unknown:\n${folded(texts.join(''), { columns })}`;
};

const limitText = (value: number | null | undefined, text: (value: number) => string): string =>
  value === null ? 'no limit' : orUnknown(value, text);

const orUnknown = (value: number | null | undefined, text: (value: number) => string): string =>
  value === null || value === undefined ? 'unknown' : text(value);

/** Wraps a text behind a lead, with a hanging indent. */
export type Line = (lead: string, text: string) => string;

/** What a metrics server needs by its measured series, and how that is calculated. */
export function storeText(store: StoreSizing, nodes: Sizing['nodes'], line: Line): string {
  const isOther = nodes.cluster !== null && nodes.cluster !== nodes.sized;
  const basis = isOther
    ? `, for ${counted(nodes.sized, 'node')}, if all series grow with the nodes`
    : nodes.cluster === null
      ? ', for the current nodes'
      : '';
  const each = store.pods.length === 1 ? 'its pod' : `each of its ${store.pods.length} pods`;
  return [
    line('', `Estimated need of Prometheus ${oneLine(store.name)}, for ${each}${basis}:`),
    line('  Disk     ', oneLine(diskText(store, isOther ? nodes.cluster : null))),
    line('  Memory   ', memoryText(store, isOther ? nodes.cluster : null)),
  ].join('');
}

function diskText(store: StoreSizing, now: number | null): string {
  const { retention, claim, expected } = store;
  const claims = claim === null ? 'It has no claim.' : `Each of its claims is ${claim}.`;
  const { disk } = expected;
  if (!disk) return `unknown for ${kept(retention)}. ${claims}`;
  const range = [...new Set([sizeText(disk.lowMiB), sizeText(disk.highMiB)])].join(' to ');
  return `${range} for ${kept(retention)}: ${reasonText(store, disk, now)}. ${claims}`;
}

/** How the disk need is calculated. */
function reasonText(
  { measured, expected, retention }: StoreSizing,
  { by }: DiskNeed,
  now: number | null,
): string {
  const { samplesPerSecond, walMiB } = expected;
  const wal = walMiB === null ? 'without the WAL' : `plus ${sizeText(walMiB)} of WAL`;
  if (by === 'retentionSize') return 'capped by its retention size, a fifth to spare';
  if (by === 'wal')
    return `${sizeText(walMiB ?? 0)} of WAL alone${retention.size === null ? '' : ', which the retention size does not delete'}, a fifth to spare`;
  return `${perSecond(samplesPerSecond ?? 0)} samples/s${atNow(measured.samplesPerSecond, now, perSecond)} of 1 to 2 bytes, a fifth to spare, ${wal}`;
}

function memoryText({ measured, expected, bytesPerSeries }: StoreSizing, now: number | null): string {
  const { memoryMiB, series } = expected;
  if (memoryMiB === null || series === null || bytesPerSeries === null) return 'unknown';
  return `${sizeText(memoryMiB)}: ${series} series${atNow(measured.series, now, String)} of ${Math.round(bytesPerSeries)} bytes each.`;
}

const kept = ({ time, size }: StoreSizing['retention']): string =>
  time !== null && size !== null ? `${time}, at most ${size}` : (time ?? size ?? '');

/** The measured value, where it differs from the expected one. */
const atNow = (value: number | null, now: number | null, text: (value: number) => string): string =>
  value === null || now === null ? '' : ` (${text(value)} on ${counted(now, 'node')})`;

const perSecond = (value: number): string => (value < 10 ? value.toFixed(1) : String(Math.round(value)));
