import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startPlayground } from '../../test/playground/server.ts';
import { consumedScenario } from '../../test/scenarios/consumed.ts';
import { install } from '../../test/scenarios/install.ts';
import { writeKubeconfig } from '../../test/support/kubeconfig.ts';

/** What every user runs, and runs often; of what talks to a cluster, what its hosts take. */
const CALLS: Record<string, string[][]> = {
  'kubectl-bmh': [['version', '--client'], ['help'], ['list', '-A'], ['repair', 'HOST', '-y', '--no-wait']],
  'kubectl-monitoring': [['version', '--client'], ['help']],
};

const actor = fileURLToPath(new URL('rehearse.ts', import.meta.url));

/**
 * Has a program's scripts in `folder` run against an embedded API server with one broken host, and leaves beside each
 * script what V8 compiled on the way, as `.cache`.
 *
 * @throws where a call fails.
 */
export async function rehearse(program: string, start: string, folder: string): Promise<void> {
  const scenario = consumedScenario();
  const { name = '', namespace = '' } = scenario.hosts[0]?.host.metadata ?? {};
  const server = await startPlayground();
  try {
    await install(server, scenario);
    const kubeconfig = join(folder, 'kubeconfig');
    await writeKubeconfig(kubeconfig, server.admin, { namespace });
    const calls = (CALLS[program] ?? []).map((words) => words.map((word) => (word === 'HOST' ? name : word)));
    // Two rehearsals are to give the same caches: V8 draws its hash seed from the random one.
    const words = ['--random-seed=1', actor, start, folder, JSON.stringify(calls)];
    await promisify(execFile)(process.execPath, words, {
      env: { HOME: folder, KUBECONFIG: kubeconfig },
    });
  } finally {
    await server.stop();
  }
}
