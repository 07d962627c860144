import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ignoringNew } from '../../../lib/block/ignored.ts';
import type { PlannedFile } from '../../../lib/block/plan.ts';

const BESIDE: PlannedFile = {
  path: 'extensions/templates/alerts/pods.yaml',
  move: 'beside',
  text: 'new',
  found: 'edited',
};
const PATH = 'extensions/.helmignore';

const ignored = (files: PlannedFile[], found?: string): PlannedFile[] =>
  ignoringNew(files, { chart: 'extensions/', find: (path) => (path === PATH ? found : undefined) });

for (const [found, text] of [
  [undefined, '*.new\n'],
  ['', '*.new\n'],
  ['.git/\n', '.git/\n*.new\n'],
  ['.git/', '.git/\n*.new\n'],
  ['# *.new\n', '# *.new\n*.new\n'],
] as const)
  test(`.helmignore of ${JSON.stringify(found)} gets the line before a new version is written`, () => {
    const move = found === undefined ? 'create' : 'update';
    assert.deepEqual(ignored([BESIDE], found), [{ path: PATH, move, text, found }, BESIDE]);
  });

for (const found of ['*.new\n', '.git/\r\n  *.new  \r\n', '*.new'])
  test(`.helmignore of ${JSON.stringify(found)} is left`, () =>
    assert.deepEqual(ignored([BESIDE], found), [BESIDE]));

test('.helmignore is left if no template is edited', () => {
  const values: PlannedFile = { ...BESIDE, path: 'extensions/values.yaml' };
  const updated: PlannedFile = { ...BESIDE, move: 'update' };
  assert.deepEqual(ignored([values, updated], ''), [values, updated]);
});

test('a .helmignore that is created or updated anyway is not changed twice', () => {
  const created: PlannedFile = { path: PATH, move: 'create', text: '*.new\n', found: undefined };
  assert.deepEqual(ignored([created, BESIDE]), [created, BESIDE]);
  const updated: PlannedFile = { path: PATH, move: 'update', text: 'tests/\n', found: '.git/\n' };
  assert.deepEqual(ignored([updated, BESIDE], '.git/\n'), [{ ...updated, text: 'tests/\n*.new\n' }, BESIDE]);
});

test('a .helmignore that a user edited gets the line itself, and no new version', () => {
  const edited: PlannedFile = { path: PATH, move: 'beside', text: '*.new\n', found: 'mine/\n' };
  assert.deepEqual(ignored([BESIDE, edited]), [
    { path: PATH, move: 'update', text: 'mine/\n*.new\n', found: 'mine/\n' },
    BESIDE,
  ]);
});
