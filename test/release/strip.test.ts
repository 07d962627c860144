import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripped } from '../../scripts/build/strip.ts';

const HEADER = 0x40;
const [LOADED, UNLOADED] = [2n, 0n];

interface Section {
  flags: bigint;
  content: string;
}

const code: Section = { flags: LOADED, content: 'code' };
const symbols: Section = { flags: UNLOADED, content: 'symbols, many of them' };
const names: Section = { flags: UNLOADED, content: 'names' };

test('removes sections that are not loaded, except their names', () => {
  const file = elf([code, symbols, names]);
  const output = stripped(file);
  assert.deepEqual(sectionsOf(output), ['', 'code', 'names']);
  assert.deepEqual(output.subarray(HEADER, HEADER + 4), file.subarray(HEADER, HEADER + 4), 'nothing moves');
  assert.ok(!output.includes('symbols'));
});

test('leaves a stripped file unchanged', () => {
  const output = stripped(elf([code, names]));
  assert.deepEqual(stripped(output), output);
});

test('refuses other files, and ELF files with another section layout', () => {
  assert.throws(() => stripped(Buffer.from('#!/bin/sh')), { message: 'This is no 64-bit ELF file.' });
  assert.throws(() => stripped(elf([symbols, code, names])), { message: /are mixed/ });
});

/** A file of these sections, after the empty one that is always first; the last has the names. See elf(5). */
function elf(sections: Section[]): Buffer {
  const contents = Buffer.from(sections.map(({ content }) => content).join(''));
  const header = Buffer.alloc(HEADER);
  header.write('\x7fELF\x02\x01', 'latin1');
  header.writeBigUInt64LE(BigInt(HEADER + contents.length), 0x28);
  header.writeUInt16LE(0x40, 0x3a);
  header.writeUInt16LE(sections.length + 1, 0x3c);
  header.writeUInt16LE(sections.length, 0x3e);
  let offset = HEADER;
  const table = sections.map(({ flags, content }) => {
    const section = Buffer.alloc(0x40);
    section.writeBigUInt64LE(flags, 0x08);
    section.writeBigUInt64LE(BigInt(offset), 0x18);
    section.writeBigUInt64LE(BigInt(content.length), 0x20);
    offset += content.length;
    return section;
  });
  return Buffer.concat([header, contents, Buffer.alloc(0x40), ...table]);
}

/** The content of each section that a file has. */
function sectionsOf(file: Buffer): string[] {
  const table = Number(file.readBigUInt64LE(0x28));
  return Array.from({ length: file.readUInt16LE(0x3c) }, (_, index) => {
    const section = file.subarray(table + index * 0x40);
    const offset = Number(section.readBigUInt64LE(0x18));
    return file.toString('latin1', offset, offset + Number(section.readBigUInt64LE(0x20)));
  });
}
