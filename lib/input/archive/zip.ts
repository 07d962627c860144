import { buffer } from 'node:stream/consumers';
import type { Entry } from 'yauzl';
import { type ArchivedFile, ArchiveError, allowance, insidePath } from './limits.ts';

/** The files of a zip archive that are wanted. Links are no files. @throws {ArchiveError} */
export async function readZip(content: Buffer, isWanted: (path: string) => boolean): Promise<ArchivedFile[]> {
  // A CommonJS package that is bundled and imported dynamically has only its default export.
  const { fromBufferPromise } = (await import('yauzl')).default;
  const files: ArchivedFile[] = [];
  const { add } = allowance();
  try {
    const zip = await fromBufferPromise(content);
    for await (const entry of zip.eachEntry()) {
      // It unpacks to what it says here, or reading it fails.
      add(entry.uncompressedSize);
      const path = insidePath(entry.fileName);
      if (!isFile(entry) || !isWanted(path)) continue;
      if (entry.isEncrypted()) throw new ArchiveError(`is encrypted: ${path}`);
      files.push({ path, content: await buffer(await zip.openReadStreamPromise(entry)) });
    }
  } catch (error) {
    throw error instanceof ArchiveError ? error : new ArchiveError(reasonOf(error), { cause: error });
  }
  return files;
}

/** The type of a file in the mode that Unix writes; 0 where another system wrote the archive. */
const TYPE = 0o170000;
const REGULAR = 0o100000;

function isFile({ fileName, externalFileAttributes }: Entry): boolean {
  const type = (externalFileAttributes >>> 16) & TYPE;
  return !fileName.endsWith('/') && (type === 0 || type === REGULAR);
}

function reasonOf(error: unknown): string {
  const { message } = error as Error;
  const [, path] =
    /^(?:invalid relative path|absolute path|invalid characters in fileName): (.*)$/s.exec(message) ?? [];
  return path === undefined
    ? `is truncated, or not a valid zip archive (${message})`
    : `has an entry that leads out of it: ${path}`;
}
