import assert from 'node:assert/strict';
import type { Executable } from './image.ts';

const MACHINES = new Map([
  [62, 'amd64' as const],
  [183, 'arm64' as const],
]);
/** At a fixed address, or anywhere. */
const TYPES = [2, 3];
const LOAD = 1;
const NOTE = 4;
const CAN_EXECUTE = 1;

/** A program header: what of the file the loader maps where. */
interface Segment {
  type: number;
  flags: number;
  offset: number;
  address: number;
  fileSize: number;
  memorySize: number;
}

/** Reads a 64-bit little-endian ELF executable for Linux: `elf(5)`. */
export function readElf(file: Buffer): Executable {
  assert.equal(file.toString('hex', 0, 7), '7f454c46020101', 'ELF, 64-bit, little-endian, version 1');
  assert.ok(TYPES.includes(file.readUInt16LE(16)), 'an executable');
  const machine = file.readUInt16LE(18);
  const arch = MACHINES.get(machine);
  assert.ok(arch, `machine ${machine} is neither x86-64 nor AArch64`);
  const segments = segmentsOf(file);
  const entry = Number(file.readBigUInt64LE(24));
  const code = segments.find((segment) => segment.type === LOAD && holds(segment, entry));
  assert.ok(code && code.flags & CAN_EXECUTE, 'execution starts in memory that holds code');
  return { os: 'linux', arch, seaResource: noteOf(file, segments, 'NODE_SEA_BLOB') };
}

function segmentsOf(file: Buffer): Segment[] {
  const table = Number(file.readBigUInt64LE(32));
  assert.equal(file.readUInt16LE(54), 56, 'the size of a program header');
  const segments = Array.from({ length: file.readUInt16LE(56) }, (_, place) => {
    const at = table + place * 56;
    const long = (offset: number): number => Number(file.readBigUInt64LE(at + offset));
    return {
      type: file.readUInt32LE(at),
      flags: file.readUInt32LE(at + 4),
      offset: long(8),
      address: long(16),
      fileSize: long(32),
      memorySize: long(40),
    };
  });
  let reached = 0;
  for (const { offset, address, fileSize, memorySize } of segments.filter(({ type }) => type === LOAD)) {
    assert.ok(offset + fileSize <= file.length && fileSize <= memorySize, 'what is mapped lies in the file');
    assert.ok(address >= reached, 'what is mapped is in order and does not overlap');
    reached = address + memorySize;
  }
  return segments;
}

/** The note of that name, looked for where a running program would: in memory, by the addresses of the note segments. */
function noteOf(file: Buffer, segments: Segment[], name: string): Buffer | undefined {
  for (const { address, memorySize } of segments.filter(({ type }) => type === NOTE)) {
    const loaded = segments.find(
      (segment) =>
        segment.type === LOAD &&
        holds(segment, address) &&
        address + memorySize <= segment.address + segment.fileSize,
    );
    assert.ok(loaded, 'notes are mapped');
    const start = loaded.offset + address - loaded.address;
    const notes = file.subarray(start, start + memorySize);
    for (let at = 0; at + 12 <= notes.length; ) {
      const nameEnd = at + 12 + notes.readUInt32LE(at);
      const content = at + 12 + upTo4(notes.readUInt32LE(at));
      const end = content + notes.readUInt32LE(at + 4);
      assert.ok(end <= notes.length, 'a note lies in its segment');
      if (notes.toString('latin1', at + 12, nameEnd).replace(/\0$/, '') === name)
        return notes.subarray(content, end);
      at = content + upTo4(end - content);
    }
  }
  return undefined;
}

const holds = ({ address, memorySize }: Segment, at: number): boolean =>
  at >= address && at < address + memorySize;

const upTo4 = (size: number): number => (size + 3) & ~3;
