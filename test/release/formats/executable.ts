import { readElf } from './elf.ts';
import type { Executable } from './image.ts';
import { readMachO } from './macho-image.ts';
import { readPe } from './pe.ts';

/**
 * Reads an executable of any of the three systems.
 *
 * @throws if it is not an executable, or its parts are inconsistent.
 */
export function readExecutable(file: Buffer): Executable {
  if (file.readUInt32BE(0) === 0x7f454c46) return readElf(file);
  if (file.readUInt32LE(0) === 0xfeedfacf) return readMachO(file);
  if (file.toString('latin1', 0, 2) === 'MZ') return readPe(file);
  throw new Error(`No executable begins with the bytes "${file.toString('hex', 0, 4)}".`);
}
