import { daysToFullText, percent, rateText, shareOf } from '../../../lib/capacity/words.ts';
import type { Output } from '../../../lib/cli/command.ts';
import { table } from '../../../lib/cli/table.ts';
import { wrapped } from '../../../lib/cli/wrap.ts';
import { bytesText, sameQuantity } from '../../../lib/objects/quantity.ts';
import { type Block, PARTS, type PodTrouble, type VolumeState } from '../../../lib/status/block.ts';
import { versionText } from '../../../lib/versions/install.ts';
import { oneLine } from '../../../lib/words/text.ts';

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
export function componentsOf({ workloads, instances }: Block): Component[] {
  const components = [
    ...workloads.map(({ version, ...rest }) => ({ ...rest, versions: version === null ? [] : [version] })),
    ...instances.map(({ component, ...rest }) => ({ ...rest, part: component })),
  ];
  const order = Object.keys(PARTS);
  return components.toSorted((one, other) => order.indexOf(one.part) - order.indexOf(other.part));
}

/** Lines of the table of what runs. */
export function componentTable(block: Block, columns: Output['columns']): string[] {
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
export function volumeTable(block: Block, columns: Output['columns']): string[] {
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
export function sourcesOf(block: Block): [source: string, parts: string][] {
  const components = componentsOf(block);
  const managed = components.flatMap((component) =>
    component.source === null ? [] : [{ ...component, source: component.source }],
  );
  return [...Map.groupBy(managed, ({ source }) => source)].map(([source, own]) => [
    source,
    own.length === components.length
      ? 'all of it'
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
  if (leftover) return ['left over', '<none>', '<none>'];
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
