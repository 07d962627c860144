const PAGE = { amd64: 0x1000, arm64: 0x4000 } as const;
const CPU = { amd64: 0x01000007, arm64: 0x0100000c } as const;

export interface MachOParts {
  arch: keyof typeof PAGE;
  /** What the only section of `__TEXT` holds. */
  text?: Buffer;
  /** What the section of the SEA program holds; absent if there is none. */
  sea?: Buffer;
  /** What `__LINKEDIT` holds: the string table. */
  strings?: Buffer;
  /** Bytes between the last load command and the first section. */
  room?: number;
}

/** The smallest executable that has what a signer and a reader look at. It is not signed, and would not run. */
export function machO({ arch, text = Buffer.from('code'), sea, strings, room = 32 }: MachOParts): Buffer {
  const page = PAGE[arch];
  const linked = strings ?? Buffer.from('\0_main\0');
  const commandsSize = 152 + (sea ? 152 : 0) + 72 + 24;
  const textOffset = 32 + commandsSize + room;
  const textSize = upTo(page, textOffset + text.length);
  const seaSize = upTo(page, sea?.length ?? 0);
  const linkedit = { offset: textSize + seaSize, size: linked.length };
  const commands = [
    segment(
      '__TEXT',
      { offset: 0, size: textSize },
      { page, section: { name: '__text', offset: textOffset, size: text.length } },
    ),
    ...(sea
      ? [
          segment(
            'NODE_SEA',
            { offset: textSize, size: sea.length },
            {
              page,
              section: { name: '__NODE_SEA_BLOB', offset: textSize, size: sea.length },
            },
          ),
        ]
      : []),
    segment('__LINKEDIT', linkedit, { page }),
    numbers(0x2, 24, 0, 0, linkedit.offset, linkedit.size),
  ];
  const header = numbers(0xfeedfacf, CPU[arch], 0, 2, commands.length, commandsSize, 0, 0);
  const file = Buffer.alloc(linkedit.offset + linked.length);
  Buffer.concat([header, ...commands]).copy(file);
  text.copy(file, textOffset);
  sea?.copy(file, textSize);
  linked.copy(file, linkedit.offset);
  return file;
}

interface Part {
  offset: number;
  size: number;
}

/** A segment's load command. Memory begins at 4 GiB and has the order of the file. */
function segment(
  name: string,
  { offset, size }: Part,
  { page, section }: { page: number; section?: Part & { name: string } },
): Buffer {
  const command = Buffer.alloc(72 + (section ? 80 : 0));
  numbers(0x19, command.length).copy(command);
  command.write(name, 8);
  long(command, 24, 2 ** 32 + offset);
  long(command, 32, upTo(page, size));
  long(command, 40, offset);
  long(command, 48, size);
  command.writeUInt32LE(section ? 1 : 0, 64);
  if (!section) return command;
  command.write(section.name, 72);
  command.write(name, 88);
  long(command, 104, 2 ** 32 + section.offset);
  long(command, 112, section.size);
  command.writeUInt32LE(section.offset, 120);
  return command;
}

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [place, value] of values.entries()) bytes.writeUInt32LE(value, place * 4);
  return bytes;
}

const long = (bytes: Buffer, at: number, value: number): number => bytes.writeBigUInt64LE(BigInt(value), at);

const upTo = (page: number, size: number): number => Math.ceil(size / page) * page;
