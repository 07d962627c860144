import { adHocSignature, adHocSignatureSize, type CodeExtent } from './ad-hoc-signature.ts';

const MAGIC_64 = 0xfeedfacf;
const MAGIC_32 = 0xfeedface;
const MAGIC_UNIVERSAL = 0xcafebabe;
const EXECUTE = 2;
const SEGMENT_64 = 0x19;
const CODE_SIGNATURE = 0x1d;
const HEADER_SIZE = 32;
const SIGNATURE_COMMAND_SIZE = 16;
const SIGNATURE_ALIGNMENT = 16;

/** The page size of virtual memory in bytes, by CPU type: x86_64 and arm64. */
const VM_PAGE = new Map([
  [0x01000007, 4096],
  [0x0100000c, 16384],
]);

/**
 * Signs a thin 64-bit Mach-O executable ad hoc: with hashes of its content and no identity. macOS on arm64 starts nothing
 * without a signature. One that is there already is replaced; the same input gives the same bytes. Layouts are those of
 * Apple's `mach-o/loader.h`.
 *
 * @param identifier the name that macOS knows the program by, as `codesign --identifier` takes it.
 * @throws where the file is anything else, damaged, or without room for one more load command.
 */
export function signMachO(executable: Buffer, identifier: string): Buffer {
  if (identifier === '' || identifier.includes('\0'))
    throw new Error('A signature needs an identifier without NUL characters.');
  const page = pageOf(executable);
  const commands = commandsOf(executable);
  const text = segment(executable, commands, '__TEXT');
  const linkedit = segment(executable, commands, '__LINKEDIT');
  const existing = commands.find(({ type }) => type === CODE_SIGNATURE);
  const end = endOfContent(executable, linkedit, existing);

  const start = alignUp(end, SIGNATURE_ALIGNMENT);
  const size = alignUp(adHocSignatureSize(start, identifier), SIGNATURE_ALIGNMENT);
  const signed = Buffer.alloc(start + size);
  executable.copy(signed, 0, 0, end);
  const command = existing?.at ?? addCommand(signed, text);
  signed.writeUInt32LE(CODE_SIGNATURE, command);
  signed.writeUInt32LE(SIGNATURE_COMMAND_SIZE, command + 4);
  signed.writeUInt32LE(start, command + 8);
  signed.writeUInt32LE(size, command + 12);
  const linkeditSize = signed.length - linkedit.offset;
  signed.writeBigUInt64LE(BigInt(alignUp(linkeditSize, page)), linkedit.at + 32);
  signed.writeBigUInt64LE(BigInt(linkeditSize), linkedit.at + 48);
  adHocSignature(signed.subarray(0, start), identifier, text).copy(signed, start);
  return signed;
}

interface Command {
  /** Where it lies in the file. */
  at: number;
  type: number;
  size: number;
}

interface Segment extends Command, CodeExtent {
  /** Where the content of its first section lies in the file; its end where no section has any. */
  firstContent: number;
}

function pageOf(file: Buffer): number {
  const magic = file.length < HEADER_SIZE ? undefined : file.readUInt32LE(0);
  if (magic !== MAGIC_64) throw new Error(wrongMagic(file));
  const type = file.readUInt32LE(12);
  if (type !== EXECUTE) throw new Error(`This Mach-O file is no executable: its file type is ${type}.`);
  const cpu = file.readUInt32LE(4);
  const page = VM_PAGE.get(cpu);
  if (!page) throw new Error(`This executable is for neither x86_64 nor arm64: its CPU type is ${cpu}.`);
  return page;
}

function wrongMagic(file: Buffer): string {
  const start = file.subarray(0, 4);
  const magics = start.length < 4 ? [] : [start.readUInt32LE(), start.readUInt32BE()];
  if (magics[1] === MAGIC_UNIVERSAL)
    return 'This is a universal file: sign the executable of each architecture.';
  if (magics.includes(MAGIC_32)) return 'This Mach-O file is a 32-bit one.';
  if (magics.includes(MAGIC_64)) return 'This Mach-O file is big-endian or ends within its header.';
  return `This is not a Mach-O file: it begins with the bytes "${start.toString('hex')}".`;
}

function commandsOf(file: Buffer): Command[] {
  const commands: Command[] = [];
  const end = HEADER_SIZE + file.readUInt32LE(20);
  let at = HEADER_SIZE;
  for (let left = file.readUInt32LE(16); left > 0; left--) {
    const size = at + 8 <= Math.min(end, file.length) ? file.readUInt32LE(at + 4) : 0;
    if (size < 8 || at + size > Math.min(end, file.length))
      throw new Error(`The load commands of this Mach-O file are damaged at byte ${at}.`);
    commands.push({ at, type: file.readUInt32LE(at), size });
    at += size;
  }
  return commands;
}

function segment(file: Buffer, commands: Command[], name: string): Segment {
  const command = commands.find(
    ({ at, type, size }) =>
      type === SEGMENT_64 &&
      size >= 72 &&
      file.toString('latin1', at + 8, at + 8 + name.length + 1) === `${name}\0`,
  );
  if (!command) throw new Error(`This Mach-O file has no segment ${name}.`);
  const offset = Number(file.readBigUInt64LE(command.at + 40));
  const size = Number(file.readBigUInt64LE(command.at + 48));
  if (offset + size > file.length)
    throw new Error(
      `The segment ${name} of this Mach-O file ends at byte ${offset + size}, but the file has ${file.length}.`,
    );
  const offsets = Array.from({ length: Math.floor((command.size - 72) / 80) }, (_, section) =>
    file.readUInt32LE(command.at + 72 + section * 80 + 48),
  );
  return {
    ...command,
    offset,
    length: size,
    firstContent: Math.min(offset + size, ...offsets.filter(Boolean)),
  };
}

/** Where the content ends that the signature is to follow. The signature has to be the last thing of the file. */
function endOfContent(file: Buffer, linkedit: Segment, signature: Command | undefined): number {
  const end = linkedit.offset + linkedit.length;
  if (end !== file.length)
    throw new Error(`Something follows __LINKEDIT in this Mach-O file, at byte ${end}.`);
  if (!signature) return end;
  const start = signature.size === SIGNATURE_COMMAND_SIZE ? file.readUInt32LE(signature.at + 8) : 0;
  if (start < linkedit.offset || start > end || start + file.readUInt32LE(signature.at + 12) !== end)
    throw new Error('The signature of this Mach-O file is not the last thing of its __LINKEDIT.');
  return start;
}

/** Counts one more load command and gives its place: the gap between the last one and the first section. */
function addCommand(file: Buffer, text: Segment): number {
  const size = file.readUInt32LE(20);
  const at = HEADER_SIZE + size;
  if (at + SIGNATURE_COMMAND_SIZE > text.firstContent)
    throw new Error(
      `This Mach-O file has no room for one more load command before byte ${text.firstContent}.`,
    );
  file.writeUInt32LE(file.readUInt32LE(16) + 1, 16);
  file.writeUInt32LE(size + SIGNATURE_COMMAND_SIZE, 20);
  return at;
}

const alignUp = (value: number, to: number): number => Math.ceil(value / to) * to;
