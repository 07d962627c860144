import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildProgram } from '../../cluster/build.ts';
import { onPath } from '../../cluster/on-path.ts';
import { type End, run, succeed } from './run.ts';

/** The real programs, as absolute paths. */
export interface KrewPrograms {
  krew: string;
  validator: string;
  kubectl: string;
}

/** What a user of krew has, in a temporary folder. */
export interface KrewUser {
  folder: string;
  /** `KREW_ROOT`. */
  root: string;
  env: Record<string, string>;
  kubectl(...words: string[]): Promise<End>;
  remove(): Promise<void>;
}

/** Why there can be no real krew here; undefined where there can. */
export async function lackingForKrew(): Promise<string | undefined> {
  if (process.platform === 'win32') return 'kubectl finds no links on Windows';
  for (const name of ['go', 'git', 'kubectl'])
    if ((await onPath(name, process.env)) === undefined) return `${name} is not on PATH`;
  return undefined;
}

/** Builds krew and its validator; later it finds what it built. */
export async function findKrew(): Promise<KrewPrograms> {
  const [go = '', kubectl = ''] = [await onPath('go', process.env), await onPath('kubectl', process.env)];
  const options = { go, env: process.env, log: (line: string) => void process.stderr.write(`${line}\n`) };
  return {
    krew: await buildProgram('krew', options),
    validator: await buildProgram('validate-krew-manifest', options),
    kubectl,
  };
}

/** A user who has krew and nothing installed with it, and whose PATH is as krew advises. */
export async function newUser({ krew, kubectl }: KrewPrograms): Promise<KrewUser> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'bmh-krew-')));
  const [root, programs] = [join(folder, 'krew'), join(folder, 'programs')];
  for (const name of [programs, join(folder, 'tmp')]) await mkdir(name);
  await symlink(krew, join(programs, 'kubectl-krew'));
  const env = {
    HOME: folder,
    TMPDIR: join(folder, 'tmp'),
    KREW_ROOT: root,
    PATH: [join(root, 'bin'), programs, process.env.PATH].join(delimiter),
  };
  return {
    folder,
    root,
    env,
    kubectl: (...words) => run(kubectl, words, { env }),
    remove: () => rm(folder, { recursive: true }),
  };
}

/** A custom index: a git repository with the manifests given, by plugin. */
export interface Index {
  /** For `krew index add`. */
  url: string;
  /** Replaces the manifests by these, in a commit. */
  publish(manifests: Record<string, string>): Promise<void>;
}

export async function newIndex({ folder, env }: KrewUser): Promise<Index> {
  const cwd = join(folder, 'index');
  await mkdir(join(cwd, 'plugins'), { recursive: true });
  const git = (...words: string[]) => succeed('git', words, { env, cwd });
  await git('init', '--quiet', '--initial-branch=main');
  await git('config', 'user.name', 'release');
  await git('config', 'user.email', 'release@localhost');
  return {
    url: pathToFileURL(cwd).href,
    async publish(manifests) {
      for (const [name, text] of Object.entries(manifests))
        await writeFile(join(cwd, 'plugins', `${name}.yaml`), text);
      await git('add', '.');
      await git('commit', '--quiet', '--message', 'Release');
    },
  };
}
