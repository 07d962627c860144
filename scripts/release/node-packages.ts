import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { namesOf } from '../build/platforms.ts';
import type { Platform } from '../plugins.ts';
import { root } from '../root.ts';
import { lockedPackage } from './lockfile.ts';

/**
 * Node's executable for a platform, of the version that the lockfile names: from node_modules, where npm has put this
 * machine's, or fetched by npm into `folder`.
 *
 * @returns its path.
 * @throws {Error} where npm can't fetch it, or what it fetched is not what the lockfile has the checksum of.
 */
export async function nodeFor(platform: Platform, folder: string): Promise<string> {
  const { package: name, executable } = namesOf(platform);
  const installed = join(root, 'node_modules', name, executable);
  if (existsSync(installed)) return installed;
  const archive = await fetchPackage(name, join(folder, name));
  const file = join(folder, name, basename(executable));
  await writeFile(file, await memberOf(archive, `package/${executable}`), { mode: 0o755 });
  return file;
}

async function fetchPackage(name: string, folder: string): Promise<Buffer> {
  const { version, integrity } = lockedPackage(`node_modules/${name}`);
  await mkdir(folder, { recursive: true });
  await npm('pack', `${name}@${version}`, '--pack-destination', folder, '--ignore-scripts', '--silent');
  const archive = await readFile(join(folder, `${name}-${version}.tgz`));
  const found = `sha512-${createHash('sha512').update(archive).digest('base64')}`;
  if (found === integrity) return archive;
  throw new Error(
    `npm fetched a ${name}@${version} with the checksum ${found}, where package-lock.json has ${integrity}. Find out who is right before anything is released.`,
  );
}

/** Runs the npm that started this script, or else the one on PATH. */
async function npm(...words: string[]): Promise<void> {
  const { npm_execpath: cli, npm_node_execpath: node = process.execPath } = process.env;
  const [command, args] = cli ? [node, [cli, ...words]] : ['npm', words];
  const options = { cwd: root, shell: !cli && process.platform === 'win32' };
  await promisify(execFile)(command, args, options).catch((cause: Error & { stderr?: string }) => {
    throw new Error(`npm ${words.join(' ')} failed:\n${cause.stderr || cause.message}`, { cause });
  });
}

/** One file of a `.tgz`. */
async function memberOf(archive: Buffer, path: string): Promise<Buffer> {
  let content: Buffer | undefined;
  const members = extract();
  const unpacked = pipeline(Readable.from([archive]), createGunzip(), members);
  for await (const member of members) {
    if (member.header.name === path) content = await buffer(member);
    else member.resume();
  }
  await unpacked;
  if (content) return content;
  throw new Error(`There is no ${path} in it.`);
}
