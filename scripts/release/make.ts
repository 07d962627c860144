/** node make.ts PART: packs one program for one platform and archives it; writes what it `Made` to stdout, as JSON. */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Packing, pack } from '../build/pack.ts';
import { root } from '../root.ts';
import { tarGz, zip } from './archive.ts';

export interface Part extends Pick<Packing, 'prepared' | 'platform' | 'node'> {
  program: string;
  /** A file with the licences of what is in it. */
  notices: string;
  /** The archive that is made. */
  archive: string;
  /** Milliseconds since 1970 that its files are dated with. */
  time: number;
}

export interface Made {
  /** Sizes in bytes. */
  executableSize: number;
  archiveSize: number;
  /** Of the archive, in lower-case hexadecimal digits. */
  sha256: string;
}

const part = JSON.parse(process.argv[2] ?? '{}') as Part;
// pkg reports its progress on stdout.
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);
const folder = await mkdtemp(join(tmpdir(), 'release-'));
try {
  write(JSON.stringify(await make(part, folder)));
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function make({ program, notices, archive, time, ...packing }: Part, work: string): Promise<Made> {
  const isWindows = packing.platform.os === 'windows';
  const name = isWindows ? `${program}.exe` : program;
  const output = join(work, name);
  await pack({ ...packing, output });
  const content = await (isWindows ? zip : tarGz)(
    [
      { name, content: await readFile(output), executable: true },
      { name: 'LICENSE', content: await readFile(join(root, 'LICENSE')) },
      { name: 'THIRD_PARTY_NOTICES.txt', content: await readFile(notices) },
    ],
    new Date(time),
  );
  await writeFile(archive, content);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { executableSize: (await stat(output)).size, archiveSize: content.length, sha256 };
}
