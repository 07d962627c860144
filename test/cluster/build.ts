import { createHash, randomUUID } from 'node:crypto';
import { access, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startProcess } from '../support/process.ts';
import { type GoModule, linkerFlags, type ProgramName, programs } from './modules.ts';

export interface BuildOptions {
  /** The Go command. */
  go: string;
  env: NodeJS.ProcessEnv;
  log?: (line: string) => void;
  /** Ends the build. */
  signal?: AbortSignal;
  /** The folder below which the modules lie; programs go into `build` beside their module's go.mod. */
  source?: string;
}

/**
 * The program, built from its module's go.mod; the one built before where go.mod and go.sum are still the same.
 *
 * @throws with the end of what Go wrote, where the build fails; with the signal's reason, where it was ended.
 */
export async function buildProgram(name: ProgramName, options: BuildOptions): Promise<string> {
  const { source = import.meta.dirname, log } = options;
  const { module, package: target } = programs[name];
  const { tags }: GoModule = module;
  const program = join(await currentFolder(join(source, module.folder)), name);
  if (await exists(program)) return program;

  log?.(`Building ${name} with Go; the first time this takes several minutes.`);
  // Also the same process may build it twice at once.
  const unfinished = `${program}.${randomUUID()}`;
  try {
    const flags = await linkerFlags(source, module);
    await runGo(
      ['build', '-o', unfinished, '-ldflags', flags, ...(tags === undefined ? [] : ['-tags', tags]), target],
      `go build of ${name}`,
      module,
      options,
    );
    await rename(unfinished, program);
    return program;
  } finally {
    await rm(unfinished, { force: true });
  }
}

/**
 * The folder in which Go keeps the source of the release that a module's go.mod requires; it is fetched where it is
 * not there.
 *
 * @throws like `buildProgram`.
 */
export async function sourceFolder(module: GoModule, options: BuildOptions): Promise<string> {
  const args = ['mod', 'download', '-json', module.path];
  const output = await runGo(args, `go mod download of ${module.path}`, module, options);
  const described = output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1);
  return (JSON.parse(described) as { Dir: string }).Dir;
}

async function runGo(
  args: string[],
  what: string,
  { folder }: GoModule,
  { go, env, signal, source = import.meta.dirname }: BuildOptions,
): Promise<string> {
  signal?.throwIfAborted();
  const cwd = join(source, folder);
  // Go leaves its temporary folder behind when it is interrupted.
  const temporary = await mkdtemp(join(await currentFolder(cwd), 'tmp-'));
  const run = await startProcess(go, args, { cwd, env: { ...env, GOWORK: 'off', GOTMPDIR: temporary } });
  const cancel = () => void run.stop();
  signal?.addEventListener('abort', cancel);
  // It may have come while Go was being started.
  if (signal?.aborted) cancel();
  try {
    const end = await run.ended;
    signal?.throwIfAborted();
    if (end !== 'exit code 0') throw new Error(`${what}: ${end}\n${run.output().trim()}`);
    return run.output();
  } finally {
    signal?.removeEventListener('abort', cancel);
    await rm(temporary, { recursive: true, force: true });
  }
}

/** The folder for programs of this module's go.mod and go.sum; those of earlier ones are removed. */
async function currentFolder(module: string): Promise<string> {
  const hash = createHash('sha256');
  for (const name of ['go.mod', 'go.sum']) hash.update(await readFile(join(module, name), 'utf8'));
  const digest = hash.digest('hex').slice(0, 12);
  const build = join(module, 'build');
  await mkdir(join(build, digest), { recursive: true });
  for (const name of await readdir(build)) {
    if (name !== digest) await rm(join(build, name), { recursive: true, force: true });
  }
  return join(build, digest);
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
