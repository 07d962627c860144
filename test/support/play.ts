import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startOperator } from '../operators/baremetal.ts';
import { addImageService } from '../scenarios/image-service.ts';
import { install } from '../scenarios/install.ts';
import type { MonitoringScenario } from '../scenarios/monitoring.ts';
import { namespacesOf, type Scenario } from '../scenarios/scenario.ts';
import { startImageServer } from './images.ts';
import type { TestServer } from './server.ts';

/** Ends something that was started, or removes something that was made. */
export type Undo = () => Promise<unknown>;

/** The operator's minute takes 1.2 s. */
const SCALE = 0.02;

/** Plays a scenario of hosts: its images are served and the operator runs. What ends it goes into `undo`. */
export async function playHosts(server: TestServer, scenario: Scenario, undo: Undo[]): Promise<void> {
  await install(server, scenario);
  const images = await startImageServer(scenario.images);
  undo.push(images.stop);
  await addImageService(server, images.servicePort, namespacesOf(scenario));
  const { deadBmcs } = scenario;
  const operator = await startOperator(server.admin, { images, scale: SCALE, deadBmcs, onEvent: tellWipe });
  undo.push(operator.stop);
}

export interface MonitoringPlay {
  scenario: MonitoringScenario;
  /** The folder in which the namespace's folder of values files is made. */
  valuesDir: string;
}

/** Plays a scenario of the monitoring building block. Files that are there already stay as they are: it throws. */
export async function playMonitoring(
  server: TestServer,
  { scenario, valuesDir }: MonitoringPlay,
  undo: Undo[],
): Promise<void> {
  const { namespace, components, parts, slowness, files } = scenario;
  const folder = join(valuesDir, namespace);
  const made = await mkdir(folder, { recursive: true });
  if (made !== undefined) undo.push(() => rm(made, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    await writeFile(file, text, { flag: 'wx' }).catch((cause) => {
      throw new Error(`${file} can't be made: move away what is there, or give another --values-dir`, {
        cause,
      });
    });
    undo.push(() => rm(file, { force: true }));
  }
  // What hosts need nothing of.
  const { openMonitoring } = await import('./monitoring.ts');
  const block = { parts, metrics: false };
  const stage = await openMonitoring(server, { namespace, components, slowness, block });
  undo.push(stage.stop);
  const { attachMetrics } = await import('./attached-metrics.ts');
  const metrics = await attachMetrics(server, { namespace, present: true }).catch(tellMissing);
  if (metrics) undo.push(metrics.stop);
}

/** Without a Prometheus on this machine, everything else can be tried all the same. */
function tellMissing(error: unknown): void {
  process.stderr.write(`no metrics are served: ${error instanceof Error ? error.message : error}\n`);
}

function tellWipe({ reason, host }: { reason: string; host: string }): void {
  if (reason === 'DiskWiped') process.stderr.write(`the operator wiped the disk of ${host}\n`);
}
