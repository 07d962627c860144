/**
 * Runs on the real control plane what `npm test` runs on the embedded server, and what that leaves out on both:
 * `npm run test:cluster [-- FILE…]`, with `TEST_SERVERS=real` or `=embedded` on that one alone. Each file starts servers
 * of its own. Exits like `node --test`, and with 2 where the control plane can't be had.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { root } from '../../scripts/root.ts';
import { runTests } from '../../scripts/run-tests.ts';
import { findControllersOrExit, findOrExit } from './find-or-exit.ts';
import { onPath } from './on-path.ts';
import { endingSignals } from './signals.ts';

const { kubectl } = await findOrExit();
// Before the tests, which would build them side by side. Without Go, those that need them say what is missing.
if (await onPath('go', process.env)) await findControllersOrExit();
process.env.TEST_SERVERS ||= 'rest';
process.env.PATH = `${process.env.PATH}:${dirname(kubectl)}`;
const named = process.argv.slice(2);
const files = named.length > 0 ? named : globSync('test/**/*.test.ts', { cwd: root }).filter(concernsCluster);
const isGood = await runTests(
  files.map((file) => resolve(root, file)),
  endingSignals().signal,
);
process.exit(isGood ? 0 : 1);

/** A test that runs on whichever servers there are says so by its import. */
function concernsCluster(file: string): boolean {
  return (
    file.endsWith('.cluster.test.ts') ||
    readFileSync(resolve(root, file), 'utf8').includes('support/servers.ts')
  );
}
