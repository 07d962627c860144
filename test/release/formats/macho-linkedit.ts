import assert from 'node:assert/strict';

/** A load command. */
export interface Command {
  type: number;
  size: number;
  bytes: Buffer;
}

export interface Range {
  offset: number;
  size: number;
}

const SYMTAB = 0x2;
const DYSYMTAB = 0xb;
/** Where in each load command the pairs of 32-bit offset and size are that say what lies in `__LINKEDIT`. */
const LINKED = new Map([
  [0x26, [8]], // function starts
  [0x29, [8]], // data in code
  [0x2b, [8]], // code signing requirements of libraries
  [0x2e, [8]], // optimisation hints
  [0x80000022, [8, 16, 24, 32, 40]], // dyld info
  [0x80000033, [8]], // exports
  [0x80000034, [8]], // chained fixups
]);

/** What load commands point to in `__LINKEDIT` lies there, and before the signature. */
export function checkLinkedit(
  commands: Command[],
  { linkedit, signature }: { linkedit: Range | undefined; signature: Range | undefined },
): void {
  const start = linkedit?.offset ?? 0;
  const end = signature?.offset ?? start + (linkedit?.size ?? 0);
  for (const { type, bytes } of commands)
    for (const { offset, size } of linkedRanges(type, bytes))
      assert.ok(
        size === 0 || (offset >= start && offset + size <= end),
        `what load command 0x${type.toString(16)} names lies in __LINKEDIT, before the signature`,
      );
}

function linkedRanges(type: number, command: Buffer): Range[] {
  const entries = (at: number, entry: number): Range => ({
    offset: command.readUInt32LE(at),
    size: command.readUInt32LE(at + 4) * entry,
  });
  if (type === SYMTAB) return [entries(8, 16), rangeAt(command, 16)];
  if (type === DYSYMTAB) return [entries(56, 4)];
  return (LINKED.get(type) ?? []).map((at) => rangeAt(command, at));
}

/** What a pair of 32-bit offset and size names. */
export const rangeAt = (command: Buffer, at: number): Range => ({
  offset: command.readUInt32LE(at),
  size: command.readUInt32LE(at + 4),
});
