import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { manifestText, type Release, releasesIn } from '../../scripts/krew.ts';
import { manifestProblems } from '../../scripts/krew-rules.ts';
import { platforms, plugins } from '../../scripts/plugins.ts';

const releasesOf = (program: string): Release[] =>
  platforms.map(({ os, arch }, at) => ({
    os,
    arch,
    uri: `https://releases.invalid/${program}_${os}_${arch}.${os === 'windows' ? 'zip' : 'tar.gz'}`,
    sha256: String(at).repeat(64),
  }));

for (const plugin of plugins)
  describe(`krew’s manifest of ${plugin.name}`, () => {
    test('follows krew’s rules before and after a release', () => {
      const { name } = plugin;
      assert.deepEqual(manifestProblems(manifestText(plugin), { name, isReleased: false }), []);
      const released = manifestText(plugin, releasesOf(plugin.program));
      assert.deepEqual(manifestProblems(released, { name, isReleased: true }), []);
    });

    test('gives each platform its own archive in any order', () => {
      const releases = releasesOf(plugin.program);
      const text = manifestText(plugin, releases.toReversed());
      assert.equal(text, manifestText(plugin, releases));
      assert.deepEqual(releasesIn(text), releases);
    });

    test('keeps addresses and digests for their version alone', () => {
      const text = manifestText(plugin, releasesOf(plugin.program), 'v9.8.7');
      assert.equal(parse(text).spec.version, 'v9.8.7');
      assert.deepEqual(releasesIn(text), []);
      assert.equal(releasesIn(text, 'v9.8.7').length, platforms.length);
      assert.deepEqual(releasesIn(''), []);
      assert.deepEqual(releasesIn(manifestText(plugin)), []);
    });
  });
