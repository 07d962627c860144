/** npm test [-- FILE…]: every test that needs no control plane, or those named, on `node:test`. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.ts';
import { runTests } from './run-tests.ts';

const named = process.argv.slice(2);
const all = globSync('test/**/*.test.ts', {
  cwd: root,
  exclude: (file) => file.endsWith('.cluster.test.ts'),
});
const isGood = await runTests((named.length > 0 ? named : all).map((file) => join(root, file)));
if (!isGood) process.exitCode = 1;
