import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { runCommand } from '../../support/run-command.ts';

const GOOD = `alertmanager:
  config:
    receivers:
      - name: "null"
grafana:
  admin:
    existingSecret: grafana-admin
`;

/** Checks files of these contents in a folder of their own. */
async function check(
  t: TestContext,
  files: Record<string, string | Uint8Array>,
  words: string,
  { git = false, stdin = '' } = {},
) {
  const cwd = mkdtempSync(join(tmpdir(), 'values-'));
  t.after(() => rmSync(cwd, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), content);
  }
  if (git) execFileSync('git', ['init', '--quiet', cwd]);
  const args = ['values', 'check', ...words.split(' ').filter(Boolean)];
  return runCommand(program, args, { cwd, stdin: Readable.from([stdin]), env: { PATH: process.env.PATH } });
}

test('values without findings end with exit code 0', async (t) => {
  assert.deepEqual(await check(t, { 'values.yaml': GOOD }, '-f values.yaml'), {
    code: 0,
    stdout: 'No findings in values.yaml\n',
    stderr: '',
  });
});

test('without -f, the values of the folder monitoring-system of the repository are checked', async (t) => {
  const files = { 'monitoring-system/values.yaml': GOOD, 'monitoring-system/Chart.yaml': 'name: x\n' };
  const { code, stdout } = await check(t, files, '');
  assert.deepEqual([code, stdout], [0, 'No findings in monitoring-system/values.yaml\n']);
});

test('values files of environments beside those of a folder are named, because their order is unknown', async (t) => {
  const files = { 'values.yaml': GOOD, 'values-prod.yaml': GOOD, 'test-values.yml': GOOD, 'notes.yaml': '' };
  assert.deepEqual(await check(t, files, '-f .'), {
    code: 0,
    stdout: 'No findings in values.yaml\n',
    stderr:
      "test-values.yml was not checked: pass each file with -f, in Helm's order\nvalues-prod.yaml was not checked: pass each file with -f, in Helm's order\n",
  });
});

test('a list that a later file replaces is a finding with both places', async (t) => {
  const base = GOOD.replace('"null"\n', '"null"\n      - name: pager\n');
  const prod = 'alertmanager:\n  config:\n    receivers:\n      - name: "null"\n      - name: chat\n';
  assert.deepEqual(await check(t, { 'base.yaml': base, 'prod.yaml': prod }, '-f base.yaml -f prod.yaml'), {
    code: 1,
    stdout: `prod.yaml:3:5: warning lost-entries: it replaces a list, which loses an entry: "pager" (base.yaml:5)
        receivers:
        ^
  Fix: copy the entries that you want to keep into this list: Helm does not merge lists
1 finding in base.yaml, prod.yaml: 1 warning
`,
    stderr: '',
  });
});

test('--level decides which findings make the exit code 1', async (t) => {
  const files = { 'values.yaml': GOOD.replace('existingSecret', 'existingSecrets') };
  const codes = await Promise.all(
    ['critical', 'warning', 'info'].map(
      async (level) =>
        (await check(t, { a: `prometheusOperator: {replicas: 2}\n${GOOD}` }, `-f a --level ${level}`)).code,
    ),
  );
  assert.deepEqual(codes, [0, 1, 1]);
  assert.equal((await check(t, files, '-f values.yaml --level critical')).code, 1);
});

test('a password is never shown: not its line, not in data, not in SARIF', async (t) => {
  const files = {
    'values.yaml':
      'grafana:\n  adminPassword: hunter2\n  adminPasword: hunter2\n  ingress: {enabled: true}\n',
  };
  for (const output of ['', '-o json', '-o yaml', '-o sarif']) {
    const { code, stdout, stderr } = await check(t, files, `-f values.yaml ${output}`, { git: true });
    assert.equal(code, 1);
    assert.match(stdout, /committed-password/);
    assert.doesNotMatch(stdout + stderr, /hunter2/);
  }
});

