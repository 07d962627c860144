import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AREAS } from './areas.ts';
import { fuzz } from './run.ts';

/** The sample is the same every time; the long run (npm run test:fuzz) draws another one. */
const SEED = 6;
const RUNS = 4;

test('no corrupted command line, kubeconfig, file or response causes a stack trace, a leaked secret, a control character or a hang', async () => {
  const areas = Object.keys(AREAS);
  const { cases, defects, hangs } = await fuzz({ areas, seed: SEED, runs: RUNS });
  assert.deepEqual({ defects, hangs }, { defects: [], hangs: [] });
  assert.equal(cases, areas.length * RUNS);
});
