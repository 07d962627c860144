import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { withoutCertificates } from '../../../scripts/release/pe.ts';
import { readPe } from './pe.ts';
import { edited } from './support/edited.ts';
import { FIELDS, pe } from './support/pe.ts';

const sea = Buffer.from('program');
const plain = pe({ arch: 'amd64', sea });
const withTail = (length: number, claimed = length): Buffer =>
  pe({
    arch: 'arm64',
    sea,
    tail: Buffer.alloc(length, 0x42),
    certificates: { offset: plain.length, size: claimed },
  });

test('removes certificates at the end and keeps the rest', () => {
  assert.ok(withoutCertificates(withTail(24)).equals(pe({ arch: 'arm64', sea })));
});

test('empties the entry and keeps the content if they do not match', () => {
  const within = pe({ arch: 'amd64', sea, certificates: { offset: plain.length - 0x200, size: 0x200 } });
  assert.ok(withoutCertificates(within).equals(plain), 'a section that lies there by now');
  const beyond = pe({ arch: 'amd64', sea, certificates: { offset: plain.length, size: 64 } });
  assert.ok(withoutCertificates(beyond).equals(plain), 'certificates cut off before');
  const followed = withoutCertificates(withTail(24, 16));
  assert.ok(followed.subarray(plain.length).equals(Buffer.alloc(24, 0x42)), 'something that follows them');
  assert.equal(readPe(followed).certificates, undefined);
});

test('leaves an executable without certificates unchanged', () => {
  assert.ok(withoutCertificates(plain).equals(plain));
  const noEntry = edited(plain, (file) => file.writeUInt32LE(4, FIELDS.certificates - 4 * 8 - 4));
  assert.ok(withoutCertificates(noEntry).equals(noEntry));
});

test('updates a checksum that is set, and leaves an unset one', () => {
  const tails = fc.tuple(fc.integer({ min: 1, max: 65 }), fc.uint8Array({ maxLength: 600 }));
  fc.assert(
    fc.property(tails, fc.boolean(), ([tail, program], isSet) => {
      const file = pe({
        arch: 'amd64',
        sea: Buffer.from(program),
        tail: Buffer.alloc(tail, 0xf3),
        certificates: { offset: 1, size: 1 },
      });
      if (isSet) file.writeUInt32LE(1, FIELDS.checksum);
      const before = Buffer.from(file);
      const { checksum } = readPe(withoutCertificates(file));
      assert.equal(checksum.stored, isSet ? checksum.actual : 0);
      assert.ok(file.equals(before), 'the input is left alone');
    }),
    { numRuns: 60 },
  );
});

test('computes a checksum whose carry carries again', () => {
  const ending = (word: number): Buffer =>
    edited(pe({ arch: 'amd64', sea, tail: Buffer.of(word & 0xff, word >> 8) }), (file) =>
      file.writeUInt32LE(1, FIELDS.checksum),
    );
  const { checksum } = readPe(ending(0));
  const wordsSum = checksum.actual - ending(0).length;
  const { stored, actual } = readPe(withoutCertificates(ending(0x10000 - wordsSum))).checksum;
  assert.equal(stored, actual);
});

test('is idempotent', () => {
  const file = edited(withTail(40), (copy) => copy.writeUInt32LE(1, FIELDS.checksum));
  const unsigned = withoutCertificates(file);
  assert.ok(withoutCertificates(unsigned).equals(unsigned));
});

const refused: [string, Buffer, RegExp][] = [
  ['an empty file', Buffer.alloc(0), /not a Windows executable: it begins with ""/],
  ['an ELF file', Buffer.from('\x7fELF'), /not a Windows executable: it begins with "7f454c46"/],
  [
    'a DOS program',
    edited(plain, (file) => file.writeUInt32LE(0x7fffffff, 0x3c)),
    /not a Windows executable/,
  ],
  ['half the headers', plain.subarray(0, 0x190), /headers of this Windows executable are damaged/],
  ['a 32-bit program', edited(plain, (file) => file.writeUInt16LE(0x10b, 0x98)), /its magic is 0x10b/],
];

for (const [what, file, message] of refused)
  test(`refused: ${what}`, () => {
    assert.throws(() => withoutCertificates(file), message);
  });

test('reports what is wrong with any damaged file', () => {
  const damage = fc.record({ at: fc.nat(0x200), value: fc.nat(255), length: fc.nat(plain.length) });
  fc.assert(
    fc.property(damage, ({ at, value, length }) => {
      const damaged = edited(withTail(8), (copy) => copy.writeUInt8(value, at));
      for (const input of [damaged, damaged.subarray(0, length)])
        try {
          withoutCertificates(input);
        } catch (error) {
          assert.equal((error as NodeJS.ErrnoException).code, undefined, String(error));
        }
    }),
    { numRuns: 300 },
  );
});

const broken: [string, (file: Buffer) => unknown, RegExp][] = [
  ['another processor', (file) => file.writeUInt16LE(0x14c, FIELDS.machine), /machine 0x14c/],
  ['a library', (file) => file.writeUInt16LE(0x2022, 0x96), /no library/],
  ['a program with windows', (file) => file.writeUInt16LE(2, 0x98 + 68), /for the console/],
  [
    'a gap between sections',
    (file) => file.writeUInt32LE(0x3000, 0x98 + 240 + 40 + 12),
    /where the one before it ends/,
  ],
  [
    'a section beyond the file',
    (file) => file.writeUInt32LE(0x10000, 0x98 + 240 + 40 + 16),
    /lies in the file/,
  ],
  ['an image of another size', (file) => file.writeUInt32LE(0x9000, 0x98 + 56), /ends with its last section/],
  ['a start outside of all sections', (file) => file.writeUInt32LE(0x9000, 0x98 + 16), /starts in a section/],
];

for (const [what, damage, message] of broken)
  test(`not read: ${what}`, () => {
    const file = pe({ arch: 'amd64' });
    readPe(file);
    assert.throws(() => readPe(edited(file, damage)), message);
  });
