import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { buildProgram } from './build.ts';
import type { ProgramName } from './modules.ts';
import { isProgram, onPath } from './on-path.ts';

/** The programs of a control plane, as absolute paths. */
export interface Binaries {
  etcd: string;
  kubeApiserver: string;
  kubectl: string;
}

export interface FindOptions {
  env?: NodeJS.ProcessEnv;
  platform?: NodeJS.Platform;
  /** Where setup-envtest's store is looked for when no variable says so. */
  home?: string;
  /** The folder below which the modules to build from lie. */
  source?: string;
  /** Told, a line at a time, what takes long. */
  log?: (line: string) => void;
  /** Ends a build that is under way. */
  signal?: AbortSignal;
}

/**
 * Finds etcd and kube-apiserver: in the folder `KUBEBUILDER_ASSETS`, else in the newest one that setup-envtest keeps,
 * else built by the machine's Go. kubectl is the one on PATH, else it comes the same way.
 *
 * @throws with a message for the user if there are none and none can be built.
 */
export async function findBinaries(options: FindOptions = {}): Promise<Binaries> {
  const { env = process.env } = options;
  const folder = await assetsFolder(options);
  const go = await onPath('go', env);
  if (folder === undefined && go === undefined) throw new Error(NOTHING_FOUND);

  const find = async (name: ProgramName): Promise<string> => {
    const ready = folder && join(folder, name);
    if (ready && (await isProgram(ready))) return ready;
    if (go) return await buildProgram(name, { ...options, go, env });
    throw new Error(`${name} is neither in ${folder} nor on PATH, and there is no Go to build it with.`);
  };

  return {
    etcd: await find('etcd'),
    kubeApiserver: await find('kube-apiserver'),
    kubectl: (await onPath('kubectl', env)) ?? (await find('kubectl')),
  };
}

const NOTHING_FOUND = [
  'No binaries of a real control plane (etcd, kube-apiserver) were found, and none can be built here.',
  'Do one of these: set KUBEBUILDER_ASSETS to a folder that holds them; let setup-envtest fetch them',
  '(`setup-envtest use`); or put Go 1.26 or later on PATH, and they are built (several minutes, once).',
].join('\n');

async function assetsFolder(options: FindOptions): Promise<string | undefined> {
  const { env = process.env } = options;
  const named = env.KUBEBUILDER_ASSETS;
  if (named && !(await holdsServers(named)))
    throw new Error(`KUBEBUILDER_ASSETS is ${named}, which does not hold both etcd and kube-apiserver.`);
  return named || (await newestStoreFolder(options));
}

/** setup-envtest keeps `k8s/<version>-<os>-<arch>` in a folder that depends on the system. */
async function newestStoreFolder(options: FindOptions): Promise<string | undefined> {
  const { platform = process.platform } = options;
  const store = join(storeFolder(options), 'k8s');
  const kept = await readdir(store).catch(() => []);
  const ours = kept.filter((name) => name.endsWith(`-${platform}-${process.arch.replace('x64', 'amd64')}`));
  for (const name of ours.sort(byVersion).reverse()) {
    if (await holdsServers(join(store, name))) return join(store, name);
  }
  return undefined;
}

const byVersion = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true });

const holdsServers = async (folder: string): Promise<boolean> =>
  (await isProgram(join(folder, 'etcd'))) && (await isProgram(join(folder, 'kube-apiserver')));

function storeFolder({
  env = process.env,
  platform = process.platform,
  home = homedir(),
}: FindOptions): string {
  if (platform === 'darwin') return join(home, 'Library/Application Support/io.kubebuilder.envtest');
  return join(env.XDG_DATA_HOME || join(home, '.local/share'), 'kubebuilder-envtest');
}
