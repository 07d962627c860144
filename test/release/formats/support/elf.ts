const ADDRESS = 0x400000;

export interface ElfParts {
  arch: 'amd64' | 'arm64';
  /** The SEA program, as a note; absent if there is none. */
  sea?: Buffer;
}

/** The smallest executable with a build id and a program, each a note. It would not run. */
export function elf({ arch, sea }: ElfParts): Buffer {
  const notes = Buffer.concat([
    note('GNU', Buffer.from('build')),
    ...(sea ? [note('NODE_SEA_BLOB', sea)] : []),
  ]);
  const headers = Buffer.alloc(64 + 2 * 56);
  headers.write('7f454c46020101', 'hex');
  headers.writeUInt16LE(2, 16);
  headers.writeUInt16LE(arch === 'amd64' ? 62 : 183, 18);
  long(headers, 24, ADDRESS);
  long(headers, 32, 64);
  headers.writeUInt16LE(56, 54);
  headers.writeUInt16LE(2, 56);
  segment(headers, 64, { type: 1, flags: 5, offset: 0, size: headers.length + notes.length });
  segment(headers, 120, { type: 4, flags: 4, offset: headers.length, size: notes.length });
  return Buffer.concat([headers, notes]);
}

function segment(
  headers: Buffer,
  at: number,
  { type, flags, offset, size }: { type: number; flags: number; offset: number; size: number },
): void {
  headers.writeUInt32LE(type, at);
  headers.writeUInt32LE(flags, at + 4);
  long(headers, at + 8, offset);
  long(headers, at + 16, ADDRESS + offset);
  long(headers, at + 32, size);
  long(headers, at + 40, size);
}

function note(name: string, content: Buffer): Buffer {
  const header = Buffer.alloc(12);
  header.writeUInt32LE(name.length + 1, 0);
  header.writeUInt32LE(content.length, 4);
  return Buffer.concat([header, upTo4(Buffer.from(`${name}\0`)), upTo4(content)]);
}

const upTo4 = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);

const long = (bytes: Buffer, at: number, value: number): number => bytes.writeBigUInt64LE(BigInt(value), at);
