import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { manifestText } from '../../scripts/krew.ts';
import { platforms, plugins, version } from '../../scripts/plugins.ts';
import { root } from '../../scripts/root.ts';
import { type End, run } from '../release/support/run.ts';

describe('npm run manifests -- --check --release FOLDER', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bmh-manifests-'));
  });
  after(() => rm(folder, { recursive: true }));

  const check = (): Promise<End> =>
    run(process.execPath, ['scripts/manifests.ts', '--check', '--release', folder], { env: {}, cwd: root });
  const release = async (address: string, of = version): Promise<void> => {
    const archive = { uri: `${address}/plugin.tar.gz`, sha256: 'a0'.repeat(32) };
    const releases = platforms.map((platform) => ({ ...platform, ...archive }));
    for (const plugin of plugins)
      await writeFile(join(folder, `${plugin.name}.yaml`), manifestText(plugin, releases, of));
  };
  const lines = (line: (name: string) => string): string =>
    plugins.map(({ name }) => `${line(name)}\n`).join('');

  test('ignores manifests of another version', async () => {
    await release('https://releases.invalid', 'v0.0.1');
    assert.deepEqual(await check(), {
      code: 1,
      stdout: '',
      stderr: lines(
        (name) => `${join(folder, name)}.yaml names no archive of ${version}: run \`npm run release\`.`,
      ),
    });
  });

  test('requires the archives of this version in the manifests', async () => {
    await release('https://releases.invalid');
    assert.deepEqual(await check(), {
      code: 1,
      stdout: '',
      stderr: lines(
        (name) =>
          `krew-manifest/${name}.yaml would be written otherwise: run \`npm run manifests -- --release ${folder}\` and commit the result.`,
      ),
    });
  });

  test('refuses what krew could not fetch, with the rule', async () => {
    await release('ftp://releases.invalid');
    const { code, stderr } = await check();
    assert.equal(code, 1);
    assert.match(stderr, /^krew-manifest\/bmh\.yaml breaks krew's rule "uri": linux\/amd64: uri is not the/);
    assert.equal(stderr.trim().split('\n').length, plugins.length * platforms.length);
  });
});
