import { hash } from 'node:crypto';

const CODE_DIRECTORY = 0xfade0c02;
const REQUIREMENTS = 0xfade0c01;
const CMS = 0xfade0b01;
const SUPER_BLOB = 0xfade0cc0;
/** The first version of a code directory that says which part of the file is executable, and its size in bytes. */
const VERSION = 0x20400;
const DIRECTORY_SIZE = 88;
const AD_HOC = 2;
const MAIN_BINARY = 1n;
const SHA_256 = 2;
const HASH_SIZE = 32;
/** The unit of hashing, 4 KiB as a power of two. It is apart from the page size of memory: macOS takes it everywhere. */
const PAGE_BITS = 12;
const PAGE = 1 << PAGE_BITS;
/** Hashes of what is not code: slot −2 is the requirements, slot −1 an Info.plist, which a bare executable has none of. */
const SPECIAL_SLOTS = 2;

/** A stretch of the file, in bytes. */
export interface CodeExtent {
  offset: number;
  length: number;
}

/**
 * An embedded ad hoc signature: a SuperBlob with a code directory of SHA-256 hashes, an empty set of requirements and an
 * empty CMS. All numbers are big-endian; layouts are those of `osfmk/kern/cs_blobs.h` in Apple's xnu.
 *
 * @param code everything that precedes the signature in the file.
 * @param text the `__TEXT` segment.
 */
export function adHocSignature(code: Buffer, identifier: string, text: CodeExtent): Buffer {
  const requirements = blob(REQUIREMENTS, Buffer.alloc(4));
  return superBlob([
    { slot: 0, content: codeDirectory(code, identifier, { text, requirements }) },
    { slot: 2, content: requirements },
    { slot: 0x10000, content: blob(CMS, Buffer.alloc(0)) },
  ]);
}

/** The bytes that the signature of so much code takes. */
export const adHocSignatureSize = (codeLength: number, identifier: string): number =>
  12 + 3 * 8 + hashesOffset(identifier) + pages(codeLength) * HASH_SIZE + 12 + 8;

function superBlob(parts: { slot: number; content: Buffer }[]): Buffer {
  const index = Buffer.alloc(4 + parts.length * 8);
  index.writeUInt32BE(parts.length);
  let at = 8 + index.length;
  for (const [place, { slot, content }] of parts.entries()) {
    index.writeUInt32BE(slot, 4 + place * 8);
    index.writeUInt32BE(at, 8 + place * 8);
    at += content.length;
  }
  return blob(SUPER_BLOB, Buffer.concat([index, ...parts.map(({ content }) => content)]));
}

function codeDirectory(
  code: Buffer,
  identifier: string,
  { text, requirements }: { text: CodeExtent; requirements: Buffer },
): Buffer {
  const hashes = hashesOffset(identifier);
  const directory = Buffer.alloc(hashes + pages(code.length) * HASH_SIZE);
  directory.writeUInt32BE(CODE_DIRECTORY, 0);
  directory.writeUInt32BE(directory.length, 4);
  directory.writeUInt32BE(VERSION, 8);
  directory.writeUInt32BE(AD_HOC, 12);
  directory.writeUInt32BE(hashes, 16);
  directory.writeUInt32BE(DIRECTORY_SIZE, 20);
  directory.writeUInt32BE(SPECIAL_SLOTS, 24);
  directory.writeUInt32BE(pages(code.length), 28);
  directory.writeUInt32BE(code.length, 32);
  directory.set([HASH_SIZE, SHA_256, 0, PAGE_BITS], 36);
  directory.writeBigUInt64BE(BigInt(text.offset), 64);
  directory.writeBigUInt64BE(BigInt(text.length), 72);
  directory.writeBigUInt64BE(MAIN_BINARY, 80);
  directory.write(identifier, DIRECTORY_SIZE);
  sha256(requirements).copy(directory, hashes - 2 * HASH_SIZE);
  for (let page = 0; page < pages(code.length); page++)
    sha256(code.subarray(page * PAGE, (page + 1) * PAGE)).copy(directory, hashes + page * HASH_SIZE);
  return directory;
}

function blob(magic: number, content: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(magic, 0);
  header.writeUInt32BE(8 + content.length, 4);
  return Buffer.concat([header, content]);
}

/** Where the hashes of the code begin in the directory: behind the identifier and the special slots, which count down. */
const hashesOffset = (identifier: string): number =>
  DIRECTORY_SIZE + Buffer.byteLength(identifier) + 1 + SPECIAL_SLOTS * HASH_SIZE;

const pages = (length: number): number => Math.ceil(length / PAGE);

const sha256 = (content: Buffer): Buffer => hash('sha256', content, 'buffer');
