import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { root } from './root.ts';
import { importGraph } from './testing/import-graph.ts';
import { sharesProcess } from './testing/shares-process.ts';

/** Longer than any process of tests takes on a busy machine, in milliseconds: a hang fails instead of lasting. */
const PATIENCE = 1_800_000;

/** In how many processes those run that may share one: files without servers, and files that each start their own. */
const SHARED = { pure: 2, served: 6 };

const SERVED = ['cmd', 'lib/kube'].map((folder) => join(root, 'test', folder) + sep);

/**
 * Runs test files, each in a process of its own except those that may share one, and writes the runner's report to stdout,
 * `tests`, `pass` and `fail` at its end.
 *
 * @returns whether all is well. A skipped case of the contract is not: it is a promise that was not checked.
 */
export async function runTests(files: string[], signal?: AbortSignal, patience = PATIENCE): Promise<boolean> {
  let isGood = files.length > 0;
  const folder = mkdtempSync(join(tmpdir(), 'bmh-tests-'));
  try {
    const events = run({
      files: processes(files, folder),
      // A good part of them is waiting: for pods, for storage, for what is not to happen.
      concurrency: Math.max(6, availableParallelism()),
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
  } finally {
    rmSync(folder, { recursive: true });
  }
  return isGood;
}

/** What is to be run, each in a process of its own: programs in `folder` that run those that share one, and the others. */
function processes(files: string[], folder: string): string[] {
  const graph = importGraph();
  // What `npm test` leaves out tells by the name of its program on which servers it runs (`test/support/servers.ts`).
  const isServed = (file: string): boolean =>
    !file.endsWith('.cluster.test.ts') && SERVED.some((folder) => file.startsWith(folder));
  const groups = Map.groupBy(files, (file) =>
    sharesProcess(file, graph) ? 'pure' : isServed(file) ? 'served' : 'alone',
  );
  const programs = (['served', 'pure'] as const).flatMap((name) => {
    const group = groups.get(name) ?? [];
    const count = Math.min(SHARED[name], group.length);
    return Array.from({ length: count }, (_, nr) => {
      const program = join(folder, `${name}-${nr + 1}.mjs`);
      const own = group.filter((_, index) => index % count === nr);
      const runner = pathToFileURL(join(import.meta.dirname, 'testing/together.ts')).href;
      writeFileSync(
        program,
        `import { runTogether } from '${runner}';\nrunTogether(${JSON.stringify(own, null, 2)});\n`,
      );
      return program;
    });
  });
  return [...programs, ...(groups.get('alone') ?? [])];
}
