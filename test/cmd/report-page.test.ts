import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { chmod, link, mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, test } from 'node:test';
import { RESULTS } from '../lib/report/results.ts';
import { folderWith } from '../support/folder.ts';
import { DONE, JSON_TEXT, report } from './support/report.ts';

describe('the page', () => {
  const OLD = { 'run.json': JSON_TEXT, 'run.html': 'old' };

  test('replaces one that exists with --overwrite alone', async (t) => {
    const folder = await folderWith(t, OLD);
    assert.deepEqual(await report(folder, ['run.json']), {
      code: 1,
      stdout: '',
      stderr: `error: ${join(folder, 'run.html')} exists already\nReplace it with --overwrite, or choose another file with --output.\n`,
    });
    assert.equal(await readFile(join(folder, 'run.html'), 'utf8'), 'old');
    assert.deepEqual(await report(folder, ['run.json', '--overwrite']), DONE);
    assert.match(await readFile(join(folder, 'run.html'), 'utf8'), /^<!doctype html>/);
    assert.deepEqual(readdirSync(folder).toSorted(), ['run.html', 'run.json']);
  });

  test('is refused before its result is read', async (t) => {
    const folder = await folderWith(t, { 'report.html': 'old' });
    const { code, stderr } = await report(folder, ['-'], { stdin: new PassThrough() });
    assert.equal(code, 1);
    assert.match(stderr, /report\.html exists already\n/);
  });

  test('goes where --output says, and is named as the user named it', async (t) => {
    const folder = await folderWith(t, { 'in/run.json': JSON_TEXT });
    assert.deepEqual(await report(folder, ['in/run.json', '--output', 'in/a b.html']), {
      ...DONE,
      stdout: 'in/a b.html: 1 host, repaired\n',
    });
    assert.deepEqual(await report(folder, ['in/run.json']), DONE);
    assert.deepEqual(readdirSync(folder).toSorted(), ['in', 'run.html']);
  });

  test('goes to stdout with --output -, and nothing else does', async (t) => {
    const folder = await folderWith(t, OLD);
    const { code, stdout, stderr } = await report(folder, ['run.json', '--output', '-']);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^<!doctype html>.*<\/html>\n$/s);
    assert.equal(await readFile(join(folder, 'run.html'), 'utf8'), 'old');
  });

  const REFUSED: [string, string[], RegExp][] = [
    [
      'its own source',
      ['run.json', '--output', 'run.json', '--overwrite'],
      /run\.json is the result itself\nChoose another file with --output\.\n$/,
    ],
    [
      'its own source behind a link',
      ['run.json', '--output', 'link', '--overwrite'],
      /link is the result itself\n/,
    ],
    [
      'a folder',
      ['run.json', '--output', 'there', '--overwrite'],
      /there is not a file\nChoose a file with --output\.\n$/,
    ],
    ['the current folder', ['run.json', '--output', '.'], / is not a file\nChoose a file with --output\.\n$/],
    [
      'a link that leads nowhere',
      ['run.json', '--output', 'lost', '--overwrite'],
      /lost is a link that leads to no file\nChoose another file with --output\.\n$/,
    ],
    [
      'the name of a folder',
      ['run.json', '--output', 'new/'],
      /^error: new\/ is not the name of a file\nChoose a file with --output\.\n$/,
    ],
    [
      'a folder that does not exist',
      ['run.json', '--output', 'absent/a.html'],
      /absent does not exist\nCreate the folder, or choose another file with --output\.\n$/,
    ],
    [
      'a file as a folder',
      ['run.json', '--output', 'run.json/a.html'],
      /run\.json is not a folder\nChoose another file with --output\.\n$/,
    ],
    [
      'a name that is too long',
      ['run.json', '--output', 'x'.repeat(300)],
      /x cannot be written: name too long\nChoose another file with --output\.\n$/,
    ],
  ];
  for (const [title, words, said] of REFUSED)
    test(`is not written to ${title}`, async (t) => {
      const folder = await folderWith(t, { 'run.json': JSON_TEXT });
      await mkdir(join(folder, 'there'));
      await symlink('run.json', join(folder, 'link'));
      await symlink('nothing', join(folder, 'lost'));
      const before = readdirSync(folder);
      const { code, stdout, stderr } = await report(folder, words);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, said);
      assert.deepEqual(readdirSync(folder), before);
      assert.equal(await readFile(join(folder, 'run.json'), 'utf8'), JSON_TEXT);
    });

  test('does not change its source where the page is a hard link to it', async (t) => {
    const folder = await folderWith(t, { 'run.json': JSON_TEXT });
    await link(join(folder, 'run.json'), join(folder, 'run.html'));
    assert.deepEqual(await report(folder, ['run.json', '--overwrite']), DONE);
    assert.equal(await readFile(join(folder, 'run.json'), 'utf8'), JSON_TEXT);
  });

  test('is refused in a folder that cannot be written', {
    skip: process.getuid?.() === 0 && 'root writes in every folder',
  }, async (t) => {
    const folder = await folderWith(t, { 'run.json': JSON_TEXT, 'shut/a': '' });
    const shut = join(folder, 'shut');
    await chmod(shut, 0o555);
    const { code, stderr } = await report(folder, ['run.json', '--output', 'shut/a.html']);
    await chmod(shut, 0o755);
    assert.equal(code, 1);
    assert.match(stderr, /shut cannot be written: permission denied\nChoose another file with --output\.\n$/);
  });

  test('keeps the permissions of the page that it replaces', async (t) => {
    const folder = await folderWith(t, OLD);
    await chmod(join(folder, 'run.html'), 0o640);
    assert.deepEqual(await report(folder, ['run.json', '--overwrite']), DONE);
    assert.equal(statSync(join(folder, 'run.html')).mode & 0o777, 0o640);
  });

  test('has no credentials, no markup and no control characters of a file that was edited', async (t) => {
    const hostile = '<script>alert(1)</script>\x1b[31m\u202e https://user:SECRET@example/a?token=SECRET&x=1';
    for (const [form, make] of Object.entries(RESULTS)) {
      const text = JSON.stringify(make(), (name, value) =>
        typeof value === 'string' && name !== 'apiVersion' && name !== 'kind' ? `${value} ${hostile}` : value,
      );
      const folder = await folderWith(t, { 'run.json': text });
      const { code, stdout } = await report(folder, ['run.json', '--output', '-']);
      assert.equal(code, 0);
      assert.ok(stdout.includes('https://***@example/a?token=***'), form);
      for (const part of ['SECRET', '<script', '\x1b', '\u202e'])
        assert.ok(!stdout.includes(part), `${form}: ${part}`);
    }
  });
});
