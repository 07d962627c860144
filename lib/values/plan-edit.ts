import { isScalar } from 'yaml';
import { YamlSyntaxError } from '../input/yaml-documents.ts';
import type { Leaf } from '../input/yaml-leaves.ts';
import { compareQuantities, parseQuantity } from '../objects/quantity.ts';
import { fillsTooMuch, type Growth, retentionSizeFor } from '../objects/retention.ts';
import {
  type Block,
  BY_HAND,
  blocksOf,
  leafAt,
  leafFrom,
  type Note,
  type Owner,
  readDocuments,
  templateAt,
  type Value,
  type ValuesText,
  valueAt,
} from './blocks.ts';

/** What a file of values is to say. */
export interface ValuesEdit extends Owner {
  /** A Kubernetes quantity. */
  size: string;
  /** The retentionSize that goes with it, where somebody has chosen one; where set, that of the file is fitted when absent. */
  retentionSize?: string | undefined;
}

export interface Edit {
  /** The whole file as it is to be; the very same text where nothing changes. */
  text: string;
  changes: Change[];
  notes: Note[];
  /** Whether the file says anything of these volumes. */
  found: boolean;
}

export type Change = Pick<Splice, 'path' | 'line' | 'from' | 'to'>;

/** A value that changes, and how it is spliced in. */
interface Splice extends Pick<Value, 'path' | 'line' | 'start' | 'end'> {
  from: string;
  to: string;
  /** `to` as it is written in place of the text from `start` to `end`. */
  written: string;
}

export type Finding = Splice | Note;

/**
 * Plans what a file of values or manifests has to change for a new size of a component's volumes (§4.C step 5): the size
 * and, where it is set, `retentionSize`, spliced into the text so that not a byte beside them changes. What can't be edited
 * safely is left and noted. Throws a `YamlSyntaxError`.
 */
export function planEdit(text: string, options: ValuesEdit): Edit {
  const file = readDocuments(text);
  const blocks = file.documents.flatMap((leaves) => blocksOf(leaves, options));
  const sized = new Set(blocks.filter(({ leaves, size }) => leafAt(leaves, size)));
  const first = [...sized].slice(0, NAMED + 1);
  const findings = blocks.flatMap((block): Finding[] => {
    if (!sized.has(block)) return withoutSize(block, file);
    return sized.size > 1 ? [oneOfSeveral(block)] : planBlock(block, file, options);
  });
  const splices = findings.filter(isSplice);
  const notes = [
    ...findings.filter((finding): finding is Note => !isSplice(finding)),
    ...embeddedIn(file, options),
  ];
  return {
    text: spliced(text, splices),
    changes: splices.map(({ path, line, from, to }) => ({ path, line, from, to })),
    notes,
    found: sized.size > 0 || notes.length > 0,
  };

  /** Which of several resources a section of values makes is not written in it. */
  function oneOfSeveral(block: Block): Note {
    const others = first.filter((other) => other !== block).slice(0, NAMED);
    const lines = others.map((other) => file.lineOf(leafAt(other.leaves, other.size)));
    const more = sized.size - 1 - lines.length;
    return {
      path: block.size,
      line: file.lineOf(leafAt(block.leaves, block.size)),
      reason: `is one of several such sizes: see also line ${lines.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
      hint: 'Set the new size by hand where it belongs.',
    };
  }
}

/** How many other places a note names. */
const NAMED = 10;

/** The text with each splice in its place; the last one first, so that the places of the others hold. */
function spliced(text: string, splices: Splice[]): string {
  return splices
    .toSorted((one, other) => other.start - one.start)
    .reduce((edited, { start, end, written }) => edited.slice(0, start) + written + edited.slice(end), text);
}

const isSplice = (finding: Finding): finding is Splice => 'written' in finding;

/** What becomes of a block's size, and of the `retentionSize` beside it. */
function planBlock(
  block: Block,
  file: ValuesText,
  { size: to, retentionSize }: { size: string; retentionSize?: string | undefined },
): Finding[] {
  const found = valueAt(block.size, block.leaves, file);
  if ('reason' in found) return [found];
  const { value: from } = found;
  if (parseQuantity(from) === undefined)
    return [noteOn(found, `is ${JSON.stringify(from)}, which is not a valid quantity`, BY_HAND)];
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
      : [noteOn({ path: retentionSize, line }, UNSET, `Add ${wanted} by hand if this file should set it.`)];
  const found = valueAt(retentionSize, leaves, file);
  if ('reason' in found) return [found];
  const { value } = found;
  const next = wanted ?? retentionSizeFor({ retentionSize: value, from, to }) ?? value;
  if (next !== value) return [spliceOf(found, next)];
  const reason = `is ${value}, more than 85% of ${to}`;
  return fillsTooMuch(value, to) ? [noteOn(found, reason, 'Lower it, or grow the volumes further.')] : [];
}

/** What is to be said of a block without a size: it may leave that to a template, to another file, or to nobody. */
function withoutSize({ storage, size, retentionSize, leaves }: Block, file: ValuesText): Note[] {
  const inside = leafFrom(leaves, storage);
  const limit = leafAt(leaves, retentionSize);
  if (!inside)
    return isSet(limit) ? [noteOn({ path: retentionSize, line: file.lineOf(limit) }, ALONE, SUITS)] : [];
  const ancestor = size
    .map((_key, index) => leafAt(leaves, size.slice(0, index + 1)))
    .find((leaf) => leaf !== undefined && leaf.path.length >= storage.length);
  const template = ancestor && templateAt(ancestor.path, leaves, file);
  const hint = `Add ${size.slice(storage.length).join('.')} by hand if this file should set it.`;
  return [template ?? noteOn({ path: storage, line: file.lineOf(inside) }, 'sets no size', hint)];
}

const UNSET = 'is not set in this file';
const ALONE = 'has no matching size in this file';
const SUITS = 'Check that it is 80 to 85% of the new size.';

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

const noteOn = ({ path, line }: Pick<Value, 'path' | 'line'>, reason: string, hint: string): Note => ({
  path,
  line,
  reason,
  hint,
});

/** Values that lie in a file as text, as in an Application's `helm.values: |` or in a ConfigMap: they are not edited. */
function embeddedIn({ documents, lineOf }: ValuesText, owner: Owner): Note[] {
  return documents
    .flat()
    .filter((leaf) => describes(leaf, owner))
    .map((leaf) => ({
      path: leaf.path,
      line: lineOf(leaf),
      reason: 'holds values as text',
      hint: 'Set the new size by hand, or turn the text into a map (helm.valuesObject in an Application).',
    }));
}

function describes({ node }: Leaf, owner: Owner): boolean {
  if (!isScalar(node) || typeof node.value !== 'string' || !node.value.includes('\n')) return false;
  try {
    return readDocuments(node.value).documents.some((leaves) => blocksOf(leaves, owner).length > 0);
  } catch (error) {
    if (error instanceof YamlSyntaxError) return false;
    throw error;
  }
}
