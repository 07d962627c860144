import assert from 'node:assert/strict';
import fs from 'node:fs';
import { chmod, lstat, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { folderWith } from '../../support/folder.ts';
import { type Ran, runCommand } from '../../support/run-command.ts';

const BAD = `# Rules of the shop.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: shop
  labels:
    prometheus: k8s # ours
spec:
  groups:
    - name: shop.rules
      rules:
        - record: shop:up
          expr: 'up{job="shop"}'
          for: 1m
        - alert: PodDown
          expr: sum(up{job="shop"}) < 1
`;
const GOOD = `# Rules of the shop.
apiVersion: rules.example.com/v1
kind: MetricsRule
metadata:
  name: shop
  labels:
    role: alert-rules
    metrics: k8s # ours
spec:
  groups:
    - name: shop.rules
      rules:
        - record: shop:up
          expr: 'up{job="shop"}'
        - alert: PodDown
          expr: sum(up{job="shop"}) < 1
`;
const NAMES = ['--names=platform', '--group=rules.example.com'];

const fix = (cwd: string, ...words: string[]): Promise<Ran> =>
  runCommand(program, ['rules', 'lint', ...words, '--fix'], { cwd });

const read = (cwd: string, name = 'a.yaml'): Promise<string> => readFile(join(cwd, name), 'utf8');

test('--fix corrects what is mechanical, says so for each file, and reports what is left', async (t) => {
  const cwd = await folderWith(t, {
    'a.yaml': BAD,
    'b.yaml': GOOD,
    'c/d.yaml': 'groups: [{name: a, rules: [{record: b, expr: up, for: 1m}]}]',
  });
  await chmod(join(cwd, 'a.yaml'), 0o640);
  const { mtimeMs } = await stat(join(cwd, 'b.yaml'));
  assert.deepEqual(await fix(cwd, '.', ...NAMES), {
    code: 0,
    stdout: `a.yaml:15:18: warning message: the alert PodDown has no message
            - alert: PodDown
                     ^
  Fix: add the annotation message: what is wrong, where, and what it means
b.yaml:15:18: warning message: the alert PodDown has no message
            - alert: PodDown
                     ^
  Fix: add the annotation message: what is wrong, where, and what it means
2 findings in 3 rule objects: 2 warnings
`,
    stderr: `fixed 5 findings in a.yaml
fixed 1 finding in ${join('c', 'd.yaml')}
`,
  });
  assert.equal(await read(cwd), GOOD);
  assert.equal((await stat(join(cwd, 'a.yaml'))).mode & 0o7777, 0o640);
  assert.equal((await stat(join(cwd, 'b.yaml'))).mtimeMs, mtimeMs);
  assert.deepEqual(await readdir(cwd), ['a.yaml', 'b.yaml', 'c']);
  assert.equal((await fix(cwd, '.', ...NAMES)).stderr, '');
});

test('--fix without the group of the platform leaves the apiVersion as a finding', async (t) => {
  const cwd = await folderWith(t, { 'a.yaml': BAD });
  const { code, stdout, stderr } = await fix(cwd, 'a.yaml', '--names=platform');
  assert.deepEqual([code, stderr], [1, 'fixed 4 findings in a.yaml\n']);
  assert.match(stdout, /^a\.yaml:2:13: critical names: .*; pass the platform's group with --group\n/);
  assert.equal(await read(cwd), GOOD.replace('rules.example.com', 'monitoring.coreos.com'));
});

test('--fix keeps line ends and the byte order mark', async (t) => {
  const as = (text: string): string => `\uFEFF${text.replaceAll('\n', '\r\n')}`;
  const cwd = await folderWith(t, { 'a.yaml': as(BAD) });
  assert.equal((await fix(cwd, 'a.yaml', ...NAMES)).stderr, 'fixed 5 findings in a.yaml\n');
  assert.equal(await read(cwd), as(GOOD));
});

test('-o json has the number of fixed findings, only with --fix', async (t) => {
  const cwd = await folderWith(t, { 'a.yaml': BAD, 'b.yaml': BAD });
  const { stdout } = await fix(cwd, '.', ...NAMES, '-ojson');
  const { verdict, fixed, items } = JSON.parse(stdout);
  assert.deepEqual([verdict, fixed, items.length], ['clean', 10, 2]);
  assert.equal(JSON.parse((await fix(cwd, '.', '-ojson')).stdout).fixed, 0);
  const without = await runCommand(program, ['rules', 'lint', '.', '-ojson'], { cwd });
  assert.ok(!('fixed' in JSON.parse(without.stdout)));
});

test('--fix writes the target of a link, once', async (t) => {
  const cwd = await folderWith(t, { 'real/a.yaml': BAD });
  await symlink(join('real', 'a.yaml'), join(cwd, 'a.yaml'));
  assert.equal((await fix(cwd, 'a.yaml', 'real/a.yaml', ...NAMES)).stderr, 'fixed 5 findings in a.yaml\n');
  assert.ok((await lstat(join(cwd, 'a.yaml'))).isSymbolicLink());
  assert.equal(await read(cwd, 'real/a.yaml'), GOOD);
});

test('--fix escapes templates in a chart, and leaves blocks', async (t) => {
  const template = 'name: {{ .Values.name }}\na: {{ $labels.a }}\nb: {{ if $value }}b{{ end }}\n';
  const cwd = await folderWith(t, { 'Chart.yaml': 'name: a\n', 'templates/a.yaml': template });
  assert.deepEqual(await fix(cwd, 'templates'), {
    code: 1,
    stdout: `${join('templates', 'a.yaml')}:3:4: critical unescaped-template: Helm does not know $value
    b: {{ if $value }}b{{ end }}
       ^
  Fix: escape it for Helm: {{\`{{ $labels.pod }}\`}}
1 finding in 1 rule object: 1 critical
`,
    stderr: `fixed 1 finding in ${join('templates', 'a.yaml')}\n`,
  });
  assert.equal(
    await read(cwd, 'templates/a.yaml'),
    template.replace('{{ $labels.a }}', '{{`{{ $labels.a }}`}}'),
  );
});

test('--fix leaves a file that is not valid YAML', async (t) => {
  const text = `${BAD}a: [`;
  const cwd = await folderWith(t, { 'a.yaml': text });
  const { code, stderr } = await fix(cwd, 'a.yaml', ...NAMES);
  assert.equal(code, 2);
  assert.match(stderr, /^Warning: a\.yaml: is not valid YAML: /);
  assert.equal(await read(cwd), text);
});

test('refuses --fix for stdin', async () => {
  assert.deepEqual(await fix(import.meta.dirname, 'a.yaml', '-'), {
    code: 1,
    stdout: '',
    stderr: 'error: --fix cannot write to stdin\nPass files or folders.\n',
  });
});

/** For as long as the test runs, an operation on files does this first. */
function before(
  t: TestContext,
  name: 'writeFileSync' | 'openSync' | 'fsyncSync',
  act: (path: unknown) => void,
): void {
  const original = fs[name] as (...args: unknown[]) => unknown;
  const mock = t.mock.method(fs, name, ((...args: unknown[]) => {
    act(args[0]);
    return original(...args);
  }) as never);
  syncBuiltinESMExports();
  t.after(() => {
    mock.mock.restore();
    syncBuiltinESMExports();
  });
}

const fails = (code: string, message: string): never => {
  throw Object.assign(new Error(`${code}: ${message}`), { code, syscall: 'write' });
};

test('--fix leaves a file whole when the disk is full', async (t) => {
  const cwd = await folderWith(t, { 'a.yaml': BAD });
  before(t, 'writeFileSync', () => fails('ENOSPC', 'no space left on device, write'));
  assert.deepEqual(await fix(cwd, 'a.yaml', ...NAMES), {
    code: 1,
    stdout: '',
    stderr: `error: file a.yaml cannot be written: no space left on device
Check the free space and your permissions on the folder, then run this again.
`,
  });
  assert.equal(await read(cwd), BAD);
  assert.deepEqual(await readdir(cwd), ['a.yaml']);
});

test('--fix leaves a file whole when its folder is read-only', async (t) => {
  const cwd = await folderWith(t, { 'a.yaml': BAD });
  before(t, 'openSync', (path) => {
    if (String(path).endsWith('.tmp')) fails('EROFS', 'read-only file system, open');
  });
  assert.deepEqual(await fix(cwd, 'a.yaml', ...NAMES), {
    code: 1,
    stdout: '',
    stderr: `error: file a.yaml cannot be written: read-only file system
Check the free space and your permissions on the folder, then run this again.
`,
  });
  assert.equal(await read(cwd), BAD);
});

test('--fix does not overwrite a file that changed after it was read', async (t) => {
  const cwd = await folderWith(t, { 'a.yaml': BAD });
  const other = `${BAD}# Written by another user.\n`;
  before(t, 'fsyncSync', () => fs.writeFileSync(join(cwd, 'a.yaml'), other));
  assert.deepEqual(await fix(cwd, 'a.yaml', ...NAMES), {
    code: 1,
    stdout: '',
    stderr: `error: file a.yaml changed after it was read: it was not overwritten
Run this again: finished steps are not repeated.
`,
  });
  assert.equal(await read(cwd), other);
  assert.deepEqual(await readdir(cwd), ['a.yaml']);
});
