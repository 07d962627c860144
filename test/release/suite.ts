/** npm run test:release [-- FILE…]: what holds of dist/release, which is there by then, and of how it is made. */
import { globSync } from 'node:fs';
import { delimiter, dirname, resolve } from 'node:path';
import { root } from '../../scripts/root.ts';
import { runTests } from '../../scripts/run-tests.ts';
import { buildProgram } from '../cluster/build.ts';
import { onPath } from '../cluster/on-path.ts';

/** Longer than it takes to make a part of a release once more on a busy machine, in milliseconds. */
const PATIENCE = 1_800_000;

const [go, kubectl] = [await onPath('go', process.env), await onPath('kubectl', process.env)];
if (go !== undefined && kubectl === undefined) {
  const log = (line: string): void => void process.stderr.write(`${line}\n`);
  const built = await buildProgram('kubectl', { go, env: process.env, log });
  process.env.PATH = [process.env.PATH, dirname(built)].join(delimiter);
}

const named = process.argv.slice(2);
const files = named.length > 0 ? named : globSync('test/**/*.release.test.ts', { cwd: root });
const isGood = await runTests(
  files.map((file) => resolve(root, file)),
  undefined,
  PATIENCE,
);
if (!isGood) process.exitCode = 1;
