import assert from 'node:assert/strict';
import type { Executable } from './image.ts';
import { resourceOf, type Section } from './pe-resources.ts';

const MACHINES = new Map([
  [0x8664, 'amd64' as const],
  [0xaa64, 'arm64' as const],
]);
const EXECUTABLE_IMAGE = 0x2;
const DLL = 0x2000;
const CONSOLE = 3;
const RESOURCES = 2;
const CERTIFICATES = 4;

/** A Windows executable and what is to be known of its signature. */
export interface Pe extends Executable {
  /** The entry of the certificate table: where it lies in the file, in bytes; absent where the entry is empty. */
  certificates: { offset: number; size: number } | undefined;
  /** The checksum in the header, 0 where none is set, and the one that the file has. */
  checksum: { stored: number; actual: number };
}

/** Reads a PE32+ console program: Microsoft's "PE Format". */
export function readPe(file: Buffer): Pe {
  assert.equal(file.toString('latin1', 0, 2), 'MZ', 'a DOS header');
  const header = file.readUInt32LE(0x3c);
  assert.equal(file.readUInt32BE(header), 0x50450000, 'a PE header');
  const coff = file.subarray(header + 4, header + 24);
  const machine = coff.readUInt16LE(0);
  const arch = MACHINES.get(machine);
  assert.ok(arch, `machine 0x${machine.toString(16)} is neither x64 nor ARM64`);
  assert.equal(coff.readUInt16LE(18) & (EXECUTABLE_IMAGE | DLL), EXECUTABLE_IMAGE, 'a program, no library');
  const optional = file.subarray(header + 24, header + 24 + coff.readUInt16LE(16));
  assert.equal(optional.readUInt16LE(0), 0x20b, 'PE32+, for 64 bits');
  assert.equal(optional.readUInt16LE(68), CONSOLE, 'a program for the console');
  const sections = sectionsOf(file.subarray(header + 24 + optional.length), coff.readUInt16LE(2));
  checkSections(sections, { optional, end: file.length });
  const resources = entryOf(optional, RESOURCES);
  const certificates = entryOf(optional, CERTIFICATES);
  return {
    os: 'windows',
    arch,
    seaResource: resources && resourceOf(file, sections, { root: resources.offset, name: 'NODE_SEA_BLOB' }),
    certificates,
    checksum: { stored: optional.readUInt32LE(64), actual: checksumOf(file, header + 24 + 64) },
  };
}

/** An entry of the data directories: an address in memory, of certificates an offset in the file, and a size. */
function entryOf(optional: Buffer, place: number): { offset: number; size: number } | undefined {
  assert.ok(optional.readUInt32LE(108) > place, `data directory ${place}`);
  const [offset, size] = [optional.readUInt32LE(112 + place * 8), optional.readUInt32LE(116 + place * 8)];
  return offset === 0 && size === 0 ? undefined : { offset, size };
}

const sectionsOf = (table: Buffer, count: number): Section[] =>
  Array.from({ length: count }, (_, place) => ({
    memorySize: table.readUInt32LE(place * 40 + 8),
    address: table.readUInt32LE(place * 40 + 12),
    size: table.readUInt32LE(place * 40 + 16),
    offset: table.readUInt32LE(place * 40 + 20),
  }));

/** The loader takes an image only whose sections follow one another without a gap, up to the size that it names. */
function checkSections(sections: Section[], { optional, end }: { optional: Buffer; end: number }): void {
  const alignment = optional.readUInt32LE(32);
  const aligned = (value: number): number => Math.ceil(value / alignment) * alignment;
  let address = aligned(optional.readUInt32LE(60));
  for (const section of sections) {
    assert.equal(section.address, address, 'a section begins where the one before it ends');
    assert.equal(section.offset % optional.readUInt32LE(36), 0, 'a section is aligned in the file');
    assert.ok(section.offset + section.size <= end, 'a section lies in the file');
    address = aligned(address + (section.memorySize || section.size));
  }
  assert.equal(address, optional.readUInt32LE(56), 'the image ends with its last section');
  const entry = optional.readUInt32LE(16);
  const holds = ({ address: start, memorySize }: Section): boolean =>
    entry >= start && entry < start + memorySize;
  assert.ok(sections.some(holds), 'the program starts in a section');
}

/** As `CheckSumMappedFile` counts: words are added in ones' complement, and the length of the file. */
function checksumOf(file: Buffer, field: number): number {
  let sum = 0;
  for (let at = 0; at < file.length; at++) {
    if (at >= field && at < field + 4) continue;
    sum += (file[at] ?? 0) << (at % 2 === 0 ? 0 : 8);
    if (sum > 0xffff) sum -= 0xffff;
  }
  return sum + file.length;
}
