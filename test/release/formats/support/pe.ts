const ALIGNMENT = 0x200;
const PAGE = 0x1000;
const HEADERS = 0x400;
const OPTIONAL = 0x80 + 24;

/** Where the fields lie in the file that `pe` makes. */
export const FIELDS = {
  machine: 0x84,
  checksum: OPTIONAL + 64,
  certificates: OPTIONAL + 112 + 4 * 8,
} as const;

export interface PeParts {
  arch: 'amd64' | 'arm64';
  /** The SEA program among the resources; absent if there is none. */
  sea?: Buffer;
  /** What follows the last section. */
  tail?: Buffer;
  /** The entry of the certificate table. */
  certificates?: { offset: number; size: number };
}

/** The smallest console program that has what is read and changed: a section of code, one of resources. It would not run. */
export function pe({ arch, sea, tail = Buffer.alloc(0), certificates }: PeParts): Buffer {
  const resources = resourceSection(sea ?? Buffer.alloc(0), sea ? 'NODE_SEA_BLOB' : 'OTHER');
  const rawSize = Math.ceil(resources.length / ALIGNMENT) * ALIGNMENT;
  const headers = Buffer.alloc(HEADERS);
  headers.write('MZ');
  headers.writeUInt32LE(0x80, 0x3c);
  headers.write('PE\0\0', 0x80);
  headers.writeUInt16LE(arch === 'amd64' ? 0x8664 : 0xaa64, FIELDS.machine);
  headers.writeUInt16LE(2, 0x86);
  headers.writeUInt16LE(240, 0x94);
  headers.writeUInt16LE(0x22, 0x96);
  const optional = headers.subarray(OPTIONAL, OPTIONAL + 240);
  optional.writeUInt16LE(0x20b, 0);
  optional.writeUInt32LE(PAGE, 16);
  optional.writeUInt32LE(PAGE, 32);
  optional.writeUInt32LE(ALIGNMENT, 36);
  optional.writeUInt32LE(2 * PAGE + Math.ceil(resources.length / PAGE) * PAGE, 56);
  optional.writeUInt32LE(HEADERS, 60);
  optional.writeUInt16LE(3, 68);
  optional.writeUInt32LE(16, 108);
  pair(optional, 112 + 2 * 8, 2 * PAGE, resources.length);
  pair(optional, 112 + 4 * 8, certificates?.offset ?? 0, certificates?.size ?? 0);
  section(headers, 0, { address: PAGE, memorySize: 4, offset: HEADERS, size: ALIGNMENT });
  section(headers, 1, {
    address: 2 * PAGE,
    memorySize: resources.length,
    offset: HEADERS + ALIGNMENT,
    size: rawSize,
  });
  return Buffer.concat([
    headers,
    Buffer.alloc(ALIGNMENT, 0xcc),
    resources,
    Buffer.alloc(rawSize - resources.length),
    tail,
  ]);
}

function section(
  headers: Buffer,
  place: number,
  part: { address: number; memorySize: number; offset: number; size: number },
): void {
  const at = OPTIONAL + 240 + place * 40;
  pair(headers, at + 8, part.memorySize, part.address);
  pair(headers, at + 16, part.size, part.offset);
}

/** A tree of one resource: type RT_RCDATA, its name, one language. It begins at address 2 × PAGE. */
function resourceSection(content: Buffer, name: string): Buffer {
  const tree = Buffer.alloc(3 * 24 + 16 + 2 + name.length * 2);
  const leaf = 3 * 24;
  tree.writeUInt16LE(1, 14);
  pair(tree, 16, 10, 0x80000000 + 24);
  tree.writeUInt16LE(1, 24 + 12);
  pair(tree, 24 + 16, 0x80000000 + leaf + 16, 0x80000000 + 48);
  tree.writeUInt16LE(1, 48 + 14);
  pair(tree, 48 + 16, 0x409, leaf);
  pair(tree, leaf, 2 * PAGE + tree.length, content.length);
  tree.writeUInt16LE(name.length, leaf + 16);
  tree.write(name, leaf + 18, 'utf16le');
  return Buffer.concat([tree, content]);
}

function pair(bytes: Buffer, at: number, first: number, second: number): void {
  bytes.writeUInt32LE(first, at);
  bytes.writeUInt32LE(second, at + 4);
}
