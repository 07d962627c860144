import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startPlayground } from '../../test/playground/server.ts';
import { consumedScenario } from '../../test/scenarios/consumed.ts';
import { install } from '../../test/scenarios/install.ts';
import { writeKubeconfig } from '../../test/support/kubeconfig.ts';
import { openMonitoring } from '../../test/support/monitoring.ts';
import type { TestServer } from '../../test/support/server.ts';

/** What every user runs, and runs often; of what talks to a cluster, what its hosts take. */
const CALLS: Record<string, string[][]> = {
  'kubectl-bmh': [['version', '--client'], ['help'], ['list', '-A'], ['repair', 'HOST', '-y', '--no-wait']],
  // A real resize waits for others: what of it V8 compiles would be a matter of their timing.
  'kubectl-monitoring': [
    ['version', '--client'],
    ['help'],
    ['resize-pvc', '60Gi', '-n', 'NAMESPACE', '--dry-run=server'],
  ],
};

const actor = fileURLToPath(new URL('rehearse.ts', import.meta.url));

/**
 * Has a program's scripts in `folder` run against an embedded API server with one broken host, or one metrics server, and
 * leaves beside each script that was loaded on the way what V8 makes of it, as `.cache`.
 *
 * @throws where a call fails.
 */
export async function rehearse(program: string, start: string, folder: string): Promise<void> {
  const server = await startPlayground();
  const undo = [server.stop];
  try {
    const names = program === 'kubectl-bmh' ? await addHost(server) : await addMetricsServer(server, undo);
    const kubeconfig = join(folder, 'kubeconfig');
    await writeKubeconfig(kubeconfig, server.admin, { namespace: names.NAMESPACE ?? '' });
    const calls = (CALLS[program] ?? []).map((words) => words.map((word) => names[word] ?? word));
    // Two rehearsals are to give the same caches: V8 draws its hash seed from the random one.
    const words = ['--random-seed=1', actor, start, folder, JSON.stringify(calls)];
    await promisify(execFile)(process.execPath, words, {
      env: { HOME: folder, KUBECONFIG: kubeconfig },
    });
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

/** Placeholders of calls, and their values. */
type Names = Record<string, string>;

async function addHost(server: TestServer): Promise<Names> {
  const scenario = consumedScenario();
  await install(server, scenario);
  const { name = '', namespace = '' } = scenario.hosts[0]?.host.metadata ?? {};
  return { HOST: name, NAMESPACE: namespace };
}

async function addMetricsServer(server: TestServer, undo: (() => Promise<void>)[]): Promise<Names> {
  const { namespace, stop } = await openMonitoring(server);
  undo.push(stop);
  return { NAMESPACE: namespace };
}
