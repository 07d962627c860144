import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { manifestText, type Release } from '../../scripts/krew.ts';
import { type Plugin, plugins, version } from '../../scripts/plugins.ts';
import { type Listener, listen } from '../support/listen.ts';
import { archiveOf, forHost, manifestFile, releasesAt, serveArchives } from './support/archives.ts';
import {
  findKrew,
  type KrewPrograms,
  type KrewUser,
  lackingForKrew,
  newIndex,
  newUser,
} from './support/krew.ts';

const LATER = 'v999.0.0';

describe('the release through krew', { skip: await lackingForKrew() }, () => {
  let programs: KrewPrograms;
  let server: Listener;
  const { asked, listener } = serveArchives();
  const released = new Map<Plugin, Release[]>();
  const users: KrewUser[] = [];
  before(async () => {
    programs = await findKrew();
    server = await listen(listener);
    for (const plugin of plugins)
      released.set(plugin, await releasesAt(`http://127.0.0.1:${server.port}`, plugin));
  });
  after(async () => {
    await server?.stop();
    for (const user of users) await user.remove();
  });

  const releasesOf = (plugin: Plugin): Release[] => released.get(plugin) ?? [];
  const manifests = (of = version) =>
    Object.fromEntries(plugins.map((plugin) => [plugin.name, manifestText(plugin, releasesOf(plugin), of)]));
  const user = async (): Promise<KrewUser> => {
    users.push(await newUser(programs));
    return users.at(-1) as KrewUser;
  };

  test('installs, runs, upgrades and uninstalls from a custom index', async () => {
    const me = await user();
    const { root, kubectl } = me;
    const index = await newIndex(me);
    await index.publish(manifests());
    await did(kubectl('krew', 'index', 'add', 'local', index.url));
    const linkOf = ({ program }: Plugin) => join(root, 'bin', program);

    for (const plugin of plugins) {
      asked.length = 0;
      const { stderr } = await did(kubectl('krew', 'install', `local/${plugin.name}`));
      assert.match(stderr, new RegExp(`kubectl ${plugin.name} completion install`));
      assert.deepEqual(asked, [basename(forHost(releasesOf(plugin)).uri)]);
      await works(kubectl, plugin);
      const store = join(root, 'store', plugin.name, version);
      assert.equal(await readlink(linkOf(plugin)), join(store, plugin.program));
      assert.ok((await readdir(store)).includes('LICENSE'));
    }

    const [first] = plugins as [Plugin];
    const same = await kubectl('krew', 'upgrade', first.name);
    assert.equal(same.code, 1);
    assert.match(same.stderr, /the newest version is already installed/);

    await index.publish(manifests(LATER));
    await did(kubectl('krew', 'upgrade'));
    for (const plugin of plugins) {
      assert.deepEqual(await readdir(join(root, 'store', plugin.name)), [LATER]);
      assert.equal(await readlink(linkOf(plugin)), join(root, 'store', plugin.name, LATER, plugin.program));
      await works(kubectl, plugin);
    }

    for (const plugin of plugins) {
      await did(kubectl('krew', 'uninstall', plugin.name));
      assert.equal(existsSync(join(root, 'store', plugin.name)), false);
      const { code, stderr } = await kubectl(plugin.name, 'version', '--client');
      assert.equal(code, 1);
      assert.match(stderr, new RegExp(`unknown command "${plugin.name}"`));
    }
  });

  test('refuses an archive whose digest differs from the index', async () => {
    const me = await user();
    const index = await newIndex(me);
    const [plugin] = plugins as [Plugin];
    const wrong = releasesOf(plugin).map((release) => ({ ...release, sha256: '0'.repeat(64) }));
    await index.publish({ [plugin.name]: manifestText(plugin, wrong) });
    await did(me.kubectl('krew', 'index', 'add', 'local', index.url));

    const { code, stderr } = await me.kubectl('krew', 'install', `local/${plugin.name}`);
    assert.equal(code, 1);
    assert.match(
      stderr,
      new RegExp(`checksum does not match, want: 0{64}, got ${forHost(releasesOf(plugin)).sha256}`),
    );
    assert.deepEqual(await readdir(join(me.root, 'bin')), []);
    assert.equal((await me.kubectl(plugin.name, 'version', '--client')).code, 1);
  });

  test('installs from manifest and archive files without a network', async () => {
    const me = await user();
    asked.length = 0;
    for (const plugin of plugins) {
      const archive = archiveOf(forHost(releasesOf(plugin)));
      const files = [`--manifest=${manifestFile(plugin)}`, `--archive=${archive}`];
      await did(me.kubectl('krew', 'install', ...files));
      await works(me.kubectl, plugin);
    }
    assert.deepEqual(asked, []);
  });
});

async function did(call: ReturnType<KrewUser['kubectl']>): Promise<{ stdout: string; stderr: string }> {
  const { code, stdout, stderr } = await call;
  assert.equal(code, 0, stderr);
  return { stdout, stderr };
}

async function works(kubectl: KrewUser['kubectl'], { name }: Plugin): Promise<void> {
  const { stdout } = await did(kubectl(name, 'version', '--client'));
  assert.equal(stdout, `Client Version: ${version}\n`);
}
