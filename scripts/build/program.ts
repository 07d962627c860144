/** node program.ts NAME OUTPUT: bundles, rehearses and packs one program. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.ts';
import { pack } from './pack.ts';
import { rehearse } from './rehearsal.ts';

const start = fileURLToPath(new URL('start.cjs', import.meta.url));

const [name = '', output = ''] = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), `${name}-`));
try {
  const scripts = await bundle(name);
  for (const [file, text] of scripts) {
    await writeFile(join(folder, file), text);
    await writeFile(join(folder, `${file}.cache`), '');
  }
  await rehearse(name, start, folder);
  const assets = [...scripts.keys()].flatMap((file) => [file, `${file}.cache`]);
  await pack(start, Object.fromEntries(assets.map((file) => [`./${file}`, join(folder, file)])), output);
  await chmod(output, 0o755);
} finally {
  await rm(folder, { recursive: true, force: true });
}
