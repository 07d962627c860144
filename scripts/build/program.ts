/** node program.ts NAME OUTPUT: bundles, compiles and packs one program for this machine. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pack } from './pack.ts';
import { thisPlatform } from './platforms.ts';
import { prepare } from './prepare.ts';

const [name = '', output = ''] = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), `${name}-`));
try {
  const prepared = await prepare(name, folder);
  await pack({ prepared, platform: thisPlatform(), node: process.execPath, output });
} finally {
  await rm(folder, { recursive: true, force: true });
}
