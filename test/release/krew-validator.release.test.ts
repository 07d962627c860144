import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { manifestText } from '../../scripts/krew.ts';
import { plugins } from '../../scripts/plugins.ts';
import { goodManifest, refusedByKrew, refusedByUs } from '../scripts/krew-rules-rows.ts';
import { type Listener, listen } from '../support/listen.ts';
import { releasesAt, serveArchives } from './support/archives.ts';
import { findKrew, type KrewPrograms, type KrewUser, lackingForKrew, newUser } from './support/krew.ts';
import { type End, run } from './support/run.ts';

describe('krew’s own validator of manifests', { skip: await lackingForKrew() }, () => {
  let programs: KrewPrograms;
  let user: KrewUser;
  let server: Listener;
  before(async () => {
    programs = await findKrew();
    user = await newUser(programs);
    server = await listen(serveArchives().listener);
  });
  after(async () => {
    await server?.stop();
    await user?.remove();
  });

  const validate = async (name: string, text: string, ...flags: string[]): Promise<End> => {
    const file = join(user.folder, `${name}.yaml`);
    await writeFile(file, text);
    return run(programs.validator, ['-manifest', file, ...flags], { env: user.env });
  };
  const judge = (manifest: object) => validate('bmh', JSON.stringify(manifest), '-skip-install');

  for (const plugin of plugins)
    test(`accepts ${plugin.name} and installs it for all platforms, with its license`, async () => {
      const releases = await releasesAt(`http://127.0.0.1:${server.port}`, plugin);
      const { code, stderr } = await validate(plugin.name, manifestText(plugin, releases));
      assert.equal(code, 0, stderr);
      assert.match(stderr, new RegExp(`all ${releases.length} spec\\.platforms installed fine`));
    });

  test('accepts the manifests of our tests', async () => {
    const { code, stderr } = await judge(goodManifest);
    assert.equal(code, 0, stderr);
  });

  for (const [rule, what, manifest] of refusedByKrew)
    test(`refuses what breaks our rule ${rule}: ${what}`, async () => {
      const { code, stderr } = await judge(manifest);
      assert.notEqual(code, 0);
      assert.match(stderr, /plugin manifest validation error|plugin validation error|overlapping platform/);
    });

  for (const [rule, what, manifest] of refusedByUs)
    test(`leaves to its index or to us the rule ${rule}: ${what}`, async () => {
      const { code, stderr } = await judge(manifest);
      assert.equal(code, 0, stderr);
    });
});
