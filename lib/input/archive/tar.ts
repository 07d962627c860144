import { buffer } from 'node:stream/consumers';
import { type ArchivedFile, ArchiveError, allowance, insidePath } from './limits.ts';

/** The files of a tar archive that are wanted. Links and devices are no files. @throws {ArchiveError} */
export async function readTar(content: Buffer, isWanted: (path: string) => boolean): Promise<ArchivedFile[]> {
  // A CommonJS package that is bundled and imported dynamically has only its default export.
  const { extract } = (await import('tar-stream')).default;
  const files: ArchivedFile[] = [];
  const { add } = allowance();
  const entries = extract();
  entries.end(content);
  try {
    for await (const entry of entries) {
      const { name, type, size = 0 } = entry.header;
      add(size);
      const path = insidePath(name);
      if (type === 'file' && isWanted(path)) files.push({ path, content: await buffer(entry) });
      else entry.resume();
    }
  } catch (error) {
    throw error instanceof ArchiveError ? error : new ArchiveError(reasonOf(error), { cause: error });
  }
  // A tar ends with empty blocks. Without them, it was cut between two entries.
  if (content.subarray(-BLOCK).some((byte) => byte !== 0)) throw new ArchiveError('is truncated');
  return files;
}

/** In bytes. */
const BLOCK = 512;

const reasonOf = (error: unknown): string =>
  error instanceof Error && /unexpected end/i.test(error.message)
    ? 'is truncated'
    : 'is not a valid tar archive';
