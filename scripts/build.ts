/**
 * node scripts/build.ts: packs both plugins for this machine, as dist/kubectl-bmh and dist/kubectl-monitoring. What is
 * there already, made from the same sources and packages by the same Node, stays.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inputsOf } from './build/inputs.ts';
import { plugins } from './plugins.ts';
import { root } from './root.ts';

const dist = join(root, 'dist');
const extension = process.platform === 'win32' ? '.exe' : '';

await mkdir(dist, { recursive: true });
const inputs = await inputsOf(root);
const results = await Promise.allSettled(plugins.map(({ program }) => build(program)));
for (const result of results) {
  if (result.status === 'fulfilled') continue;
  const { stderr, message } = result.reason as Error & { stderr?: string };
  process.stderr.write(`${stderr || message}\n`);
  process.exitCode = 1;
}

async function build(name: string): Promise<void> {
  const output = join(dist, name + extension);
  const stamp = join(dist, `.${name}.inputs`);
  if (existsSync(output) && existsSync(stamp) && (await readFile(stamp, 'utf8')) === inputs) return;
  process.stderr.write(`Packing dist/${name}${extension} …\n`);
  // A process of its own for each: packing takes a core and nearly 1 GB of memory for some seconds.
  const words = [join(root, 'scripts', 'build', 'program.ts'), name, output];
  await promisify(execFile)(process.execPath, words, { cwd: root });
  await writeFile(stamp, inputs);
}
