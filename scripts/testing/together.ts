import assert from 'node:assert/strict';
import { relative } from 'node:path';
import { after, before, describe } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { root } from '../root.ts';

/** How long what was closed may take to go, in milliseconds. */
const PATIENCE = 5000;

/**
 * Runs files of tests in this one process, one after the other, each as a suite with its path as its name. A file that
 * leaves the process other than it found it fails: what comes after it would be tested on other ground.
 */
export function runTogether(files: string[]): void {
  for (const file of files)
    describe(relative(root, file), async () => {
      let found: object;
      before(() => {
        found = belongings();
      });
      after(async () => {
        // What was closed is gone only a moment later.
        for (let rest = PATIENCE; rest > 0 && !isDeepStrictEqual(belongings(), found); rest -= 20)
          await setTimeout(20);
        assert.deepEqual(belongings(), found, 'tests that share a process leave it as it was');
      });
      await import(pathToFileURL(file).href);
    });
}

/** What there is once in a process, and what tests that share one have to end. A kept-alive connection ends by itself. */
const belongings = () => ({
  env: { ...process.env },
  folder: process.cwd(),
  exitCode: process.exitCode,
  handlers: process.eventNames().map((name) => [name, process.listenerCount(name)]),
  globals: GLOBALS.map((name) => globalThis[name]),
  open: process.getActiveResourcesInfo().filter((name) => /Server|Process|Worker/.test(name)),
});

const GLOBALS = ['Date', 'fetch', 'setImmediate', 'setInterval', 'setTimeout'] as const;
