/**
 * npm run test:mutants [-- --sample N] [--seed S]: changes the decision rooms at random places, one at a time, and runs the
 * pure tests that reach the changed file, nearest first. Names each change that neither they nor the compiler notice. Exits
 * with 1 where less than 95 % are caught, and with 2 where the tests fail without any change.
 */
import { createHash } from 'node:crypto';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../scripts/root.ts';
import { importGraph } from '../../scripts/testing/import-graph.ts';
import { sharesProcess } from '../../scripts/testing/shares-process.ts';
import { endingSignals } from '../cluster/signals.ts';
import { compiler } from './compiles.ts';
import { type Mutant, mutantsOf, mutantText } from './places.ts';
import { isCaught } from './try-out.ts';

const ROOMS =
  'lib/{audit,capacity,hosts,metrics,objects,procedure,sizing,status,values,versions,volumes,words}/**/*.ts';

/** How many of a hundred are to be caught. */
const TARGET = 95;

const { sample, seed } = parseArgs({
  options: { sample: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
}).values;
const { signal } = endingSignals();
const graph = importGraph();
const reaches = globSync('test/**/*.test.ts', { cwd: root })
  .map((file) => join(root, file))
  .filter((file) => sharesProcess(file, graph))
  .map((file) => ({ file, reached: graph.reach(file) }));
const folder = mkdtempSync(join(tmpdir(), 'bmh-mutants-'));
try {
  process.exitCode = await run();
} finally {
  rmSync(folder, { recursive: true });
}

async function run(): Promise<number> {
  const mutants = sampleOf(globSync(ROOMS, { cwd: root }).flatMap((file) => mutantsOf(file, sourceOf(file))));
  const all = [...new Set(mutants.flatMap(({ file }) => testsOf(file)))];
  if (await isCaught(all, undefined, { folder, nr: 0, signal })) {
    process.stderr.write('The tests fail without any change.\n');
    return 2;
  }
  const left = mutants.values();
  const missed: Mutant[] = [];
  let count = 0;
  const worker = async (nr: number): Promise<void> => {
    for (const mutant of left) {
      if (!(await isCaught(testsOf(mutant.file), mutant, { folder, nr, signal }))) missed.push(mutant);
      count += 1;
      if (count % 20 === 0) process.stderr.write(`${count} of ${mutants.length}\n`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, (_, index) => worker(index + 1)));
  const survivors = missed.length === 0 ? [] : missed.filter(compiler());
  for (const one of survivors) process.stdout.write(`not caught: ${mutantText(sourceOf(one.file), one)}\n`);
  const caught = mutants.length - survivors.length;
  process.stdout.write(`mutants ${mutants.length}, caught ${caught}\n`);
  return caught * 100 >= TARGET * mutants.length ? 0 : 1;
}

/** The same for the same seed. */
function sampleOf(mutants: readonly Mutant[]): Mutant[] {
  const rank = ({ file, start, text }: Mutant): string =>
    createHash('sha256').update(`${seed} ${file} ${start} ${text}`).digest('hex');
  return mutants.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1)).slice(0, Number(sample));
}

/** Those that load a file, nearest first. */
function testsOf(file: string): string[] {
  const path = join(root, file);
  return reaches
    .flatMap(({ file: test, reached }) => {
      const distance = reached.get(path);
      return distance === undefined ? [] : [{ test, distance }];
    })
    .toSorted((one, other) => one.distance - other.distance)
    .map(({ test }) => test);
}

function sourceOf(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}
