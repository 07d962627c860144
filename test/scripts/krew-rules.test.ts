import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { manifestOf } from '../../scripts/krew.ts';
import { manifestProblems, manifestRules } from '../../scripts/krew-rules.ts';
import { goodManifest, refusedByKrew, refusedByUs, rowsPlugin } from './krew-rules-rows.ts';

const broken = [...refusedByKrew, ...refusedByUs];
const found = (manifest: unknown, judged = { name: 'bmh', isReleased: true }): string[] => [
  ...new Set(manifestProblems(JSON.stringify(manifest), judged).map(({ rule }) => rule)),
];

describe('rules for krew’s manifests', () => {
  test('accepts a manifest that follows all rules', () => {
    assert.deepEqual(found(goodManifest), []);
    const more = { version: 'v1.2.3-rc.1+build.5', homepage: 'https://releases.invalid/' };
    assert.deepEqual(found({ ...goodManifest, spec: { ...goodManifest.spec, ...more } }), []);
  });

  for (const [rule, what, manifest] of broken)
    test(`${rule}: ${what}`, () => assert.deepEqual(found(manifest), [rule]));

  test('every rule is tested above', () => {
    assert.deepEqual([...new Set(broken.map(([rule]) => rule))].sort(), [...manifestRules].sort());
  });

  test('requires neither uri nor sha256 before a release', () => {
    const early = manifestOf(rowsPlugin, [], 'v1.2.3');
    assert.deepEqual(found(early, { name: 'bmh', isReleased: false }), []);
    assert.deepEqual(found(early), ['uri', 'sha256']);
  });

  test('refuses a name that kubectl cannot find', () => {
    const odd = { ...goodManifest, metadata: { name: 'b/mh' } };
    assert.deepEqual(found(odd, { name: 'b/mh', isReleased: true }), ['name']);
  });

  test('reports an empty file without throwing', () => {
    const rules = new Set(manifestProblems('', { name: 'bmh', isReleased: true }).map(({ rule }) => rule));
    for (const rule of ['api-version', 'kind', 'name', 'version', 'all-platforms'])
      assert.ok(rules.has(rule));
  });
});
