import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { untilReady } from '../cluster/ready.ts';
import { type RunningProcess, startProcess } from '../support/process.ts';
import { metricsProgram } from './programs.ts';

/** A real Prometheus or Alertmanager. */
export interface RunningServer {
  /** Of loopback. */
  port: number;
  running: RunningProcess;
  /** Its working directory. */
  folder: string;
  /** Stops it and removes its folder. */
  stop(): Promise<void>;
}

export interface ServerSetup {
  /** The program; that of the system's package when absent. */
  program?: string;
  flags: readonly string[];
  /** Contents by path in its working directory; flags use relative paths, because responses include the flags. */
  files: Readonly<Record<string, string | Uint8Array>>;
  isReady(port: number): Promise<boolean>;
}

/**
 * Starts a server in its own folder, on a loopback port that it chooses. Resolves when it is ready.
 *
 * @throws with the end of its log, if it exits early; with the package to install, if the program is missing.
 */
export async function startServer(
  name: 'prometheus' | 'prometheus-alertmanager',
  { program: given, flags, files, isReady }: ServerSetup,
): Promise<RunningServer> {
  const program = given ?? (await metricsProgram(name));
  const folder = await mkdtemp(join(tmpdir(), 'bmh-metrics-'));
  let running: RunningProcess | undefined;
  const stop = async () => {
    await running?.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
    // Its data is deleted with its folder, so it needs no graceful shutdown.
    const options = { cwd: folder, stopSignal: 'SIGKILL' } as const;
    running = await startProcess(program, [...flags, '--web.listen-address=127.0.0.1:0'], options);
    const port = await readyPort(name, running, isReady);
    return { port, running, folder, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The port from its log, once it is ready. */
async function readyPort(
  name: string,
  running: RunningProcess,
  isReady: ServerSetup['isReady'],
): Promise<number> {
  let port = 0;
  await untilReady(name, [running], async () => {
    port = Number(/msg="Listening on".* address=127\.0\.0\.1:(\d+)/.exec(running.output())?.[1] ?? port);
    return port !== 0 && isReady(port).catch(() => false);
  });
  return port;
}
