/** npm run test:release [-- FILE…]: what holds of dist/release, which is there by then, and of how it is made. */
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { root } from '../../scripts/root.ts';
import { runTests } from '../../scripts/run-tests.ts';

const named = process.argv.slice(2);
const files = named.length > 0 ? named : globSync('test/**/*.release.test.ts', { cwd: root });
if (!(await runTests(files.map((file) => resolve(root, file))))) process.exitCode = 1;
