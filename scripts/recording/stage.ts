import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_PORT } from '../../lib/kube/proxy/proxy.ts';
import { onPath } from '../../test/cluster/on-path.ts';
import { startPlayground } from '../../test/playground/server.ts';
import { startLink } from '../../test/support/link.ts';
import { packedFile } from '../../test/support/packed.ts';
import { playHosts, type Undo } from '../../test/support/play.ts';
import { listenOn } from '../../test/support/ports.ts';
import { startHttpProxy } from '../../test/support/proxies.ts';
import type { Endpoint } from '../../test/support/server.ts';
import { NAMESPACE, recordedScenario } from './scenario.ts';

/** What a recorded session plays on. */
export interface Stage {
  /** How the command is typed: through kubectl if there is one. */
  command: 'kubectl bmh' | 'kubectl-bmh';
  /** The whole environment of the shell. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

/** The API server's address as the kubeconfig has it. No DNS knows it: an HTTP proxy on loopback leads to the server. */
const SERVER = 'https://api.production.example:6443';

/** Milliseconds that a request and its answer take on the way, each: steps can be followed, as with a distant cluster. */
const LATENCY = 30;

/** Starts the embedded API server with its hosts and their operator, reached as a distant cluster is. */
export async function openStage(): Promise<Stage> {
  const undo: Undo[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    await checkPort();
    const home = await mkdtemp(join(tmpdir(), 'bmh-recording-'));
    // Also when a signal ends us.
    process.once('exit', () => rmSync(home, { recursive: true, force: true }));
    const server = await startPlayground();
    undo.push(server.stop);
    await playHosts(server, recordedScenario(), undo);
    const link = await startLink(server.admin, LATENCY);
    undo.push(link.stop);
    const { hostname: host, port } = new URL(link.endpoint(server.admin).url);
    const wanted = new URL(SERVER).host;
    const proxy = await startHttpProxy({
      resolve: (destination) => (destination === wanted ? { host, port: Number(port) } : undefined),
    });
    undo.push(proxy.stop);
    const kubeconfig = join(home, 'config');
    await writeFile(kubeconfig, kubeconfigOf(server.admin, proxy.port), { mode: 0o600 });
    const kubectl = await onPath('kubectl', process.env);
    const programs = join(home, 'bin');
    await mkdir(programs);
    await symlink(packedFile('kubectl-bmh'), join(programs, 'kubectl-bmh'));
    if (kubectl) await symlink(kubectl, join(programs, 'kubectl'));
    return {
      command: kubectl ? 'kubectl bmh' : 'kubectl-bmh',
      env: {
        HOME: home,
        KUBECONFIG: kubeconfig,
        LANG: 'C.UTF-8',
        PATH: `${programs}:/usr/bin:/bin`,
        PS1: '$ ',
        TERM: 'xterm-256color',
        TMPDIR: home,
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Ours takes the next free port where this one is taken, and what is recorded would tell of this machine. */
async function checkPort(): Promise<void> {
  const server = await listenOn(DEFAULT_PORT).catch((cause) => {
    throw new Error(`Port ${DEFAULT_PORT} of 127.0.0.1 is taken: end what listens there, and record again.`, {
      cause,
    });
  });
  await new Promise((resolve) => server.close(resolve));
}

/** A kubeconfig (JSON is YAML) whose only context is the recorded cluster. */
function kubeconfigOf({ ca, token }: Endpoint, proxyPort: number): string {
  const cluster = {
    server: SERVER,
    'proxy-url': `http://127.0.0.1:${proxyPort}`,
    'tls-server-name': 'localhost',
    'certificate-authority-data': Buffer.from(ca).toString('base64'),
  };
  const name = 'production';
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': name,
    clusters: [{ name, cluster }],
    users: [{ name: 'admin', user: { token } }],
    contexts: [{ name, context: { cluster: name, user: 'admin', namespace: NAMESPACE } }],
  });
}
