import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type MachO, readMachO } from './macho-image.ts';
import type { Range } from './macho-linkedit.ts';

/** The slots of a signature that a code directory has a hash of, and the kind of blob that lies in each. */
const SLOTS = new Map([
  [2, { name: 'requirements', magic: 0xfade0c01 }],
  [5, { name: 'entitlements', magic: 0xfade7171 }],
  [7, { name: 'entitlements in DER', magic: 0xfade7172 }],
]);
const CODE_DIRECTORY = { slot: 0, magic: 0xfade0c02 };
const CMS = { slot: 0x10000, magic: 0xfade0b01 };
const AD_HOC = 2;
const LINKER_SIGNED = 0x20000;

export interface MachOSignature {
  identifier: string;
  /** What vouches for the content: nothing, nothing again but a linker did it, or certificates, which are not judged. */
  kind: 'ad-hoc' | 'linker-signed' | 'certified';
  arch: MachO['arch'];
}

/**
 * Verifies the embedded signature of a Mach-O executable: its place, every hash, and that nothing in it is left unsaid.
 *
 * @throws an AssertionError that says what does not hold.
 */
export function verifyMachO(file: Buffer): MachOSignature {
  const image = readMachO(file);
  const { signature } = image;
  assert.ok(signature, 'there is a signature');
  assert.equal(signature.offset % 16, 0, 'the signature is aligned');
  assert.equal(signature.offset + signature.size, file.length, 'the signature is the last thing in the file');
  const blobs = blobsOf(file.subarray(signature.offset));
  const directory = blobs.get(CODE_DIRECTORY.slot);
  const cms = blobs.get(CMS.slot);
  assert.ok(directory, 'there is a code directory');
  assert.equal(directory.readUInt32BE(0), CODE_DIRECTORY.magic, 'the magic of the code directory');
  assert.ok(!cms || cms.readUInt32BE(0) === CMS.magic, 'the magic of the CMS');
  const kind = kindOf(directory.readUInt32BE(12));
  assert.equal((cms?.length ?? 8) > 8, kind === 'certified', 'certificates where it is said so');
  const identifier = identifierOf(directory, kind);
  checkCode(file.subarray(0, signature.offset), directory);
  checkSpecialSlots(directory, blobs);
  checkText(image, directory);
  return { identifier, kind, arch: image.arch };
}

function kindOf(flags: number): MachOSignature['kind'] {
  if ((flags & AD_HOC) === 0) return 'certified';
  assert.equal(flags & ~LINKER_SIGNED, AD_HOC, 'an ad-hoc signature claims nothing else');
  return flags & LINKER_SIGNED ? 'linker-signed' : 'ad-hoc';
}

/** The blobs of a signature by their slot. They lie side by side in the order of their slots, and zeros follow. */
function blobsOf(signature: Buffer): Map<number, Buffer> {
  assert.equal(signature.readUInt32BE(0), 0xfade0cc0, 'the magic of an embedded signature');
  const size = signature.readUInt32BE(4);
  const count = signature.readUInt32BE(8);
  const blobs = new Map<number, Buffer>();
  let end = 12 + count * 8;
  let lastSlot = -1;
  for (let place = 0; place < count; place++) {
    const slot = signature.readUInt32BE(12 + place * 8);
    assert.ok(slot > lastSlot, 'slots are in order');
    assert.equal(signature.readUInt32BE(16 + place * 8), end, 'blobs lie side by side');
    const start = end;
    end += signature.readUInt32BE(start + 4);
    assert.ok(end >= start + 8 && end <= size, 'a blob lies in the signature');
    blobs.set(slot, signature.subarray(start, end));
    lastSlot = slot;
  }
  assert.equal(end, size, 'the signature ends with its last blob');
  assert.ok(signature.subarray(size).every((byte) => byte === 0) && size <= signature.length, 'zeros follow');
  return blobs;
}

function identifierOf(directory: Buffer, kind: MachOSignature['kind']): string {
  const version = directory.readUInt32BE(8);
  assert.ok(version >= 0x20400 && version <= 0x20600, 'a version that says what is executable');
  const start = directory.readUInt32BE(20);
  const end = directory.indexOf(0, start);
  const team = directory.readUInt32BE(48);
  const hashes = directory.readUInt32BE(16) - directory.readUInt32BE(24) * 32;
  assert.ok(start >= 88 && end > start && end < hashes, 'an identifier before the hashes');
  if (kind !== 'certified')
    assert.deepEqual(
      [version, start, end + 1, team],
      [0x20400, 88, hashes, 0],
      'no more than an ad-hoc signature needs: the identifier, and no team',
    );
  return directory.toString('utf8', start, end);
}

/** Every page of the file up to the signature has its hash. */
function checkCode(code: Buffer, directory: Buffer): void {
  const [hashSize, hashType, platform, pageBits = 0] = directory.subarray(36, 40);
  assert.deepEqual([hashSize, hashType, platform], [32, 2, 0], 'SHA-256, for no platform in particular');
  assert.ok(pageBits === 12 || pageBits === 14, 'pages of 4 or 16 KiB');
  assert.equal(directory.readUInt32BE(32), code.length, 'what is signed ends where the signature begins');
  assert.deepEqual(
    [...directory.subarray(40, 48), ...directory.subarray(52, 64)],
    Array(20).fill(0),
    'unused fields',
  );
  const pages = Math.ceil(code.length / 2 ** pageBits);
  const hashes = directory.subarray(directory.readUInt32BE(16));
  assert.equal(directory.readUInt32BE(28), pages, 'a hash for each page');
  assert.equal(hashes.length, pages * 32, 'the code directory ends with the last hash');
  for (let page = 0; page < pages; page++) {
    const content = code.subarray(page * 2 ** pageBits, (page + 1) * 2 ** pageBits);
    assert.ok(sha256(content).equals(hashes.subarray(page * 32, page * 32 + 32)), `the hash of page ${page}`);
  }
}

/** What is not code has its hash where it is there, and zeros where it is not. */
function checkSpecialSlots(directory: Buffer, blobs: Map<number, Buffer>): void {
  const count = directory.readUInt32BE(24);
  for (const [slot, blob] of blobs) {
    if (slot === CODE_DIRECTORY.slot || slot === CMS.slot) continue;
    const { name, magic } = SLOTS.get(slot) ?? {};
    assert.equal(blob.readUInt32BE(0), magic, `slot ${slot} holds what belongs there`);
    assert.ok(slot <= count, `the ${name} are signed`);
  }
  for (let slot = 1; slot <= count; slot++) {
    const at = directory.readUInt32BE(16) - slot * 32;
    const blob = blobs.get(slot);
    const expected = blob ? sha256(blob) : Buffer.alloc(32);
    assert.ok(expected.equals(directory.subarray(at, at + 32)), `the hash of slot −${slot}`);
  }
}

/** The kernel takes as executable what the signature says, and kills a program whose `__TEXT` is anything else. */
function checkText({ segments }: MachO, directory: Buffer): void {
  const text: Range | undefined = segments.find(({ name }) => name === '__TEXT');
  const said = [64, 72, 80].map((at) => Number(directory.readBigUInt64BE(at)));
  assert.deepEqual(said, [text?.offset, text?.size, 1], '__TEXT is what is executable, of a main program');
}

const sha256 = (content: Buffer): Buffer => createHash('sha256').update(content).digest();
