import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { ZipFile } from 'yazl';

/** A file at an archive's root. */
export interface Entry {
  name: string;
  content: Buffer | string;
  /** Whether it may be executed; others are just read. */
  executable?: boolean;
}

/** zlib's best: krew takes archives compressed by deflate alone. */
const LEVEL = 9;

const modeOf = ({ executable }: Entry): number => (executable ? 0o755 : 0o644);

/** A `.tar.gz` of these entries in their order, which is the same whenever, wherever and by whom it is made. */
export async function tarGz(entries: Entry[], time: Date): Promise<Buffer> {
  const tar = pack();
  for (const entry of entries) {
    const { name, content } = entry;
    tar.entry(
      { name, mode: modeOf(entry), mtime: time, uid: 0, gid: 0, uname: 'root', gname: 'root' },
      content,
    );
  }
  tar.finalize();
  return gzipSync(await buffer(tar), { level: LEVEL });
}

/** The same as a `.zip`. Its entries have Unix modes, which krew heeds everywhere. */
export async function zip(entries: Entry[], time: Date): Promise<Buffer> {
  const file = new ZipFile();
  for (const entry of entries)
    file.addBuffer(Buffer.from(entry.content), entry.name, {
      mode: 0o100000 | modeOf(entry),
      mtime: asLocal(time),
      // A zip's own times have neither seconds nor a time zone; the field that has both would follow ours.
      forceDosTimestamp: true,
      compressionLevel: LEVEL,
    });
  file.end();
  return buffer(file.outputStream);
}

/** The moment at which a clock in this time zone shows what one in UTC does at `time`: a zip's times are a clock's. */
const asLocal = (time: Date): Date =>
  new Date(
    time.getUTCFullYear(),
    time.getUTCMonth(),
    time.getUTCDate(),
    time.getUTCHours(),
    time.getUTCMinutes(),
    time.getUTCSeconds(),
  );
