import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { untilReady } from '../cluster/ready.ts';
import { type RunningProcess, startProcess } from '../support/process.ts';
import { metricsProgram } from './programs.ts';

/** A real server of metrics or alerts that a test has started. */
export interface RunningServer {
  /** Of loopback. */
  port: number;
  running: RunningProcess;
  /** Ends it; its folder is gone then. */
  stop(): Promise<void>;
}

/** What a server is started with. */
export interface ServerSetup {
  flags: readonly string[];
  /** Contents by path in the folder that it is started in: flags name them relatively, as its answers show flags. */
  files: Readonly<Record<string, string | Uint8Array>>;
  isReady(port: number): Promise<boolean>;
}

/**
 * Starts a server in a folder of its own, at a port of loopback that it takes itself. Resolves when it is ready.
 *
 * @throws with the end of its log, where it ends before; with the package to install, where the program is missing.
 */
export async function startServer(
  name: 'prometheus' | 'prometheus-alertmanager',
  { flags, files, isReady }: ServerSetup,
): Promise<RunningServer> {
  const program = await metricsProgram(name);
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
    // What it holds is thrown away with its folder: there is nothing that an orderly end could save.
    const options = { cwd: folder, stopSignal: 'SIGKILL' } as const;
    running = await startProcess(program, [...flags, '--web.listen-address=127.0.0.1:0'], options);
    const port = await readyPort(name, running, isReady);
    return { port, running, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The port that it says it listens at, once it is ready there. */
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
