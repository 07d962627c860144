import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { type TestContext, test } from 'node:test';
import { filesOf, staleIn, update } from '../../../scripts/docs/folder.ts';
import { manuals } from '../../../scripts/docs/manuals.ts';

test('writes one reproducible file per page and format', () => {
  const files = filesOf(manuals());
  for (const { program, pages } of manuals())
    for (const { name, section, file } of pages) {
      assert.ok(files.has(`${program}/${file}`), file);
      assert.ok(files.has(`man/${name}.${section}`), name);
    }
  assert.equal(files.size, 2 * manuals().flatMap(({ pages }) => pages).length);
  assert.deepEqual(filesOf(manuals()), files);
});

test('every link has a target', () => {
  const files = filesOf(manuals());
  let links = 0;
  for (const [path, text] of files) {
    const targets = path.endsWith('.md')
      ? [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, file = '']) => posix.join(posix.dirname(path), file))
      : [...text.matchAll(/^\.BR \\%(\S+) \((\d)\)/gm)].map(
          ([, name = '', section]) => `man/${name.replaceAll('\\-', '-')}.${section}`,
        );
    for (const target of targets) assert.ok(files.has(target), `${path} leads to ${target}`);
    links += targets.length;
  }
  assert.ok(links > 100);
});

test('finds and fixes missing, changed and leftover files', async (t) => {
  const folder = await temporaryFolder(t);
  const files = new Map([
    ['a/one.md', '1\n'],
    ['a/two.md', '2\n'],
    ['b/three.1', '3\n'],
  ]);
  assert.deepEqual(await staleIn(folder, files), { written: [...files.keys()], left: [] });
  await update(folder, files);
  assert.deepEqual(await staleIn(folder, files), { written: [], left: [] });

  await writeFile(join(folder, 'a', 'two.md'), 'two\n');
  await writeFile(join(folder, 'a', 'former.md'), '0\n');
  await mkdir(join(folder, 'others'));
  await writeFile(join(folder, 'others', 'kept.svg'), '<svg/>');
  await writeFile(join(folder, 'kept.md'), 'by hand\n');
  assert.deepEqual(await staleIn(folder, files), { written: ['a/two.md'], left: ['a/former.md'] });

  await update(folder, files);
  assert.deepEqual(await staleIn(folder, files), { written: [], left: [] });
  assert.equal(await readFile(join(folder, 'a', 'two.md'), 'utf8'), '2\n');
  assert.equal(await readFile(join(folder, 'kept.md'), 'utf8'), 'by hand\n');
  assert.equal(await readFile(join(folder, 'others', 'kept.svg'), 'utf8'), '<svg/>');
});

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'docs-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}
