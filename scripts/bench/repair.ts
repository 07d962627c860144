import { fileURLToPath } from 'node:url';
import { brokenScenario } from '../../test/scenarios/broken.ts';
import { brokenHost, STANDARD, served } from '../../test/scenarios/hosts.ts';
import { breakHost, checkHost } from './broken-host.ts';
import { say, startGround } from './ground.ts';
import { measure, type Row, type Run } from './measure.ts';

const byHand = fileURLToPath(new URL('by-hand.sh', import.meta.url));

const NAMESPACE = 'metal3';
const { host: broken } = brokenHost('host-00000', 0, { namespace: NAMESPACE });
const { name } = broken.metadata;
const host = { broken, target: served(STANDARD) };

/**
 * The whole of §4.A and its verification, once by the program and once by a script. The operator is left out
 * for both: whether it writes between two steps would be a matter of luck.
 */
export async function repair(runs: number): Promise<Row[]> {
  const operators = await startGround(brokenScenario());
  const { ours, kubectl, env, stop } = operators;
  say('without the stand-in operator, for both sides');
  const run = (command: string, args: string[]): Run => ({
    command,
    args,
    env: { ...env, KUBECTL: kubectl },
    prepare: () => breakHost(operators, host),
    check: () => checkHost(operators, host),
  });
  try {
    const contest = {
      row: 'repair',
      ours: run(ours, ['repair', name, '-n', NAMESPACE, '-y', '--no-wait', '--order=documented']),
      theirs: run('sh', [byHand, name, NAMESPACE, host.target]),
    };
    return [await measure(contest, runs)];
  } finally {
    await stop();
  }
}
