/**
 * node --random-seed=1 compile.ts FOLDER
 *
 * Writes beside each script in the folder what V8 makes of the whole of it, as `.cache`: the packed file then compiles
 * nothing when it starts. Nothing is run on the way, and the hash seed (which V8 draws from the random one) is fixed, so
 * the same scripts give the same caches.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import v8 from 'node:v8';
import vm from 'node:vm';

const [folder = ''] = process.argv.slice(2);
const names = readdirSync(folder).filter((name) => name.endsWith('.js'));

v8.setFlagsFromString('--no-lazy');
const scripts = names.sort().map((filename) => ({
  filename,
  script: new vm.Script(readFileSync(join(folder, filename), 'latin1'), { filename }),
}));
// V8 refuses a cache that was written under other flags than it is read under.
v8.setFlagsFromString('--lazy');
for (const { filename, script } of scripts)
  writeFileSync(join(folder, `${filename}.cache`), script.createCachedData());
