import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Version } from '@cyclonedx/cyclonedx-library/Spec';
import { JsonStrictValidator } from '@cyclonedx/cyclonedx-library/Validation';
import { bundle } from '../../scripts/build/bundle.ts';
import { namesOf, thisPlatform } from '../../scripts/build/platforms.ts';
import { ALLOWED } from '../../scripts/licences.ts';
import { platforms, plugins, version } from '../../scripts/plugins.ts';
import { archiveName } from '../../scripts/release/parts.ts';
import { root } from '../../scripts/root.ts';
import { readArchive } from './support/read-archive.ts';

const host = thisPlatform();

interface Component {
  name: string;
  group?: string;
  version: string;
  purl?: string;
  hashes?: { alg: string; content: string }[];
  licenses?: { license: { id: string } }[];
  components?: Component[];
}

const release = join(root, 'dist', 'release');

for (const { program } of plugins)
  describe(program, async () => {
    const { packages } = await bundle(program);
    const described = await Promise.all(
      packages.map(async (folder) => JSON.parse(await readFile(join(root, folder, 'package.json'), 'utf8'))),
    );
    const text = await readFile(join(release, `${program}_${version}.cdx.json`), 'utf8');
    const bill: { components: Component[]; dependencies: { ref: string; dependsOn?: string[] }[] } =
      JSON.parse(text);
    const bundledOf = ({ components }: typeof bill): Component[] =>
      components.filter(({ name }) => name !== 'node');

    test('its bill of materials follows the CycloneDX schema', async () => {
      assert.equal(await new JsonStrictValidator(Version.v1dot6).validate(text), null);
    });

    test('the bill lists exactly the packages in it', () => {
      const named = bundledOf(bill).map(
        ({ group, name, version: of }) => `${group ? `${group}/` : ''}${name}@${of}`,
      );
      const bundled = described.map(({ name, version: of }) => `${name}@${of}`);
      assert.ok(bundled.some((name) => name.startsWith('yargs@')));
      assert.deepEqual(named.sort(), bundled.sort());
      for (const { name, purl, hashes, licenses } of bundledOf(bill)) {
        assert.match(purl ?? '', /^pkg:npm\//, name);
        assert.match(hashes?.[0]?.content ?? '', /^[0-9a-f]{128}$/, name);
        assert.ok(ALLOWED.includes(licenses?.[0]?.license.id ?? ''), name);
      }
    });

    test('the bill lists what each package depends on', () => {
      const needed = new Set(bill.dependencies.flatMap(({ dependsOn = [] }) => dependsOn));
      assert.deepEqual(
        packages.filter((folder) => !needed.has(folder)),
        [],
      );
    });

    test('the bill lists Node, its packages and its parts', () => {
      const node = bill.components.find(({ name }) => name === 'node');
      assert.equal(node?.version, process.versions.node);
      const parts = node?.components?.map(({ name }) => name) ?? [];
      for (const name of [...platforms.map((platform) => namesOf(platform).package), 'v8', 'openssl'])
        assert.ok(parts.includes(name), name);
    });

    test('its archives contain the licenses of every package and of Node', async () => {
      const file = archiveName(program, host);
      const members = await readArchive(file, await readFile(join(release, file)));
      const notices = String(members.find(({ name }) => name === 'THIRD_PARTY_NOTICES.txt')?.content);
      const node = join(root, 'node_modules', namesOf(host).package);
      for (const { name, version: of, license } of described)
        assert.ok(notices.includes(`\n${name} ${of} (${license})\n`), name);
      assert.ok(notices.includes((await readFile(join(node, 'LICENSE'), 'utf8')).trim()));
      const headings = notices.match(/^={80}\n.+\n={80}$/gm) ?? [];
      assert.equal(headings.length, described.length + 1);
    });
  });
