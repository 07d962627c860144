import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Binaries, findBinaries } from '../../test/cluster/binaries.ts';
import { startCluster } from '../../test/cluster/server.ts';
import { startPlayground } from '../../test/playground/server.ts';
import { install } from '../../test/scenarios/install.ts';
import type { Scenario } from '../../test/scenarios/scenario.ts';
import { writeKubeconfig } from '../../test/support/kubeconfig.ts';
import type { Endpoint, TestServer } from '../../test/support/server.ts';
import { root } from '../root.ts';

/** What a bench runs on: a server with a scenario, and an environment in which both sides find it. */
export interface Ground {
  server: TestServer;
  /** Our packed program. */
  ours: string;
  kubectl: string;
  /** A HOME of its own, and the server's kubeconfig. */
  env: NodeJS.ProcessEnv;
  /** The environment in which the server is found at another address. */
  envAt(endpoint: Endpoint): Promise<NodeJS.ProcessEnv>;
  stop(): Promise<void>;
}

/** As in the field: a list that kubectl reads page by page is not to expire while it does. */
const COMPACTION = '5m';

/** Starts the real control plane, or the embedded server where there is none, and prints which, and which kubectl. */
export async function startGround(scenario: Scenario): Promise<Ground> {
  const binaries = await findBinaries({ log: say }).catch((error: Error) => say(error.message));
  const kubectl = binaries?.kubectl ?? 'kubectl';
  const server = await (binaries ? startCluster({ binaries, compaction: COMPACTION }) : startPlayground());
  const home = await mkdtemp(join(tmpdir(), 'bmh-bench-'));
  const stop = async () => {
    await server.stop();
    await rm(home, { recursive: true, force: true });
  };
  try {
    await install(server, scenario);
    const envAt = async (endpoint: Endpoint) => {
      const kubeconfig = join(home, new URL(endpoint.url).port);
      await writeKubeconfig(kubeconfig, endpoint);
      return { ...process.env, HOME: home, KUBECONFIG: kubeconfig };
    };
    say(
      `server: ${server.name === 'real' ? 'the real control plane' : 'the embedded one'}, nothing else runs on it`,
    );
    say(`kubectl: ${kubectl}, ${await versionOf(kubectl)}`);
    const env = await envAt(server.admin);
    return { server, ours: join(root, 'dist', 'kubectl-bmh'), kubectl, env, envAt, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function versionOf(kubectl: Binaries['kubectl']): Promise<string> {
  const { stdout } = await promisify(execFile)(kubectl, ['version', '--client']);
  return stdout.split('\n', 1)[0] ?? '';
}

export function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
