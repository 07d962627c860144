import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { lintText, newRun } from '../../../lib/dashboards/lint/lint.ts';
import { writeKubeconfig } from '../../support/kubeconfig.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';

const DASHBOARD = JSON.stringify({ uid: 'shop', title: 'Shop', schemaVersion: 42, panels: [] });

type Fields = Record<string, unknown>;

const container = (
  data: Fields,
  { kind = 'ConfigMap', field = 'data', ...metadata }: Fields = {},
): Fields => ({
  apiVersion: 'v1',
  kind,
  metadata: { name: 'shop', labels: { ui_dashboard: '1' }, ...metadata },
  [field as string]: data,
});

/** A file of so many bytes, with characters that kubectl writes as six. */
const sized = (bytes: number): string => {
  const filler = '<"\n\u2028&>'.repeat(3_000);
  return filler + 'x'.repeat(bytes - Buffer.byteLength(filler));
};
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** The findings of the linter that say that the server, or kubectl apply, does not take a container. */
const REFUSED = ['object-size', 'apply-size', 'object-name', 'file-name', 'file-text', 'label-value'];

/** The most that still fits into the copy that kubectl apply keeps, by the linter. */
function longestApplied(): number {
  let [fits, tooLong] = [0, 300_000];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    const text = JSON.stringify(
      container({ 'shop.json': DASHBOARD, a: '<"é'.repeat(1_000) + 'x'.repeat(middle) }),
    );
    const { findings } = lintText(text, 'a.json', newRun());
    if (findings.some(({ check }) => check === 'apply-size')) tooLong = middle;
    else fits = middle;
  }
  return fits;
}

const MOST = 1024 * 1024;
const applied = longestApplied();
const withPadding = (length: number): Fields =>
  container({ 'shop.json': DASHBOARD, a: '<"é'.repeat(1_000) + 'x'.repeat(length) });

const CASES: [string, Fields, boolean, 'create' | 'apply'][] = [
  ['a ConfigMap of 1 MiB', container({ 'shop.json': sized(MOST) }), true, 'create'],
  ['a ConfigMap of a byte more', container({ 'shop.json': sized(MOST), a: 'x' }), false, 'create'],
  ['a Secret of 1 MiB', container({ a: base64(sized(MOST)) }, { kind: 'Secret' }), true, 'create'],
  ['a Secret of a byte more', container({ a: base64(sized(MOST + 1)) }, { kind: 'Secret' }), false, 'create'],
  ['the longest copy of kubectl apply', withPadding(applied), true, 'apply'],
  ['a copy of a byte more', withPadding(applied + 1), false, 'apply'],
  ['a key with a space', container({ 'a b.json': DASHBOARD }), false, 'create'],
  ['a key that begins with two dots', container({ '..a.json': DASHBOARD }), false, 'create'],
  ['a key that begins with a dot', container({ '.a.json': DASHBOARD }), true, 'create'],
  ['a name with a capital letter', container({ 'a.json': DASHBOARD }, { name: 'Shop' }), false, 'create'],
  [
    'a label that is a number',
    container({ 'a.json': DASHBOARD }, { labels: { ui_dashboard: 1 } }),
    false,
    'create',
  ],
  ['a file that is a map', container({ 'a.json': {} }), false, 'create'],
  ['plain text in a Secret', container({ 'a.json': DASHBOARD }, { kind: 'Secret' }), false, 'create'],
];

// The embedded server has no such limits.
for (const kind of servers().filter(({ name }) => name === 'real'))
  describe('the server takes a container as the linter says', () => {
    let server: TestServer;
    let folder: string;
    before(async () => {
      server = await kind.start();
      folder = await mkdtemp(join(tmpdir(), 'limits-'));
      await writeKubeconfig(join(folder, 'kubeconfig'), server.admin);
    });
    after(async () => {
      await server.stop();
      await rm(folder, { recursive: true });
    });

    for (const [title, object, isTaken, verb] of CASES)
      test(title, async () => {
        const text = JSON.stringify(object);
        const { findings } = lintText(text, 'a.json', newRun());
        const refused = findings.filter(
          ({ check }) => REFUSED.includes(check) && (verb === 'apply' || check !== 'apply-size'),
        );
        assert.equal(refused.length === 0, isTaken, JSON.stringify(refused));
        const file = join(folder, 'object.json');
        await writeFile(file, text);
        const env = { ...process.env, KUBECONFIG: join(folder, 'kubeconfig') };
        const words = [verb, '--validate=false', '-f', file];
        const failed = await new Promise<Error | null>((resolve) => {
          execFile('kubectl', words, { env }, (error) => resolve(error));
        });
        assert.equal(failed === null, isTaken, failed?.message);
        if (isTaken)
          await new Promise((resolve) => execFile('kubectl', ['delete', '-f', file], { env }, resolve));
      });
  });
