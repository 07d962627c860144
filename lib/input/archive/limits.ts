/** A file of an archive. Its path has slashes, and stays inside the archive. */
export interface ArchivedFile {
  path: string;
  content: Buffer;
}

/** An archive that is not read. The message completes "ARCHIVE …". */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

const MIB = 1024 * 1024;

/** The maximum size of what an archive unpacks to, in bytes: it is held in memory. */
export const LARGEST = 128 * MIB;

/** The maximum number of entries. */
const MOST = 20_000;

/** Counts what an archive unpacks to. `add` takes a size in bytes. @throws {ArchiveError} if it is too much. */
export function allowance(): { add(size: number): void } {
  let [entries, bytes] = [0, 0];
  return {
    add(size) {
      entries += 1;
      bytes += size;
      if (entries > MOST) throw new ArchiveError(`has more than ${MOST} entries`);
      if (bytes > LARGEST) throw tooLarge();
    },
  };
}

export const tooLarge = (): ArchiveError => new ArchiveError(`unpacks to more than ${LARGEST / MIB} MiB`);

/**
 * The path of an entry without what means nothing (`./`, `//`).
 *
 * @throws {ArchiveError} if it leads out of the archive. No file is written by such a path, but the archive is not to be trusted.
 */
export function insidePath(name: string): string {
  const path = name.replaceAll('\\', '/');
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (path.startsWith('/') || /^[a-z]:/i.test(path) || parts.includes('..') || path.includes('\0'))
    throw new ArchiveError(`has an entry that leads out of it: ${name}`);
  return parts.join('/');
}
