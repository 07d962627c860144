import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { bundle } from '../../scripts/build/bundle.ts';
import { isSame, thisPlatform } from '../../scripts/build/platforms.ts';
import { start } from '../../scripts/build/prepare.ts';
import { releasesIn } from '../../scripts/krew.ts';
import { type Platform, platforms, plugins, version } from '../../scripts/plugins.ts';
import { archiveName } from '../../scripts/release/parts.ts';
import { releaseTime } from '../../scripts/release/release-time.ts';
import { root } from '../../scripts/root.ts';
import { archiveProblems } from './archive-rules.ts';
import { readExecutable } from './formats/executable.ts';
import { verifyMachO } from './formats/macho.ts';
import { readPe } from './formats/pe.ts';
import { type SeaBlob, seaBlobOf } from './formats/sea.ts';
import { manifestFile } from './support/archives.ts';
import { readArchive } from './support/read-archive.ts';

const folder = join(root, 'dist', 'release');

test('the release has an archive of each program for each platform, bills of materials, and checksums of all', async () => {
  const archives = plugins.flatMap(({ program }) =>
    platforms.map((platform) => archiveName(program, platform)),
  );
  const bills = plugins.map(({ program }) => `${program}_${version}.cdx.json`);
  const files = [...archives, ...bills].sort();
  assert.equal(archives.length, 12);
  assert.deepEqual((await readdir(folder)).sort(), [...files, 'checksums.txt'].sort());
  const digests = await Promise.all(files.map(async (file) => `${await sha256Of(file)}  ${file}\n`));
  assert.equal(await readFile(join(folder, 'checksums.txt'), 'utf8'), digests.join(''));
});

for (const plugin of plugins)
  describe(plugin.program, async () => {
    const { program } = plugin;
    const bundled = await bundle(program);

    test('its manifest has the checksum of each archive', async () => {
      const releases = releasesIn(await readFile(manifestFile(plugin), 'utf8'));
      assert.equal(releases.length, platforms.length);
      for (const { os, arch, uri, sha256 } of releases) {
        const file = archiveName(program, { os, arch } as Platform);
        assert.equal(uri.split('/').at(-1), file);
        assert.equal(sha256, await sha256Of(file));
      }
    });

    for (const platform of platforms) {
      const { os, arch } = platform;
      const file = archiveName(program, platform);
      test(`${file}: what krew expects, and an executable for its platform with exactly the program in it`, async () => {
        const bin = os === 'windows' ? `${program}.exe` : program;
        const members = await readArchive(file, await readFile(join(folder, file)));
        assert.deepEqual(archiveProblems(members, bin), []);
        assert.deepEqual(
          members.map(({ name, mode }) => ({ name, mode })),
          [
            { name: bin, mode: 0o755 },
            { name: 'LICENSE', mode: 0o644 },
            { name: 'THIRD_PARTY_NOTICES.txt', mode: 0o644 },
          ],
        );
        const time = await releaseTime();
        for (const member of members) assert.ok(Math.abs(member.time.getTime() - time.getTime()) < 2_000);

        const executable = members[0]?.content ?? Buffer.alloc(0);
        const found = readExecutable(executable);
        assert.deepEqual({ os: found.os, arch: found.arch }, platform);
        if (os === 'darwin')
          assert.deepEqual(verifyMachO(executable), { identifier: program, kind: 'ad-hoc', arch });
        if (os === 'windows') assert.equal(readPe(executable).certificates, undefined);
        await holds(seaBlobOf(executable), platform);
        assert.equal(
          executable.includes(root.slice(0, -1)),
          false,
          'it names the folder that it was made in',
        );
      });
    }

    async function holds({ main, codePath, execArgvExtension, assets }: SeaBlob, platform: Platform) {
      assert.ok(main.equals(await readFile(start)));
      assert.deepEqual(
        { codePath, execArgvExtension },
        { codePath: '../start.cjs', execArgvExtension: 'none' },
      );
      const scripts = [...assets].filter(([name]) => !name.endsWith('.cache'));
      assert.deepEqual(
        Object.fromEntries(scripts.map(([name, content]) => [name, sha256(content)])),
        Object.fromEntries([...bundled.scripts].map(([name, text]) => [`./${name}`, sha256(text)])),
      );
      assert.equal(assets.size, 2 * scripts.length);
      for (const [name] of scripts)
        assert.equal((assets.get(`${name}.cache`)?.length ?? 0) > 0, isSame(platform, thisPlatform()), name);
    }
  });

const sha256Of = async (file: string): Promise<string> => sha256(await readFile(join(folder, file)));

const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');
