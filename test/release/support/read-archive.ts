import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { fromBufferPromise } from 'yauzl';
import type { ArchiveEntry } from '../archive-rules.ts';

/** A member of an archive with all that its bytes say. */
export interface Member extends ArchiveEntry {
  content: Buffer;
  /** In a zip what a clock shows, taken for UTC. */
  time: Date;
}

/** Reads a `.tar.gz`, or a `.zip` by its central directory. */
export const readArchive = (file: string, content: Buffer): Promise<Member[]> =>
  file.endsWith('.zip') ? readZip(content) : readTar(gunzipSync(content));

async function readTar(content: Buffer): Promise<Member[]> {
  const members: Member[] = [];
  const reader = extract();
  reader.end(content);
  for await (const entry of reader) {
    const { name, type, mode = 0, mtime = new Date(0) } = entry.header;
    const kind = type === 'file' || type === 'directory' ? type : 'other';
    members.push({ name, type: kind, mode, time: mtime, content: await buffer(entry) });
  }
  return members;
}

const KIND = 0o170000;
const REGULAR = 0o100000;

async function readZip(content: Buffer): Promise<Member[]> {
  const members: Member[] = [];
  const zip = await fromBufferPromise(content);
  for await (const entry of zip.eachEntry()) {
    const unix = entry.externalFileAttributes >>> 16;
    members.push({
      name: entry.fileName,
      type: (unix & KIND) === REGULAR ? 'file' : 'other',
      mode: unix & 0o7777,
      time: entry.getLastModDate({ timezone: 'UTC' }),
      content: await buffer(await zip.openReadStreamPromise(entry)),
    });
  }
  return members;
}
