/** A thread of the fuzz test, so that a call which never comes back can be seen and ended from outside. */
import { parentPort, workerData } from 'node:worker_threads';
import fc from 'fast-check';
import { AREAS } from './areas.ts';
import { defectsIn } from './attempt.ts';
import { openGround } from './ground.ts';
import type { Order, Report } from './run.ts';

const { areas, seed, runs, path } = workerData as Order;
const tell = (report: Report): void => parentPort?.postMessage(report);
const operators = await openGround();
tell({ kind: 'ready' });
try {
  for (const area of areas) {
    const attempts = AREAS[area];
    if (!attempts) throw new Error(`there is no area ${area}`);
    const property = fc.asyncProperty(attempts, async (attempt) => {
      tell({ kind: 'started', area, attempt: fc.stringify(attempt).slice(0, 4_000) });
      const defects = await defectsIn(attempt, operators);
      if (defects.length > 0) throw new Error(defects.join('\n'));
    });
    const details = await fc.check(property, { seed, numRuns: runs, ...(path !== undefined && { path }) });
    const { failed, numRuns, counterexamplePath, errorInstance, counterexample } = details;
    tell({
      kind: 'done',
      area,
      cases: numRuns,
      ...(failed && {
        failure: {
          path: counterexamplePath ?? '',
          what: errorInstance instanceof Error ? errorInstance.message : String(errorInstance),
          attempt: fc.stringify(counterexample).slice(0, 4_000),
        },
      }),
    });
  }
} finally {
  await operators.stop();
}
