import assert from 'node:assert/strict';
import type { Executable } from './image.ts';
import { type Command, checkLinkedit, type Range, rangeAt } from './macho-linkedit.ts';

const CPUS = new Map([
  [0x01000007, { arch: 'amd64', page: 0x1000 } as const],
  [0x0100000c, { arch: 'arm64', page: 0x4000 } as const],
]);
const HEADER_SIZE = 32;
const SEGMENT_64 = 0x19;
const CODE_SIGNATURE = 0x1d;

export interface Segment extends Range {
  name: string;
  address: number;
  memorySize: number;
  sections: (Range & { name: string })[];
}

/** A Mach-O executable, its parts by where they lie in the file. */
export interface MachO extends Executable {
  segments: Segment[];
  signature: Range | undefined;
}

/** Reads a thin 64-bit Mach-O executable, and holds its layout against what Apple's linker makes and its kernel wants. */
export function readMachO(file: Buffer): MachO {
  assert.equal(file.readUInt32LE(0), 0xfeedfacf, '64-bit, little-endian');
  const cpu = CPUS.get(file.readUInt32LE(4));
  assert.ok(cpu, 'for x86_64 or arm64');
  assert.equal(file.readUInt32LE(12), 2, 'an executable');
  const commands = commandsOf(file);
  const segments = commands.filter(({ type }) => type === SEGMENT_64).map(({ bytes }) => segmentOf(bytes));
  const commandsEnd = HEADER_SIZE + file.readUInt32LE(20);
  const text = segments.find(({ name }) => name === '__TEXT');
  for (const { offset, size } of text?.sections ?? [])
    assert.ok(size === 0 || offset >= commandsEnd, 'the load commands end before the first section');
  checkOrder(segments, { page: cpu.page, end: file.length });
  const signatures = commands.filter(({ type }) => type === CODE_SIGNATURE);
  assert.ok(signatures.length <= 1, 'one signature at most');
  const signature = signatures.map(({ bytes, size }) => {
    assert.equal(size, 16, 'the size of LC_CODE_SIGNATURE');
    return rangeAt(bytes, 8);
  })[0];
  checkLinkedit(commands, { linkedit: segments.at(-1), signature });
  const sections = segments.find(({ name }) => name === 'NODE_SEA')?.sections;
  const blob = sections?.find(({ name }) => name === '__NODE_SEA_BLOB');
  const seaResource = blob && file.subarray(blob.offset, blob.offset + blob.size);
  return { os: 'darwin', arch: cpu.arch, seaResource, segments, signature };
}

function commandsOf(file: Buffer): Command[] {
  const all = file.subarray(HEADER_SIZE, HEADER_SIZE + file.readUInt32LE(20));
  const commands: Command[] = [];
  let at = 0;
  while (at < all.length) {
    const size = all.readUInt32LE(at + 4);
    assert.ok(size >= 8 && size % 8 === 0 && at + size <= all.length, 'a load command has its size');
    commands.push({ type: all.readUInt32LE(at), size, bytes: all.subarray(at, at + size) });
    at += size;
  }
  assert.equal(commands.length, file.readUInt32LE(16), 'as many load commands as the header says');
  return commands;
}

function segmentOf(command: Buffer): Segment {
  const long = (at: number): number => Number(command.readBigUInt64LE(at));
  assert.equal(command.length, 72 + command.readUInt32LE(64) * 80, 'a segment has room for its sections');
  const segment = {
    name: text16(command, 8),
    address: long(24),
    memorySize: long(32),
    offset: long(40),
    size: long(48),
  };
  const sections = Array.from({ length: command.readUInt32LE(64) }, (_, place) => {
    const at = 72 + place * 80;
    assert.equal(text16(command, at + 16), segment.name, 'a section names its segment');
    const isZeroFilled = [1, 12, 18].includes(command.readUInt8(at + 64));
    const size = isZeroFilled ? 0 : long(at + 40);
    const offset = command.readUInt32LE(at + 48);
    const isInside = offset >= segment.offset && offset + size <= segment.offset + segment.size;
    assert.ok(size === 0 || isInside, 'a section lies in its segment');
    if (size > 0)
      assert.equal(long(at + 32) - segment.address, offset - segment.offset, 'file and memory agree');
    return { name: text16(command, at), offset, size };
  });
  return { ...segment, sections };
}

/** Segments follow one another, in the file and in memory, on pages; `__LINKEDIT` is the last and ends the file. */
function checkOrder(segments: Segment[], { page, end }: { page: number; end: number }): void {
  let reached = { offset: 0, address: 0 };
  for (const { name, offset, size, address, memorySize } of segments) {
    assert.equal(address % page, 0, `${name} begins on a page`);
    assert.ok(memorySize >= size, `${name} has memory for its content`);
    assert.ok(address >= reached.address, `${name} lies behind the one before it in memory`);
    reached = { ...reached, address: address + memorySize };
    if (size === 0) continue;
    assert.ok(
      offset >= reached.offset && offset % page === 0,
      `${name} lies behind the one before it, on a page`,
    );
    reached.offset = offset + size;
  }
  assert.equal(segments.at(-1)?.name, '__LINKEDIT', 'the last segment');
  assert.equal(reached.address % page, 0, '__LINKEDIT fills pages');
  assert.equal(reached.offset, end, '__LINKEDIT ends the file');
}

const text16 = (bytes: Buffer, at: number): string =>
  bytes.toString('latin1', at, at + 16).replace(/\0*$/, '');
