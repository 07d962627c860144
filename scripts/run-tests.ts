import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { root } from './root.ts';

/** Longer than any file of tests takes on a busy machine, in milliseconds: a hang fails instead of lasting. */
const PATIENCE = 900_000;

/**
 * Runs test files, each in a process of its own, and writes the runner's report to stdout, `tests`, `pass` and `fail`
 * at its end.
 *
 * @returns whether all is well. A skipped case of the contract is not: it is a promise that nobody checked.
 */
export async function runTests(files: string[], signal?: AbortSignal, patience = PATIENCE): Promise<boolean> {
  let isGood = files.length > 0;
  const events = run({
    files,
    // A good part of them is waiting: for pods, for storage, for what is not to happen.
    concurrency: Math.max(4, availableParallelism()),
    timeout: patience,
    ...(signal && { signal }),
  });
  events.on('test:fail', ({ todo }) => {
    if (todo === undefined || todo === false) isGood = false;
  });
  events.on('test:pass', ({ file, name, skip }) => {
    if (skip === undefined || !file?.startsWith(join(root, 'test', 'contract'))) return;
    process.stderr.write(`skipped, which the contract does not allow: ${name}\n`);
    isGood = false;
  });
  for await (const text of events.compose(spec)) process.stdout.write(text);
  return isGood;
}
