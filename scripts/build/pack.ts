import { chmod, copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import options from '@yao-pkg/pkg/lib-es5/options.js';
import pkg from '@yao-pkg/pkg/lib-es5/sea.js';
import type { Platform } from '../plugins.ts';
import { withoutCertificates } from '../release/pe.ts';
import { signMachO } from '../release/sign-macho.ts';
import { isSame, namesOf, thisPlatform } from './platforms.ts';
import { type Prepared, start } from './prepare.ts';
import { stripped } from './strip.ts';

const seaConfig = {
  // From the folder that pkg works in. The file names it, and is to be the same wherever it is made.
  main: '../start.cjs',
  disableExperimentalSEAWarning: true,
  useSnapshot: false,
  useCodeCache: false,
  // Node loads all its root certificates before any TLS connection, for 20 ms, also of those that name their own.
  // Its inspector must stay off: any client of it could read tokens in memory.
  execArgv: ['--use-openssl-ca', '--disable-sigusr1'],
  // NODE_OPTIONS is for a user's own programs.
  execArgvExtension: 'none',
};

export interface Packing {
  prepared: Pick<Prepared, 'folder' | 'scripts'>;
  platform: Platform;
  /** Node's executable for that platform, of the same version as this one. */
  node: string;
  /** The executable that is made. */
  output: string;
}

/**
 * Makes an executable. The same inputs give the same bytes, in whatever folder. For a process of its own: it takes nearly
 * 1 GB, and pkg finds its folders by the environment.
 */
export async function pack({ prepared, platform, node, output }: Packing): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'pack-'));
  const packed = join(work, basename(output));
  try {
    for (const name of ['HOME', 'USERPROFILE', 'TMPDIR', 'TEMP', 'TMP']) process.env[name] = work;
    await copyFile(start, join(work, basename(start)));
    await cacheForPkg(work, platform, await baseOf(platform, node));
    // pkg asks its options for hooks even when it was not configured.
    options.default.set({});
    await pkg.default(start, {
      targets: [{ ...namesOf(platform).pkg, nodeRange: `node${process.versions.node}`, output: packed }],
      signature: false,
      seaConfig: { ...seaConfig, assets: await assetsOf(prepared, platform, work) },
    });
    const finished = finish(await readFile(packed), platform, basename(output));
    await writeFile(`${output}.${process.pid}`, finished);
    await chmod(`${output}.${process.pid}`, 0o755);
    await rename(`${output}.${process.pid}`, output);
  } finally {
    await rm(work, { recursive: true, force: true });
    await rm(`${output}.${process.pid}`, { force: true });
  }
}

async function baseOf({ os }: Platform, node: string): Promise<Buffer> {
  const base = await readFile(node);
  return os === 'linux' ? stripped(base) : base;
}

/**
 * Has pkg find Node where it would have put what it downloads: the executable, an archive of which it asks only whether it
 * is there, and beside each the mark that it is whole.
 */
async function cacheForPkg(home: string, platform: Platform, base: Buffer): Promise<void> {
  const name = join(home, '.pkg-cache', 'sea', `node-${process.version}-${namesOf(platform).node}`);
  const [executable, archive] =
    platform.os === 'windows'
      ? [`${name}.exe`, `${name}.zip`]
      : [join(name, 'bin', 'node'), `${name}.tar.gz`];
  await mkdir(dirname(executable), { recursive: true });
  await writeFile(executable, base, { mode: 0o755 });
  for (const file of [archive, `${archive}.ok`, `${executable}.ok`]) await writeFile(file, '');
}

/** Files by the name that `start.cjs` asks for. V8 takes a cache only on the platform that it was made on. */
async function assetsOf(
  { folder, scripts }: Packing['prepared'],
  platform: Platform,
  work: string,
): Promise<Record<string, string>> {
  const empty = join(work, 'empty.cache');
  await writeFile(empty, '');
  const cacheOf = (script: string): string =>
    isSame(platform, thisPlatform()) ? join(folder, `${script}.cache`) : empty;
  return Object.fromEntries(
    scripts.flatMap((script) => [
      [`./${script}`, join(folder, script)],
      [`./${script}.cache`, cacheOf(script)],
    ]),
  );
}

/** Packing invalidates the signature: macOS gets a new one, and on Windows it is removed. */
function finish(packed: Buffer, { os }: Platform, name: string): Buffer {
  if (os === 'darwin') return signMachO(packed, name);
  return os === 'windows' ? withoutCertificates(packed) : packed;
}
