import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { startOperator } from '../operators/baremetal.ts';
import { addImageService } from '../scenarios/image-service.ts';
import { install } from '../scenarios/install.ts';
import { namespacesOf } from '../scenarios/scenario.ts';
import { scenarios } from '../scenarios/scenarios.ts';
import { startImageServer } from './images.ts';
import { writeKubeconfig } from './kubeconfig.ts';
import type { TestServer } from './server.ts';

/** The operator's minute takes 1.2 s. */
const SCALE = 0.02;

/** How often, in milliseconds, we look whether the process that started us is still there. */
const PARENT_CHECK = 250;

const USAGE = `usage: --kubeconfig FILE [--scenario ${Object.keys(scenarios).join('|')}]`;

/**
 * A test server as a program: starts it with a scenario, its images and the operator, writes the kubeconfig, says
 * `ready` on stdout and serves until SIGINT, SIGTERM or SIGHUP, or until its parent is gone. Then it ends all that it
 * started and removes the kubeconfig. Wrong words, or a server that does not start: a message on stderr, exit 1.
 */
export async function serve(start: () => Promise<TestServer>, argv: string[]): Promise<void> {
  const ending = endOfService();
  const undo: (() => Promise<void>)[] = [];
  try {
    const { kubeconfig, scenario } = parse(argv);
    const server = await start();
    undo.push(server.stop);
    await install(server, scenario);
    const images = await startImageServer(scenario.images);
    undo.push(images.stop);
    await addImageService(server, images.servicePort, namespacesOf(scenario));
    const { deadBmcs } = scenario;
    const operator = await startOperator(server.admin, { images, scale: SCALE, deadBmcs, onEvent: tellWipe });
    undo.push(operator.stop);
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

function fail(error: unknown): void {
  process.stderr.write(`error: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

function parse(argv: string[]) {
  try {
    const options = {
      kubeconfig: { type: 'string' },
      scenario: { type: 'string', default: 'default' },
    } as const;
    const { kubeconfig, scenario: name } = parseArgs({ args: argv, options }).values;
    if (!kubeconfig) throw new Error('--kubeconfig is required');
    const scenario = Object.hasOwn(scenarios, name) ? scenarios[name] : undefined;
    if (!scenario) throw new Error(`there is no scenario ${JSON.stringify(name)}`);
    return { kubeconfig, scenario: scenario() };
  } catch (cause) {
    throw new Error(`${cause instanceof Error ? cause.message : cause}\n${USAGE}`, { cause });
  }
}

/** Resolves when this program is to end. A shell between npm and us may die of a signal without passing it on. */
function endOfService(): Promise<void> {
  const parent = process.ppid;
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
    setInterval(() => process.ppid === parent || resolve(), PARENT_CHECK).unref();
  });
}

function tellWipe({ reason, host }: { reason: string; host: string }): void {
  if (reason === 'DiskWiped') process.stderr.write(`the operator wiped the disk of ${host}\n`);
}
