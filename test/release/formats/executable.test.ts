import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { thisPlatform } from '../../../scripts/build/platforms.ts';
import { readExecutable } from './executable.ts';
import { edited } from './support/edited.ts';
import { elf } from './support/elf.ts';
import { machO } from './support/macho.ts';
import { pe } from './support/pe.ts';

const makers = { linux: elf, darwin: machO, windows: pe } as const;

for (const [os, make] of Object.entries(makers))
  for (const arch of ['amd64', 'arm64'] as const)
    for (const sea of [undefined, Buffer.from('program')])
      test(`${os} on ${arch} ${sea ? 'with' : 'without'} a program`, () => {
        const { seaResource, ...rest } = readExecutable(make({ arch, ...(sea && { sea }) }));
        assert.deepEqual([rest.os, rest.arch, seaResource], [os, arch, sea]);
      });

test('the Node that runs this is an executable of this platform, without a program', async () => {
  const { os, arch, seaResource } = readExecutable(await readFile(process.execPath));
  assert.deepEqual({ os, arch, seaResource }, { ...thisPlatform(), seaResource: undefined });
});

test('refuses anything else', () => {
  assert.throws(() => readExecutable(Buffer.from('#!/bin/sh\n')), /begins with the bytes "23212f62"/);
});

const brokenElf: [string, (file: Buffer) => void, RegExp][] = [
  ['32 bits', (file) => void file.writeUInt8(1, 4), /64-bit/],
  ['an object file', (file) => void file.writeUInt16LE(1, 16), /an executable/],
  ['another processor', (file) => void file.writeUInt16LE(8, 18), /machine 8/],
  ['a start outside of the code', (file) => void file.writeUInt32LE(0, 24), /execution starts/],
  ['code that is data', (file) => void file.writeUInt32LE(4, 64 + 4), /execution starts/],
  ['a segment beyond the file', (file) => void file.writeUInt32LE(0x9000, 64 + 32), /lies in the file/],
  ['notes that are not mapped', (file) => void file.writeUInt32LE(0x500000, 120 + 16), /notes are mapped/],
  ['a note beyond its segment', (file) => void file.writeUInt32LE(0x9000, 176 + 4), /lies in its segment/],
];

for (const [what, damage, message] of brokenElf)
  test(`not read: an ELF file with ${what}`, () => {
    const file = elf({ arch: 'amd64', sea: Buffer.from('program') });
    assert.throws(() => readExecutable(edited(file, damage)), message);
  });
