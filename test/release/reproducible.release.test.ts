import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { thisPlatform } from '../../scripts/build/platforms.ts';
import type { Platform } from '../../scripts/plugins.ts';
import { releaseTime } from '../../scripts/release/release-time.ts';
import { root } from '../../scripts/root.ts';

const run = promisify(execFile);

/** This machine's, whose executables have caches of V8's, and one of each other format. */
const again: Platform[] = [thisPlatform(), { os: 'darwin', arch: 'arm64' }, { os: 'windows', arch: 'arm64' }];

test('a release built again from the sources in another folder has the same bytes', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'another-folder-'));
  t.after(() => rm(folder, { recursive: true }));
  await copySources(folder);
  const platforms = again.flatMap(({ os, arch }) => ['--platform', `${os}/${arch}`]);
  await run('npm', ['run', 'release', '--', ...platforms], {
    cwd: folder,
    env: {
      ...process.env,
      TZ: 'Pacific/Auckland',
      SOURCE_DATE_EPOCH: String((await releaseTime()).getTime() / 1_000),
    },
    maxBuffer: 1e8,
  });

  const made = await checksumsIn(folder);
  const first = await checksumsIn(root);
  assert.equal(made.length, 2 * again.length + 2, 'archives and bills of materials');
  assert.deepEqual(
    made,
    first.filter((line) => made.some((other) => fileOf(other) === fileOf(line))),
  );
  const { arch } = thisPlatform();
  for (const file of ['Containerfile', 'LICENSE', `linux/${arch}/kubectl-bmh`]) {
    const [one, other] = await Promise.all(
      [folder, root].map((place) => readFile(join(place, 'dist', 'image', file))),
    );
    assert.ok(one?.equals(other as Buffer), `dist/image/${file}`);
  }
});

/** What a clone of the commit would have, with the changes that are not committed. */
async function copySources(folder: string): Promise<void> {
  const words = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const { stdout } = await run('git', words, { cwd: root, maxBuffer: 1e8 });
  for (const file of stdout.split('\0').filter(Boolean)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    // Deleted, but not committed so.
    await cp(join(root, file), join(folder, file)).catch(ignoreMissing);
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

const checksumsIn = async (folder: string): Promise<string[]> =>
  (await readFile(join(folder, 'dist', 'release', 'checksums.txt'), 'utf8')).trimEnd().split('\n');

const fileOf = (line: string): string => line.split('  ')[1] ?? '';
