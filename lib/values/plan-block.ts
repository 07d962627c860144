import { isScalar } from 'yaml';
import type { Leaf } from '../input/yaml-leaves.ts';
import { compareQuantities, parseQuantity } from '../objects/quantity.ts';
import { fillsTooMuch, type Growth, retentionSizeFor } from '../objects/retention.ts';
import { type Block, leafAt, leafFrom } from './blocks.ts';
import type { ValuesText } from './document.ts';
import { BY_HAND, type Note, templateAt, type Value, valueAt } from './value.ts';

/** A value that changes, and how it is spliced in. */
export interface Splice extends Pick<Value, 'path' | 'line' | 'start' | 'end'> {
  from: string;
  to: string;
  /** `to` as it is written in place of the text from `start` to `end`. */
  written: string;
}

export type Finding = Splice | Note;

export const isSplice = (finding: Finding): finding is Splice => 'written' in finding;

/** What becomes of a block's size, and of the `retentionSize` beside it. */
export function planBlock(
  block: Block,
  file: ValuesText,
  { size: to, retentionSize }: { size: string; retentionSize?: string | undefined },
): Finding[] {
  const found = valueAt(block.size, block.leaves, file);
  if ('reason' in found) return [found];
  const { value: from } = found;
  if (parseQuantity(from) === undefined)
    return [noteOn(found, `is ${JSON.stringify(from)}, which is no Kubernetes quantity`, BY_HAND)];
  const order = compareQuantities(from, to);
  if (order > 0) return [noteOn(found, `is ${from}, more than ${to}`, 'Correct it by hand if it is wrong.')];
  return [
    ...(order === 0 ? [] : [spliceOf(found, to)]),
    ...(order === 0 && retentionSize === undefined
      ? []
      : planRetention(block, file, { from, to, wanted: retentionSize, line: found.line })),
  ];
}

function planRetention(
  { retentionSize, leaves }: Block,
  file: ValuesText,
  { from, to, wanted, line }: Omit<Growth, 'retentionSize'> & { wanted: string | undefined; line: number },
): Finding[] {
  if (!isSet(leafAt(leaves, retentionSize)))
    return wanted === undefined
      ? []
      : [noteOn({ path: retentionSize, line }, UNSET, `Add ${wanted} by hand if this file is to say it.`)];
  const found = valueAt(retentionSize, leaves, file);
  if ('reason' in found) return [found];
  const { value } = found;
  const next = wanted ?? retentionSizeFor({ retentionSize: value, from, to }) ?? value;
  if (next !== value) return [spliceOf(found, next)];
  const reason = `is ${value}, more than 85 % of ${to}`;
  return fillsTooMuch(value, to) ? [noteOn(found, reason, 'Lower it, or grow the volumes further.')] : [];
}

/** What is to be said of a block without a size: it may leave that to a template, to another file, or to nobody. */
export function withoutSize({ storage, size, retentionSize, leaves }: Block, file: ValuesText): Note[] {
  const inside = leafFrom(leaves, storage);
  const limit = leafAt(leaves, retentionSize);
  if (!inside)
    return isSet(limit) ? [noteOn({ path: retentionSize, line: file.lineOf(limit) }, ALONE, SUITS)] : [];
  const ancestor = size
    .map((_key, index) => leafAt(leaves, size.slice(0, index + 1)))
    .find((leaf) => leaf !== undefined && leaf.path.length >= storage.length);
  const template = ancestor && templateAt(ancestor.path, leaves, file);
  const mend = `Add ${size.slice(storage.length).join('.')} by hand if this file is to say it.`;
  return [template ?? noteOn({ path: storage, line: file.lineOf(inside) }, 'sets no size', mend)];
}

const UNSET = 'is not set in this file';
const ALONE = 'has no size beside it in this file';
const SUITS = 'See that it is 80 to 85 % of the new size.';

/** The chart's own `retentionSize` is an empty one. */
const isSet = (leaf: Leaf | undefined): boolean =>
  leaf?.node !== undefined && (!isScalar(leaf.node) || Boolean(leaf.node.value));

const spliceOf = ({ path, line, start, end, quote, value }: Value, to: string): Splice => ({
  path,
  line,
  start,
  end,
  from: value,
  to,
  written: `${quote}${to}${quote}`,
});

const noteOn = ({ path, line }: Pick<Value, 'path' | 'line'>, reason: string, mend: string): Note => ({
  path,
  line,
  reason,
  mend,
});
