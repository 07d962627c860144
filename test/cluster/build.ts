import { createHash } from 'node:crypto';
import { access, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startProcess } from '../support/process.ts';

export interface BuildOptions {
  /** The Go command. */
  go: string;
  env: NodeJS.ProcessEnv;
  log?: (line: string) => void;
  /** Ends the build. */
  signal?: AbortSignal;
  /** The folder of go.mod; programs go into `build` in it. */
  source?: string;
}

const packages = {
  etcd: 'go.etcd.io/etcd/server/v3',
  'kube-apiserver': 'k8s.io/kubernetes/cmd/kube-apiserver',
  kubectl: 'k8s.io/kubernetes/cmd/kubectl',
};

export type ProgramName = keyof typeof packages;

/**
 * The program, built from this folder's go.mod; the one built before where go.mod and go.sum are still the same.
 *
 * @throws with the end of what Go wrote, where the build fails; with the signal's reason, where it was ended.
 */
export async function buildProgram(
  name: ProgramName,
  { go, env, log, signal, source = import.meta.dirname }: BuildOptions,
): Promise<string> {
  const goMod = await readFile(join(source, 'go.mod'), 'utf8');
  const folder = await currentFolder(source, goMod);
  const program = join(folder, name);
  if (await exists(program)) return program;

  log?.(`Building ${name} with Go; the first time this takes several minutes.`);
  const unfinished = `${program}.${process.pid}`;
  const args = ['build', '-o', unfinished, '-ldflags', linkerFlags(goMod), packages[name]];
  signal?.throwIfAborted();
  // Go leaves its temporary folder behind when it is interrupted.
  const temporary = `${unfinished}.tmp`;
  await mkdir(temporary, { recursive: true });
  const build = await startProcess(go, args, {
    cwd: source,
    env: { ...env, GOWORK: 'off', GOTMPDIR: temporary },
  });
  const cancel = () => void build.stop();
  signal?.addEventListener('abort', cancel);
  try {
    const end = await build.ended;
    signal?.throwIfAborted();
    if (end !== 'exit code 0') throw new Error(`go build of ${name}: ${end}\n${build.output().trim()}`);
    await rename(unfinished, program);
    return program;
  } finally {
    signal?.removeEventListener('abort', cancel);
    for (const path of [unfinished, temporary]) await rm(path, { recursive: true, force: true });
  }
}

/** The folder for programs of this go.mod and go.sum; those of earlier ones are removed. */
async function currentFolder(source: string, goMod: string): Promise<string> {
  const goSum = await readFile(join(source, 'go.sum'), 'utf8');
  const digest = createHash('sha256').update(goMod).update(goSum).digest('hex').slice(0, 12);
  const build = join(source, 'build');
  await mkdir(join(build, digest), { recursive: true });
  for (const name of await readdir(build)) {
    if (name !== digest) await rm(join(build, name), { recursive: true, force: true });
  }
  return join(build, digest);
}

/** Without its version a Kubernetes program calls itself v0.0.0-master, and clients refuse to compare that. */
function linkerFlags(goMod: string): string {
  const [, version, major, minor] = /^\s*k8s\.io\/kubernetes (v(\d+)\.(\d+)\.\S+)/m.exec(goMod) ?? [];
  if (version === undefined) throw new Error('test/cluster/go.mod requires no version of k8s.io/kubernetes');
  const values = { gitVersion: version, gitMajor: major, gitMinor: minor };
  const flags = Object.entries(values).map(
    ([key, value]) => `-X k8s.io/component-base/version.${key}=${value}`,
  );
  return ['-s', '-w', ...flags].join(' ');
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
