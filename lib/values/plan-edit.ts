import { isScalar } from 'yaml';
import { type Splice, spliced } from '../input/splice.ts';
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
  type Spot,
  templateAt,
  type Value,
  type ValuesText,
  valueAt,
} from './blocks.ts';

/** The wanted values. */
export interface ValuesEdit extends Owner {
  /** A Kubernetes quantity. */
  size: string;
  /** Chosen by the user. When absent, a `retentionSize` in the file is adapted to the size. */
  retentionSize?: string | undefined;
}

export interface Edit {
  /** The new content of the file; the same text if nothing changes. */
  text: string;
  changes: Change[];
  notes: Note[];
  /** Whether the file mentions these volumes. */
  found: boolean;
}

export interface Change extends Spot {
  from: string;
  to: string;
}

/** Writes `to` with its quotes. */
interface ValueSplice extends Change, Splice {}

export type Finding = ValueSplice | Note;

/**
 * Plans the edit of a file of values or manifests for a new size of a component's volumes (§4.C step 5): the size and, if set,
 * `retentionSize` are spliced into the text, and no other byte changes. Adds a note for what cannot be edited safely.
 *
 * @throws {YamlSyntaxError}
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

  /** Chart values do not say which of several resources they are for. */
  function oneOfSeveral({ size, leaves }: Block): Note {
    const lines = first
      .filter((other) => other.size !== size)
      .slice(0, NAMED)
      .map((other) => file.lineOf(leafAt(other.leaves, other.size)));
    const more = sized.size - 1 - lines.length;
    const reason = `is one of several such sizes: see also line ${lines.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    const spot = { path: size, line: file.lineOf(leafAt(leaves, size)) };
    return noteOn(spot, reason, 'Set the new size by hand where it belongs.');
  }
}

/** How many other lines a note lists. */
const NAMED = 10;

const isSplice = (finding: Finding): finding is ValueSplice => 'written' in finding;

/** The changes of a block's size and `retentionSize`. */
function planBlock(block: Block, file: ValuesText, { size: to, retentionSize }: ValuesEdit): Finding[] {
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

/** The note on a block without a size: a template or another file may set it. */
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

const AS_MAP = 'Set the new size by hand, or turn the text into a map (helm.valuesObject in an Application).';
const UNSET = 'is not set in this file';
const ALONE = 'has no matching size in this file';
const SUITS = 'Check that it is 80 to 85% of the new size.';

/** The chart's default `retentionSize` is empty. */
const isSet = (leaf: Leaf | undefined): boolean =>
  leaf?.node !== undefined && (!isScalar(leaf.node) || Boolean(leaf.node.value));

const spliceOf = ({ path, line, start, end, quote, value }: Value, to: string): ValueSplice => ({
  path,
  line,
  start,
  end,
  from: value,
  to,
  written: `${quote}${to}${quote}`,
});

const noteOn = ({ path, line }: Spot, reason: string, hint: string): Note => ({
  path,
  line,
  reason,
  hint,
});

/** Values embedded as text, as in an Application's `helm.values: |` or in a ConfigMap, are not edited. */
function embeddedIn({ documents, lineOf }: ValuesText, owner: Owner): Note[] {
  return documents
    .flat()
    .filter((leaf) => describes(leaf, owner))
    .map((leaf) => noteOn({ path: leaf.path, line: lineOf(leaf) }, 'holds values as text', AS_MAP));
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
