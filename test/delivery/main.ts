/**
 * npm run test:delivery [-- --only TEXT]: sends test alerts with `kubectl monitoring alert test` through real Alertmanagers to real
 * webhooks that answer, fail, hang or cannot be reached, and compares what the command says with what they got. The last line
 * has the figures. Exits with 1 where one of them is not 0.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { findGoProgram } from '../cluster/controller-programs.ts';
import { servers } from '../support/servers.ts';
import { CASES } from './cases.ts';
import { play, type Result } from './play.ts';

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });

// Built now if it is not there: beside cases, it would take the time that they measure.
await findGoProgram('alertmanager');
const left = CASES.filter(({ name }) => name.includes(values.only)).values();
const results: Result[] = [];
const [embedded] = servers('embedded');

async function worker(): Promise<void> {
  for (const one of left) {
    const server = await embedded?.start();
    if (!server) return;
    const result = await play(one, server);
    results.push(result);
    if (result.isFalse || result.isWrong || result.left > 0)
      process.stderr.write(
        `FAILED: ${one.name}: ${result.reason}, not ${one.right.join(' or ')}; left firing at ${result.left}\n${result.stderr}${result.stdout}\n`,
      );
  }
}

// Much of a case is waiting.
await Promise.all(Array.from({ length: 3 * availableParallelism() }, worker));
const count = (is: (result: Result) => boolean): number => results.filter(is).length;
const [isFalse, isWrong] = [count((one) => one.isFalse), count((one) => one.isWrong)];
const firing = results.reduce((sum, one) => sum + one.left, 0);
process.stdout.write(
  `cases ${results.length}, false sent ${isFalse}, wrong ${isWrong}, left firing ${firing}\n`,
);
process.exitCode = results.length === 0 || isFalse + isWrong + firing > 0 ? 1 : 0;