test('a password in a file that git ignores is not committed', async (t) => {
  const files = { 'values.yaml': 'grafana:\n  adminPassword: hunter2\n', '.gitignore': 'values.yaml\n' };
  const { code, stdout } = await check(t, files, '-f values.yaml', { git: true });
  assert.deepEqual([code, stdout], [0, 'No findings in values.yaml\n']);
});

test('a HelmRelease, an Application and stdin are read', async (t) => {
  const inner = 'grafana:\n  replicas: 1\n';
  const indented = (by: string): string => inner.replaceAll(/^/gm, by).trimEnd();
  const release = `apiVersion: v1\nkind: Namespace\nmetadata: {name: m}\n---\napiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nspec:\n  values:\n${indented('    ')}\n`;
  const application = `apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec:\n  source:\n    helm:\n      valuesObject:\n${indented('        ')}\n`;
  const found = /admin-password: neither grafana\.adminPassword/;
  const one = await check(t, { a: release }, '-f a');
  assert.match(one.stdout, /^a:9:5: critical/);
  assert.match(one.stdout, found);
  assert.match((await check(t, { a: application }, '-f a')).stdout, /^a:7:9: critical/);
  assert.match((await check(t, {}, '-f -', { stdin: inner })).stdout, /^stdin:1:1: critical/);
});

test('what cannot be checked is a warning with what to do, and exit code 2', async (t) => {
  const text =
    'apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec: {source: {helm: {values: "grafana: {}"}}}\n';
  const files = {
    list: '- 1\n',
    broken: 'a: {',
    binary: Uint8Array.of(0xff, 0xfe),
    text,
    other: 'image: x\n',
    good: GOOD,
  };
  const run = async (name: string): Promise<[number, string]> => {
    const { code, stderr } = await check(t, files, `-f ${name}`);
    return [code, stderr.replaceAll('\n', ' ').trim()];
  };
  assert.deepEqual(await run('list'), [
    2,
    'Warning: list: is not a map of values; correct it, or pass another file',
  ]);
  assert.deepEqual(await run('absent'), [
    2,
    'Warning: absent: cannot be read: no such file or directory; pass a file that you may read, or - for stdin',
  ]);
  assert.deepEqual(await run('other'), [
    2,
    'Warning: other: no values of the monitoring chart found; pass files with keys such as prometheus, alertmanager and grafana, or metrics, alerts and ui',
  ]);
  for (const name of ['broken', 'binary', 'text']) assert.equal((await run(name))[0], 2, name);
  assert.equal((await check(t, files, '-f good -f broken')).code, 2);
});

test('as data, findings have their file and line, and every layer is named', async (t) => {
  const { code, stdout } = await check(t, { a: 'grafana:\n  replicas: 1\n' }, '-f a -o json');
  assert.equal(code, 1);
  const { kind, verdict, exitCode, files, items, unread } = JSON.parse(stdout);
  assert.deepEqual(
    { kind, verdict, exitCode, files, unread, checks: items.map((one: { check: string }) => one.check) },
    {
      kind: 'ValuesReport',
      verdict: 'findings',
      exitCode: 1,
      files: ['a'],
      unread: [],
      checks: ['admin-password'],
    },
  );
  assert.deepEqual(items[0].file, { path: 'a', line: 1, column: 1 });
});

test('SARIF has a rule for each check, and the results name them', async (t) => {
  const { stdout } = await check(t, { a: 'grafana:\n  replicas: 1\n' }, '-f a -o sarif');
  const [run] = JSON.parse(stdout).runs;
  const [result] = run.results;
  assert.equal(run.tool.driver.rules[result.ruleIndex].id, 'admin-password');
  assert.deepEqual(result.locations[0].physicalLocation, {
    artifactLocation: { uri: 'a' },
    region: { startLine: 1, startColumn: 1 },
  });
});

test('text from a file cannot control the terminal', async (t) => {
  const text =
    'alertmanager:\n  config:\n    route: {receiver: "a\\e[2J"}\n    receivers: [{name: "null"}] # \u001b[2J\n';
  const { stdout } = await check(t, { a: text }, '-f a');
  assert.match(stdout, /undefined-receiver/);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is tested.
  assert.doesNotMatch(stdout, /\u001b/);
});
