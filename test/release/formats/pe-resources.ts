import assert from 'node:assert/strict';

/** A stretch of memory and where the file has its content. */
export interface Section {
  address: number;
  memorySize: number;
  offset: number;
  size: number;
}

const RCDATA = 10;
const IS_DIRECTORY = 0x80000000;

/**
 * The raw data of that name, as `FindResource` finds it: resources are a tree of type, name and language, whose root lies at
 * an address in memory. Of several languages it gives the first.
 */
export function resourceOf(
  file: Buffer,
  sections: Section[],
  { root, name }: { root: number; name: string },
): Buffer | undefined {
  const tree = contentAt(file, sections, root);
  const names = find(tree, 0, RCDATA);
  const languages = names && find(tree, directoryOf(names), name);
  const leaf = languages && entriesOf(tree, directoryOf(languages))[0]?.target;
  if (leaf === undefined) return undefined;
  const size = tree.readUInt32LE(leaf + 4);
  const content = contentAt(file, sections, tree.readUInt32LE(leaf)).subarray(0, size);
  assert.equal(content.length, size, 'a resource lies in its section');
  return content;
}

interface Entry {
  key: number | string;
  /** Where what it leads to lies in the tree, with a bit that says whether it is a directory. */
  target: number;
}

const find = (tree: Buffer, directory: number, key: Entry['key']): number | undefined =>
  entriesOf(tree, directory).find((entry) => entry.key === key)?.target;

/** The loader searches by bisection: names before numbers, each in order. */
function entriesOf(tree: Buffer, directory: number): Entry[] {
  const named = tree.readUInt16LE(directory + 12);
  const entries = Array.from({ length: named + tree.readUInt16LE(directory + 14) }, (_, place) => {
    const at = directory + 16 + place * 8;
    const key = tree.readUInt32LE(at);
    return { key: place < named ? textAt(tree, directoryOf(key)) : key, target: tree.readUInt32LE(at + 4) };
  });
  const keys = entries.map(({ key }) => key);
  const inOrder = [...keys].sort((a, b) =>
    typeof a === typeof b ? (a < b ? -1 : 1) : typeof a === 'string' ? -1 : 1,
  );
  assert.deepEqual(keys, inOrder, 'resources are in order');
  return entries;
}

function directoryOf(target: number): number {
  assert.ok(target >= IS_DIRECTORY, 'a directory, or a name');
  return target - IS_DIRECTORY;
}

const textAt = (tree: Buffer, at: number): string =>
  tree.toString('utf16le', at + 2, at + 2 + tree.readUInt16LE(at) * 2);

/** What the file has for memory from an address to the end of its section. */
function contentAt(file: Buffer, sections: Section[], address: number): Buffer {
  const section = sections.find(
    (candidate) => address >= candidate.address && address < candidate.address + candidate.size,
  );
  assert.ok(section, 'an address lies in a section');
  return file.subarray(section.offset + address - section.address, section.offset + section.size);
}
