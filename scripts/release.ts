/** npm run release [-- --base-url URL]: `release/options.ts` says what it makes. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platforms as allPlatforms, plugins } from './plugins.ts';
import { checksumsOf } from './release/checksums.ts';
import { writeImage } from './release/image.ts';
import { inputsOfRelease } from './release/inputs.ts';
import { writeKrewIndex } from './release/krew-index.ts';
import { type Options, optionsOf, USAGE } from './release/options.ts';
import { type Archive, makeParts } from './release/parts.ts';
import { releaseTime } from './release/release-time.ts';
import { sizesOf } from './release/sizes.ts';
import { root } from './root.ts';

const dist = join(root, 'dist');
const say = (line: string): void => void process.stderr.write(`${line}\n`);

try {
  const options = optionsOf(process.argv.slice(2));
  if (options.help) process.stdout.write(USAGE);
  else await release(options);
} catch (error) {
  const { message, stderr } = error as Error & { stderr?: string };
  say(`error: ${stderr || message}`);
  process.exitCode = 1;
}

async function release({ baseUrl, platforms }: Options): Promise<void> {
  const time = await releaseTime();
  const stamp = join(dist, '.release.json');
  const inputs = await inputsOfRelease(root, platforms, time);
  const earlier = existsSync(stamp) ? JSON.parse(await readFile(stamp, 'utf8')) : {};
  const isFresh = earlier.inputs === inputs && existsSync(join(dist, 'release'));
  const archives: Archive[] = isFresh ? earlier.archives : await make(platforms, time);
  await writeFile(stamp, JSON.stringify({ inputs, archives }));
  process.stdout.write(sizesOf(archives));
  await writeImage(join(dist, 'image'), { release: join(dist, 'release'), archives });
  if (platforms.length < allPlatforms.length) return;
  await writeKrewIndex(join(dist, 'krew-index'), archives, baseUrl);
  if (!baseUrl)
    say(
      'The manifests in dist/krew-index name files without an address: before it is pushed, give --base-url URL.',
    );
}

/** Recreates dist/release. The previous one is kept until the new one is complete. */
async function make(platforms: Options['platforms'], time: Date): Promise<Archive[]> {
  const work = await mkdtemp(join(tmpdir(), 'release-'));
  const output = join(dist, 'release.unfinished');
  try {
    await rm(output, { recursive: true, force: true });
    await mkdir(output, { recursive: true });
    const archives = await makeParts({ plugins, platforms, time, output, work, report: say });
    await writeFile(join(output, 'checksums.txt'), await checksumsOf(output));
    await rm(join(dist, 'release'), { recursive: true, force: true });
    await rename(output, join(dist, 'release'));
    return archives;
  } finally {
    for (const folder of [work, output]) await rm(folder, { recursive: true, force: true });
  }
}
