import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { signMachO } from '../../../scripts/release/sign-macho.ts';
import { verifyMachO } from './macho.ts';
import { edited } from './support/edited.ts';
import { type MachOParts, machO } from './support/macho.ts';

/** Of any size alike, where the array's own lengths are mostly small. */
const bytes = (max: number) => fc.nat(max).map((size) => Buffer.alloc(size, `${size} bytes\0`));
const image = fc
  .record({
    arch: fc.constantFrom('amd64' as const, 'arm64' as const),
    text: bytes(9000),
    sea: fc.option(bytes(5000), { nil: undefined }),
    strings: bytes(9000),
    room: fc.integer({ min: 16, max: 5000 }),
  })
  .map((parts) => ({ arch: parts.arch, file: machO(parts as MachOParts) }));
const identifier = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .filter((text) => !text.includes('\0'));

test('signs verifiably and reproducibly', () => {
  fc.assert(
    fc.property(image, identifier, ({ arch, file }, name) => {
      const before = Buffer.from(file);
      const signed = signMachO(file, name);
      assert.deepEqual(verifyMachO(signed), { identifier: name, kind: 'ad-hoc', arch });
      assert.equal(signed.length % 16, 0, 'as codesign does, the signature ends aligned');
      assert.ok(signMachO(file, name).equals(signed), 'twice the same');
      assert.ok(file.equals(before), 'the input is left alone');
    }),
    { numRuns: 60 },
  );
});

test('replaces a longer or shorter signature', () => {
  fc.assert(
    fc.property(image, identifier, identifier, ({ file }, first, second) => {
      const signed = signMachO(signMachO(file, first), second);
      assert.ok(signed.equals(signMachO(file, second)));
    }),
    { numRuns: 40 },
  );
});

test('changes no content except the load commands', () => {
  fc.assert(
    fc.property(image, identifier, ({ file }, name) => {
      const signed = signMachO(file, name);
      const commandsEnd = 32 + signed.readUInt32LE(20);
      assert.ok(signed.subarray(commandsEnd, file.length).equals(file.subarray(commandsEnd)));
    }),
    { numRuns: 40 },
  );
});

const plain = machO({ arch: 'amd64' });
/** Where the load command of its `__LINKEDIT` lies. */
const LINKEDIT = 32 + 152;
const refused: [string, Buffer, RegExp][] = [
  ['an empty file', Buffer.alloc(0), /not a Mach-O file: it begins with the bytes ""/],
  ['an ELF file', Buffer.from('\x7fELF'), /not a Mach-O file: it begins with the bytes "7f454c46"/],
  ['a universal file', edited(plain, (file) => file.writeUInt32BE(0xcafebabe)), /universal file/],
  ['a 32-bit file', edited(plain, (file) => file.writeUInt32LE(0xfeedface)), /32-bit/],
  ['a big-endian file', edited(plain, (file) => file.writeUInt32BE(0xfeedfacf)), /big-endian/],
  ['half a header', plain.subarray(0, 20), /ends within its header/],
  ['a library', edited(plain, (file) => file.writeUInt32LE(6, 12)), /no executable: its file type is 6/],
  ['another processor', edited(plain, (file) => file.writeUInt32LE(18, 4)), /neither x86_64 nor arm64/],
  ['load commands beyond the file', plain.subarray(0, 200), /damaged at byte 184/],
  [
    'a load command without a size',
    edited(plain, (file) => file.fill(0, LINKEDIT + 4, LINKEDIT + 8)),
    /at byte 184/,
  ],
  ['no __TEXT', edited(plain, (file) => file.write('__TEXTS', 40)), /no segment __TEXT/],
  [
    'no __LINKEDIT',
    edited(plain, (file) => file.write('__LINKEDITS', LINKEDIT + 8)),
    /no segment __LINKEDIT/,
  ],
  ['a segment beyond the file', plain.subarray(0, -1), /__LINKEDIT of this Mach-O file ends at byte 4103/],
  ['content behind __LINKEDIT', Buffer.concat([plain, plain]), /follows __LINKEDIT .* at byte 4103/],
  ['no room for a load command', machO({ arch: 'amd64', room: 15 }), /no room .* before byte 295/],
];

for (const [what, file, message] of refused)
  test(`refused: ${what}`, () => {
    assert.throws(() => signMachO(file, 'x'), message);
  });

test('refuses a signature that is not at the end of the file', () => {
  const signed = signMachO(machO({ arch: 'arm64' }), 'x');
  const command = 32 + signed.readUInt32LE(20) - 16;
  for (const field of [8, 12]) {
    const moved = edited(signed, (file) =>
      file.writeInt32LE(file.readInt32LE(command + field) - 16, command + field),
    );
    assert.throws(() => signMachO(moved, 'x'), /not the last thing of its __LINKEDIT/);
  }
});

for (const name of ['', 'a\0b'])
  test(`refused: the identifier ${JSON.stringify(name)}`, () => {
    assert.throws(() => signMachO(machO({ arch: 'arm64' }), name), /needs an identifier/);
  });

test('reports what is wrong with any damaged file', () => {
  const file = signMachO(machO({ arch: 'amd64', sea: Buffer.from('program') }), 'x');
  const damage = fc.record({ place: fc.nat(400), value: fc.nat(255), length: fc.nat(file.length) });
  fc.assert(
    fc.property(damage, ({ place, value, length }) => {
      const damaged = edited(file, (copy) => copy.writeUInt8(value, place));
      for (const input of [damaged, file.subarray(0, length)])
        try {
          signMachO(input, 'x');
        } catch (error) {
          assert.equal((error as NodeJS.ErrnoException).code, undefined, String(error));
        }
    }),
    { numRuns: 300 },
  );
});
