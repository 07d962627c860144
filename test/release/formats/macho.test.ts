import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { signMachO } from '../../../scripts/release/sign-macho.ts';
import { verifyMachO } from './macho.ts';
import { readMachO } from './macho-image.ts';
import { edited } from './support/edited.ts';
import { machO } from './support/macho.ts';

const signed = signMachO(machO({ arch: 'amd64', sea: Buffer.from('program') }), 'kubectl-bmh');
const expected = { identifier: 'kubectl-bmh', kind: 'ad-hoc', arch: 'amd64' };

/** Whether a change is noticed: it does not verify, or not as the same. */
function isNoticed(changed: Buffer): boolean {
  try {
    assert.deepEqual(verifyMachO(changed), expected);
    return false;
  } catch {
    return true;
  }
}

test('detects one flipped bit at any place of a signed file', () => {
  assert.deepEqual(verifyMachO(signed), expected);
  for (let at = 0; at < signed.length; at++) {
    const changed = edited(signed, (copy) => copy.writeUInt8(copy.readUInt8(at) ^ (1 << (at % 8)), at));
    assert.ok(isNoticed(changed), `a change at byte ${at} of ${signed.length}`);
  }
});

test('detects missing and added bytes in a signed file', () => {
  fc.assert(
    fc.property(fc.nat(signed.length - 1), (length) => isNoticed(signed.subarray(0, length))),
    { numRuns: 100 },
  );
  assert.ok(isNoticed(Buffer.concat([signed, Buffer.alloc(1)])));
});

test('detects changes to content and load commands', () => {
  const change = fc.record({ at: fc.nat(signed.length - 1), value: fc.nat(255) });
  fc.assert(
    fc.property(
      fc.uniqueArray(change, { minLength: 1, maxLength: 5, selector: ({ at }) => at }),
      (changes) => {
        const changed = Buffer.from(signed);
        for (const { at, value } of changes) changed[at] = value;
        fc.pre(!changed.equals(signed));
        return isNoticed(changed);
      },
    ),
    { numRuns: 200 },
  );
});

test('reads an unsigned file but does not verify it', () => {
  const file = machO({ arch: 'arm64', sea: Buffer.from('program') });
  const { os, arch, seaResource, signature } = readMachO(file);
  assert.deepEqual(
    { os, arch, seaResource: String(seaResource), signature },
    { os: 'darwin', arch: 'arm64', seaResource: 'program', signature: undefined },
  );
  assert.throws(() => verifyMachO(file), { message: 'there is a signature' });
});

/** Load commands of an image without a program: `__TEXT` at 32, `__LINKEDIT` at 184, the symbol table at 256. */
const broken: [string, (file: Buffer) => unknown, RegExp][] = [
  ['a load command less than counted', (file) => file.writeUInt32LE(2, 16), /as many load commands/],
  [
    'load commands into the first section',
    (file) => [32 + 72 + 32, 32 + 72 + 48].map((at) => file.writeUInt32LE(200, at)),
    /before the first section/,
  ],
  ['a section beside its segment', (file) => file.writeUInt32LE(0x2000, 32 + 72 + 48), /lies in its segment/],
  ['a section elsewhere in memory', (file) => file.writeUInt32LE(0, 32 + 72 + 32), /file and memory agree/],
  ['a segment off its page', (file) => file.writeUInt32LE(0x1010, 184 + 24), /__LINKEDIT begins on a page/],
  [
    'segments on top of each other',
    (file) => file.writeUInt32LE(0, 184 + 24),
    /behind the one before it in memory/,
  ],
  ['too little memory', (file) => file.writeUInt32LE(0, 184 + 32), /has memory for its content/],
  ['half a page of memory', (file) => file.writeUInt32LE(0x800, 184 + 32), /__LINKEDIT fills pages/],
  ['another segment last', (file) => file.write('__OTHERS', 184 + 8), /the last segment/],
  ['content behind __LINKEDIT', (file) => file.writeUInt32LE(6, 184 + 48), /ends the file/],
  [
    'strings outside of __LINKEDIT',
    (file) => file.writeUInt32LE(16, 256 + 16),
    /0x2 names lies in __LINKEDIT/,
  ],
];

for (const [what, damage, message] of broken)
  test(`not read: ${what}`, () => {
    const file = machO({ arch: 'amd64' });
    readMachO(file);
    assert.throws(() => readMachO(edited(file, damage)), message);
  });
