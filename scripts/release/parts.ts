import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { namesOf, thisPlatform } from '../build/platforms.ts';
import { type Prepared, prepare } from '../build/prepare.ts';
import { platforms as allPlatforms, type Platform, type Plugin, version } from '../plugins.ts';
import { root } from '../root.ts';
import type { Made, Part } from './make.ts';
import { nodeFor } from './node-packages.ts';
import { noticesOf } from './notices.ts';
import { billOf } from './sbom.ts';

/** One archive of a release. */
export interface Archive extends Made {
  plugin: Plugin;
  platform: Platform;
  /** Its name in the release. */
  file: string;
}

export interface Assignment {
  plugins: Plugin[];
  platforms: Platform[];
  /** Dates all files. */
  time: Date;
  /** Where archives and bills of materials go; a folder that is there. */
  output: string;
  /** For what is in between. */
  work: string;
  report(line: string): void;
}

/** Bytes that packing and compressing one executable take at most. */
const MEMORY = 1.5e9;
const makeScript = fileURLToPath(new URL('make.ts', import.meta.url));

/** Makes each program's bill of materials, and its archive for each platform, in the order of `platforms`. */
export async function makeParts({
  plugins,
  platforms,
  time,
  output,
  work,
  report,
}: Assignment): Promise<Archive[]> {
  const nodes = await Promise.all(platforms.map((platform) => nodeFor(platform, work)));
  const tasks: (() => Promise<Archive>)[] = [];
  for (const plugin of plugins) {
    const { program } = plugin;
    report(`Bundling ${program} …`);
    const { notices, ...prepared } = await prepareRelease(program, { time, output, work });
    for (const [index, platform] of platforms.entries())
      tasks.push(async () => {
        const file = archiveName(program, platform);
        const part = { program, prepared, platform, node: nodes[index] ?? '', notices, time: time.getTime() };
        const made = await make({ ...part, archive: join(output, file) });
        report(file);
        return { plugin, platform, file, ...made };
      });
  }
  const width = Math.min(availableParallelism(), Math.floor(totalmem() / MEMORY));
  return inLanes(tasks, Math.max(1, width));
}

/** As krew's authors have it: the program, its version, and the platform in Go's names. */
export const archiveName = (program: string, { os, arch }: Platform): string =>
  `${program}_${version}_${os}_${arch}.${os === 'windows' ? 'zip' : 'tar.gz'}`;

async function prepareRelease(
  program: string,
  { time, output, work }: Pick<Assignment, 'time' | 'output' | 'work'>,
): Promise<Prepared & { notices: string }> {
  const folder = join(work, program);
  await mkdir(folder);
  const prepared = await prepare(program, folder);
  const { packages } = prepared;
  const notices = join(work, `${program}.notices`);
  const node = `node_modules/${namesOf(thisPlatform()).package}`;
  await writeFile(notices, await noticesOf(program, packages, node));
  const nodes = allPlatforms.map((platform) => namesOf(platform).package);
  const bill = await billOf({ program, version: version.slice(1), packages, nodes, time });
  await writeFile(join(output, `${program}_${version}.cdx.json`), bill);
  return { ...prepared, notices };
}

async function make(part: Part): Promise<Made> {
  const words = [makeScript, JSON.stringify(part)];
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: root });
  return JSON.parse(stdout);
}

/** Does the tasks in their order, `width` of them at a time; gives their results in the same order. */
async function inLanes<T>(tasks: (() => Promise<T>)[], width: number): Promise<T[]> {
  const results: T[] = [];
  const row = tasks.entries();
  const lane = async (): Promise<void> => {
    for (const [index, task] of row) results[index] = await task();
  };
  await Promise.all(Array.from({ length: width }, lane));
  return results;
}
