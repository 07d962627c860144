import assert from 'node:assert/strict';
import { chmod, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { filesOf, type Walk } from '../../../cmd/shared/walk.ts';
import { folderWith } from '../../support/folder.ts';

/** The names of files that are read, and of skipped ones with the reason. */
async function walked(
  names: string[],
  cwd: string,
  walk: Partial<Walk> = { templates: 'render them' },
): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of filesOf(names, { cwd, hints: { path: 'pass a file', link: 'pass it' }, ...walk }))
    found.push('reason' in entry ? `${entry.name} ${entry.isUnread ? '! ' : ''}${entry.reason}` : entry.name);
  return found;
}

test('filesOf lists YAML and JSON files of folders, sorted by name', async (t) => {
  const folder = await folderWith(t, {
    'b/z.yaml': '',
    'b/A.yml': '',
    'a.json': '',
    'c.yaml': '',
    'c.txt': '',
    'README.md': '',
    '.hidden/a.yaml': '',
    '.hidden.yaml': '',
    'node_modules/x/a.yaml': '',
  });
  assert.deepEqual(await walked(['.'], folder), [
    'a.json',
    join('b', 'A.yml'),
    join('b', 'z.yaml'),
    'c.yaml',
  ]);
  assert.deepEqual(await walked([folder], '/'), [
    join(folder, 'a.json'),
    join(folder, 'b', 'A.yml'),
    join(folder, 'b', 'z.yaml'),
    join(folder, 'c.yaml'),
  ]);
});

test('filesOf lists named files with any name, and each file once', async (t) => {
  const folder = await folderWith(t, { 'a.txt': '', '.git/a.yaml': '', 'b/a.yaml': '' });
  assert.deepEqual(await walked(['b/a.yaml', 'a.txt', '.git', 'b', './a.txt'], folder), [
    'b/a.yaml',
    'a.txt',
    join('.git', 'a.yaml'),
  ]);
});

test('filesOf skips chart templates', async (t) => {
  const folder = await folderWith(t, {
    'chart/Chart.yaml': '',
    'chart/values.yaml': '',
    'chart/templates/a.yaml': '',
    'chart/charts/sub/Chart.yaml': '',
    'chart/charts/sub/templates/b.yaml': '',
    'docs/templates/a.yaml': '',
  });
  assert.deepEqual(await walked(['.'], folder), [
    join('chart', 'Chart.yaml'),
    join('chart', 'charts', 'sub', 'Chart.yaml'),
    `${join('chart', 'charts', 'sub', 'templates')} holds chart templates`,
    `${join('chart', 'templates')} holds chart templates`,
    join('chart', 'values.yaml'),
    join('docs', 'templates', 'a.yaml'),
  ]);
  assert.deepEqual(await walked(['chart/templates'], folder), ['chart/templates holds chart templates']);
  assert.deepEqual(await walked(['chart/templates'], folder, {}), [join('chart', 'templates', 'a.yaml')]);
});

test('filesOf follows links only inside a folder', async (t) => {
  const outside = await folderWith(t, { 'o.yaml': '' });
  const folder = await folderWith(t, { 'in/.data/a.yaml': '', 'in/b.yaml': '', 'in/sub/c.yaml': '' });
  const links: [string, string][] = [
    ['a.yaml', '.data/a.yaml'],
    ['again.yaml', 'b.yaml'],
    ['loop', '.'],
    ['twin', 'sub'],
    ['nowhere.yaml', 'gone'],
    ['out', outside],
    ['out.yaml', join(outside, 'o.yaml')],
    ['out.txt', join(outside, 'o.yaml')],
  ];
  for (const [name, target] of links) await symlink(target, join(folder, 'in', name));
  assert.deepEqual(await walked(['in'], folder), [
    join('in', 'a.yaml'),
    join('in', 'again.yaml'),
    `${join('in', 'nowhere.yaml')} ! cannot be read: no such file or directory`,
    `${join('in', 'out')} is a symlink that points outside the folder`,
    `${join('in', 'out.yaml')} is a symlink that points outside the folder`,
    join('in', 'sub', 'c.yaml'),
  ]);
  assert.deepEqual(await walked(['in/out'], folder), [join('in', 'out', 'o.yaml')]);
});

test('filesOf reports files that do not exist or may not be read', async (t) => {
  const folder = await folderWith(t, { 'a.yaml': '' });
  assert.deepEqual(await walked(['gone', 'a.yaml'], folder), [
    'gone ! cannot be read: no such file or directory',
    'a.yaml',
  ]);
  if (process.getuid?.() === 0) return;
  await mkdir(join(folder, 'closed'));
  await chmod(join(folder, 'closed'), 0);
  assert.deepEqual(await walked(['.'], folder), ['a.yaml', 'closed ! cannot be read: permission denied']);
});
