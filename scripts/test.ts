/**
 * npm test [-- FILE…]: every test that needs neither a control plane nor a release, or those named. Those that play whole
 * procedures with whole clusters at length run in `npm run test:cluster`, on the embedded server too.
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.ts';
import { runTests } from './run-tests.ts';

const named = process.argv.slice(2);
const all = globSync('test/**/*.test.ts', {
  cwd: root,
  exclude: (file) => /\.(cluster|release)\.test\.ts$/.test(file),
});
// Tests of whole clusters take longest, so they start first.
const isLong = (file: string): boolean => /^test\/(model|hostile|fuzz|contract|packed)/.test(file);
const inOrder = [...all.filter(isLong), ...all.filter((file) => !isLong(file))];
const isGood = await runTests((named.length > 0 ? named : inOrder).map((file) => join(root, file)));
if (!isGood) process.exitCode = 1;
