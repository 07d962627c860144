import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { root } from '../../../scripts/root.ts';
import { importGraph } from '../../../scripts/testing/import-graph.ts';
import { sharesProcess } from '../../../scripts/testing/shares-process.ts';
import { folderWith } from '../../support/folder.ts';

/** Whether a test with these texts shares a process; it is the first. */
const shares = (...texts: string[]): boolean =>
  sharesProcess(
    '/0.ts',
    importGraph((file) => texts[Number(file.slice(1, -3))] ?? ''),
  );

describe('tests that share a process', () => {
  const harmless = [
    ['nothing but an assertion', "import assert from 'node:assert/strict';"],
    ['addresses that are read', "import { isIP, BlockList } from 'node:net';"],
    ['types of what has effects', "import type { Server } from 'node:http';"],
    ['a folder that is written', "import { mkdtemp } from 'node:fs/promises';"],
    ['an environment that is read', 'const { PATH } = process.env; f(process.env.HOME === undefined);'],
    ['a package for properties', "import fc from 'fast-check';"],
  ] as const;
  for (const [name, text] of harmless)
    test(`${name}: shares a process, directly and through another file`, () => {
      assert.equal(shares(text), true);
      assert.equal(shares("import {\n  a,\n} from './1.ts';", text), true);
    });

  const harmful = [
    ['a server', "import { createServer } from 'node:http';"],
    ['a socket', "import { type AddressInfo, connect, isIP } from 'node:net';"],
    ['a program that is started', "export * from 'node:child_process';"],
    ['what is loaded later', "const { request } = await import('node:https');"],
    ['what only a run can tell', 'await import(name);'],
    ['an unreviewed package', "import pty from '@some/package/part';"],
    ['time that is made up', "import { mock } from 'node:test';"],
    ['an environment that is changed', "process.env.TMPDIR = 'x';"],
    ['an environment that is changed if need be', "process.env['TMPDIR'] ??= 'x';"],
    ['an environment that is cleared', 'delete process.env.TMPDIR;'],
    ['a folder that is changed to', "process.chdir('/');"],
    ['a global that is replaced', 'globalThis.fetch = undefined;'],
  ] as const;
  for (const [name, text] of harmful)
    test(`${name}: has its own process, directly, through another file and later`, () => {
      assert.equal(shares(text), false);
      assert.equal(shares("export { a } from './1.ts';", text), false);
      assert.equal(shares("await import('./1.ts');", "import './2.ts';", text), false);
    });
});

describe('runTogether', () => {
  /** The runner's report on files with these texts, run in one process. */
  async function reportOn(t: TestContext, ...texts: string[]): Promise<string> {
    const named = texts.map((text, index) => [`${index}.test.mjs`, text]);
    const folder = await folderWith(t, Object.fromEntries(named));
    const files = named.map(([name = '']) => join(folder, name));
    const runner = pathToFileURL(join(root, 'scripts/testing/together.ts')).href;
    const program = `import { runTogether } from '${runner}'; runTogether(${JSON.stringify(files)});`;
    const flags = ['--test-reporter=tap', '--input-type=module', '--eval', program];
    return spawnSync(process.execPath, flags, { encoding: 'utf8', env: {} }).stdout;
  }

  const passing = "import { test } from 'node:test'; test('passes', () => {});";

  test('runs the hooks of a file only for its own tests', async (t) => {
    const hooked = `import { beforeEach, test } from 'node:test'; let calls = 0; beforeEach(() => { calls++; });
      test('one', () => {}); test('two', (t) => t.assert.equal(calls, 2));
      export const called = () => calls;`;
    const other = `import { test } from 'node:test'; import { called } from './0.test.mjs';
      test('other', (t) => t.assert.equal(called(), 2));`;
    const report = await reportOn(t, hooked, other);
    assert.match(report, /^# tests 3\n(.*\n)*# fail 0$/m);
  });

  test('fails a file that changes the process, and runs the next ones', async (t) => {
    const changing = "import { test } from 'node:test'; test('changes', () => { process.env.LEFT = 'x'; });";
    const report = await reportOn(t, changing, passing);
    assert.match(report, /tests that share a process leave it as it was/);
    assert.match(report, /^# tests 2\n(.*\n)*# pass 2$/m);
    assert.match(report, /^not ok 1 - .*0\.test\.mjs$/m);
    assert.match(report, /^ok 2 - .*1\.test\.mjs$/m);
  });

  test('fails a file that cannot be loaded, and runs the next ones', async (t) => {
    const report = await reportOn(t, 'import "./nowhere.mjs";', passing);
    assert.match(report, /^not ok 1 - .*0\.test\.mjs$/m);
    assert.match(report, /^ok 2 - .*1\.test\.mjs$/m);
  });
});
