import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { monitoringScenarios, scenarioNames, scenarios } from '../scenarios/scenarios.ts';
import { writeKubeconfig } from './kubeconfig.ts';
import { playHosts, playMonitoring, type Undo } from './play.ts';
import type { TestServer } from './server.ts';

/** How often, in milliseconds, we look whether the process that started us is still there. */
const PARENT_CHECK = 250;

const USAGE = `usage: --kubeconfig FILE [--scenario ${scenarioNames.join('|')}] [--values-dir DIR]`;

/**
 * A test server as a program: starts it with a scenario and what runs in that, writes the kubeconfig, says `ready` on
 * stdout and serves until SIGINT, SIGTERM or SIGHUP, or until its parent is gone. Then it ends all that it started and
 * removes the kubeconfig, and the values files that a scenario of monitoring comes with: in `--values-dir`, or beside
 * the kubeconfig. Wrong words, or a server that does not start: a message on stderr, exit 1.
 */
export async function serve(start: () => Promise<TestServer>, argv: string[]): Promise<void> {
  const ending = endOfService();
  const undo: Undo[] = [];
  try {
    const { kubeconfig, play } = parse(argv);
    const server = await start();
    undo.push(server.stop);
    await play(server, undo);
    undo.push(() => rm(kubeconfig, { force: true }));
    await writeKubeconfig(kubeconfig, server.admin);
    process.stdout.write('ready\n');
    await ending;
  } catch (error) {
    fail(error);
  } finally {
    for (const step of undo.reverse()) await step().catch(fail);
  }
}

/** Whether the words are right, so that a caller need prepare nothing in vain; else says on stderr what is wrong. */
export function understood(argv: string[]): boolean {
  try {
    parse(argv);
    return true;
  } catch (error) {
    fail(error);
    return false;
  }
}

function fail(error: unknown): void {
  process.stderr.write(`error: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

function parse(argv: string[]) {
  try {
    const options = {
      kubeconfig: { type: 'string' },
      scenario: { type: 'string', default: 'default' },
      'values-dir': { type: 'string' },
    } as const;
    const { kubeconfig, scenario, 'values-dir': valuesDir } = parseArgs({ args: argv, options }).values;
    if (!kubeconfig) throw new Error('--kubeconfig is required');
    return { kubeconfig, play: playOf(scenario, valuesDir ?? dirname(kubeconfig)) };
  } catch (cause) {
    throw new Error(`${cause instanceof Error ? cause.message : cause}\n${USAGE}`, { cause });
  }
}

/** What plays the scenario of that name. */
function playOf(name: string, valuesDir: string): (server: TestServer, undo: Undo[]) => Promise<void> {
  const hosts = Object.hasOwn(scenarios, name) ? scenarios[name] : undefined;
  if (hosts) return (server, undo) => playHosts(server, hosts(), undo);
  const monitoring = Object.hasOwn(monitoringScenarios, name) ? monitoringScenarios[name] : undefined;
  if (monitoring)
    return (server, undo) => playMonitoring(server, { scenario: monitoring(), valuesDir }, undo);
  throw new Error(`there is no scenario ${JSON.stringify(name)}`);
}

/** Resolves when this program is to end. A shell between npm and us may die of a signal without passing it on. */
function endOfService(): Promise<void> {
  const parent = process.ppid;
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
    setInterval(() => process.ppid === parent || resolve(), PARENT_CHECK).unref();
  });
}
