import assert from 'node:assert/strict';
import { chmod, lstat, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { readValuesFile } from '../../../../cmd/kubectl-monitoring/shared/values/values.ts';
import { replaceFile } from '../../../../cmd/shared/text-file.ts';
import { folderWith } from '../../../support/folder.ts';

test('replaceFile replaces the file and keeps its mode', async (t) => {
  const folder = await folderWith(t, { 'values.yaml': '\uFEFFa: 1\r\n' });
  const path = join(folder, 'values.yaml');
  await chmod(path, 0o640);
  const file = await readValuesFile('values.yaml', folder);
  assert.deepEqual(file, { name: 'values.yaml', path, text: '\uFEFFa: 1\r\n' });
  await replaceFile(file, '\uFEFFa: 2\r\n', 'values file');
  assert.equal(await readFile(path, 'utf8'), '\uFEFFa: 2\r\n');
  assert.equal((await stat(path)).mode & 0o7777, 0o640);
  assert.deepEqual(await readdir(folder), ['values.yaml']);
});

test('replaceFile keeps the owner', {
  skip: process.getuid?.() !== 0 && 'only root gives files away',
}, async (t) => {
  const folder = await folderWith(t, { 'values.yaml': 'a: 1\n' });
  const path = join(folder, 'values.yaml');
  const { chown } = await import('node:fs/promises');
  await chown(path, 12345, 23456);
  await replaceFile(await readValuesFile(path, folder), 'a: 2\n', 'values file');
  const { uid, gid } = await stat(path);
  assert.deepEqual([await readFile(path, 'utf8'), uid, gid], ['a: 2\n', 12345, 23456]);
});

test('replaceFile writes the target of a link', async (t) => {
  const folder = await folderWith(t, { 'real/values.yaml': 'a: 1\n' });
  const link = join(folder, 'values.yaml');
  await symlink('real/values.yaml', link);
  await replaceFile(await readValuesFile('values.yaml', folder), 'a: 2\n', 'values file');
  assert.equal((await lstat(link)).isSymbolicLink(), true);
  assert.equal(await readFile(join(folder, 'real', 'values.yaml'), 'utf8'), 'a: 2\n');
});

test('replaceFile refuses to overwrite a file that changed after it was read', async (t) => {
  const folder = await folderWith(t, { 'values.yaml': 'a: 1\n' });
  const file = await readValuesFile('values.yaml', folder);
  await writeFile(file.path, 'a: 3\n');
  await assert.rejects(replaceFile(file, 'a: 2\n', 'values file'), {
    kind: 'refusal',
    message: 'error: values file values.yaml changed after it was read: it was not overwritten',
  });
  assert.equal(await readFile(file.path, 'utf8'), 'a: 3\n');
  assert.deepEqual(await readdir(folder), ['values.yaml']);
});

test('replaceFile reports a file that no longer exists', async (t) => {
  const folder = await folderWith(t, {});
  const file = { name: 'values.yaml', path: join(folder, 'values.yaml'), text: '' };
  await assert.rejects(replaceFile(file, 'a: 2\n', 'values file'), {
    kind: 'refusal',
    message: 'error: values file values.yaml cannot be written: no such file or directory',
  });
  assert.deepEqual(await readdir(folder), []);
});

test('readValuesFile reports files that it cannot use', async (t) => {
  const folder = await folderWith(t, {
    'latin.yaml': Buffer.from('\u00e9', 'latin1'),
    'utf16.yaml': Buffer.from('\uFEFFa: 1', 'utf16le'),
    'folder/x': '',
  });
  await symlink('loop.yaml', join(folder, 'loop.yaml'));
  const messages: Record<string, string> = {
    'missing.yaml': 'missing.yaml cannot be read and written: no such file or directory',
    'latin.yaml/x': 'latin.yaml/x cannot be read and written: not a directory',
    'loop.yaml': 'loop.yaml cannot be read and written: too many levels of symbolic links',
    'latin.yaml': 'latin.yaml is not UTF-8',
    'utf16.yaml': 'utf16.yaml is not UTF-8',
    folder: 'folder is not a file',
    'a\x1b[2J': 'a\\x1b[2J cannot be read and written: no such file or directory',
  };
  for (const [name, message] of Object.entries(messages))
    await assert.rejects(readValuesFile(name, folder), {
      kind: 'usage',
      message: `error: values file ${message}`,
    });
});

test('readValuesFile refuses a file without write permission', {
  skip: process.getuid?.() === 0 && 'root writes every file',
}, async (t) => {
  const folder = await folderWith(t, { 'values.yaml': 'a: 1\n' });
  await chmod(join(folder, 'values.yaml'), 0o444);
  await assert.rejects(readValuesFile('values.yaml', folder), {
    message: 'error: values file values.yaml cannot be read and written: permission denied',
  });
});
