import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { order } from '../../words/text.ts';
import { type ArchivedFile, ArchiveError, LARGEST, tooLarge } from './limits.ts';
import { readTar } from './tar.ts';
import { readZip } from './zip.ts';

/**
 * The files of an archive (.tar, .tar.gz, .tgz, .zip) that are wanted, in the order of their paths. What it is, is seen by its bytes.
 * Of entries with the same path, the last counts, as it does where they are unpacked.
 *
 * @throws {ArchiveError} if it is broken, encrypted or too large, or has an entry that leads out of it.
 */
export async function readArchive(
  content: Buffer,
  isWanted: (path: string) => boolean,
): Promise<ArchivedFile[]> {
  const files = await filesOf(content, isWanted);
  return [...new Map(files.map((file) => [file.path, file])).values()].toSorted((one, other) =>
    order(one.path, other.path),
  );
}

function filesOf(content: Buffer, isWanted: (path: string) => boolean): Promise<ArchivedFile[]> {
  if (startsWith(content, 0, ZIP) || startsWith(content, 0, EMPTY_ZIP)) return readZip(content, isWanted);
  if (startsWith(content, 0, GZIP)) return unpacked(content).then((tar) => readTar(tar, isWanted));
  if (startsWith(content, 257, TAR)) return readTar(content, isWanted);
  throw new ArchiveError('is not a .tar.gz, .tgz, .tar or .zip archive');
}

const [ZIP, EMPTY_ZIP, GZIP, TAR] = ['PK\x03\x04', 'PK\x05\x06', '\x1f\x8b', 'ustar'];

const startsWith = (content: Buffer, at: number, text: string): boolean =>
  content.toString('latin1', at, at + text.length) === text;

async function unpacked(content: Buffer): Promise<Buffer> {
  try {
    return await promisify(gunzip)(content, { maxOutputLength: LARGEST });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw new ArchiveError(code === 'Z_BUF_ERROR' ? 'is truncated' : 'is not a valid gzip archive', {
      cause: error,
    });
  }
}
