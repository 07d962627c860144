import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../scripts/root.ts';
import { type Mutant, mutated } from './places.ts';

/** How long the tests of one mutant may take, in milliseconds. One that makes them run forever is caught. */
const PATIENCE = 180_000;

/** Whether tests fail with the mutant; without one, whether they fail at all. They end with the first that does. */
export async function isCaught(
  tests: readonly string[],
  mutant: Mutant | undefined,
  { folder, nr, signal }: { folder: string; nr: number; signal: AbortSignal },
): Promise<boolean> {
  const program = join(folder, `tests-${nr}.mjs`);
  const together = pathToFileURL(join(root, 'scripts/testing/together.ts')).href;
  writeFileSync(
    program,
    `import { runTogether } from '${together}';\nrunTogether(${JSON.stringify(tests)});\n`,
  );
  const served = join(folder, `mutant-${nr}.json`);
  if (mutant) {
    const path = join(root, mutant.file);
    const text = mutated(readFileSync(path, 'utf8'), mutant);
    writeFileSync(served, JSON.stringify({ url: pathToFileURL(path).href, text }));
  }
  const serve = mutant ? ['--import', pathToFileURL(join(import.meta.dirname, 'serve.ts')).href] : [];
  const child = spawn(process.execPath, ['--no-warnings', '--test-reporter=tap', ...serve, program], {
    cwd: root,
    env: { ...process.env, MUTANT: served },
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: PATIENCE,
    signal,
  });
  let line = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (line + text).split('\n');
    line = lines.pop() ?? '';
    if (lines.some((one) => /^ *not ok /.test(one))) child.kill('SIGKILL');
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code !== 0));
  });
}
