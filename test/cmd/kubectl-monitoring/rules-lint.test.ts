import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { checkResult } from '../../support/results.ts';
import { runCommand } from '../../support/run-command.ts';

const GOOD = `apiVersion: rules.example.com/v1
kind: MetricsRule
metadata:
  name: shop
  labels:
    metrics: k8s
    role: alert-rules
spec:
  groups:
    - name: shop.rules
      rules:
        - alert: PodDown
          expr: sum(up{job="shop"}) < 1 or absent(up{job="shop"})
          for: 1m
          annotations:
            message: No pod of shop answers.
`;
const WARNED = GOOD.replace(/ +annotations:\n.*\n/, '');
const BAD = GOOD.replace('for: 1m', 'for: 1 m');

/** Lints files of these contents in a folder of their own. */
async function lint(t: TestContext, files: Record<string, string | Uint8Array>, ...words: string[]) {
  const cwd = mkdtempSync(join(tmpdir(), 'rules-'));
  t.after(() => rmSync(cwd, { recursive: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content);
  return runCommand(program, ['rules', 'lint', ...words], { cwd, stdin: Readable.from([BAD]) });
}

test('an error at the beginning of an expression is marked there', async () => {
  const text = 'groups:\n- name: a\n  rules:\n  - record: a\n    expr: foo(up)\n';
  const { stdout } = await runCommand(program, ['rules', 'lint', '-'], { stdin: Readable.from([text]) });
  assert.match(stdout, /^stdin:5:11: critical promql: /);
});

test('the documented rule is clean', async (t) => {
  assert.deepEqual(await lint(t, { a: GOOD }, 'a', '--strict'), {
    code: 0,
    stdout: 'No findings in 1 rule object\n',
    stderr: '',
  });
});

test('a critical finding has its place, its line with a caret, the fix, and exit code 1', async (t) => {
  assert.deepEqual(await lint(t, {}, '-'), {
    code: 1,
    stdout: `stdin:14:16: critical for: "1 m" is not a duration
              for: 1 m
                   ^
  Fix: use a duration such as 90s, 5m or 1h30m, with the largest unit first
1 finding in 1 rule object: 1 critical
`,
    stderr: '',
  });
});

test('names the first place of an alert that another object defines, too', async (t) => {
  const copy = (name: string) => GOOD.replace('name: shop\n', `name: ${name}\n`);
  const found = await lint(
    t,
    { a: `# The first.\n${GOOD}---\n${copy('inn')}`, b: copy('bar') },
    'b',
    'a',
    '-',
  );
  assert.deepEqual(found.stdout.match(/.* rule-twice: .*/g), [
    'b:12:18: warning rule-twice: "PodDown" is defined twice with the same labels and expression; first at stdin:12',
    'a:30:18: warning rule-twice: "PodDown" is defined twice with the same labels and expression; first at stdin:12',
  ]);
  const inFiles = await lint(t, { a: `# The first.\n${GOOD}---\n${copy('inn')}`, b: copy('bar') }, 'a', 'b');
  assert.equal(
    inFiles.stdout,
    `a:30:18: warning rule-twice: "PodDown" is defined twice with the same labels and expression; first at a:13
            - alert: PodDown
                     ^
  Fix: remove one of the rules, or give it another name or other labels
b:12:18: warning rule-twice: "PodDown" is defined twice with the same labels and expression; first at a:13
            - alert: PodDown
                     ^
  Fix: remove one of the rules, or give it another name or other labels
2 findings in 3 rule objects: 2 warnings
`,
  );
});

test('a warning makes the exit code 1 only with --strict', async (t) => {
  const { code, stdout } = await lint(t, { a: WARNED }, 'a');
  assert.equal(code, 0);
  assert.match(stdout, /^a:12:18: warning message: the alert PodDown has no message\n/);
  assert.equal((await lint(t, { a: WARNED }, 'a', '--strict')).code, 1);
});

test('-o json has the findings, and files that could not be checked', async (t) => {
  const { code, stdout } = await lint(t, { a: BAD, b: 'a: [' }, 'a', 'b', '-o', 'json');
  assert.equal(code, 1);
  await checkResult(stdout);
  const { verdict, objects, items, unread } = JSON.parse(stdout);
  assert.deepEqual([verdict, objects, items.length, unread.length], ['findings', 1, 1, 1]);
  assert.deepEqual(items[0].file, { path: 'a', line: 14, column: 16 });
});

for (const [what, content, reason] of [
  ['is not there', undefined, 'cannot be read: no such file or directory'],
  ['is binary', Uint8Array.of(0xff, 0xfe, 0), 'is not UTF-8'],
  ['is huge', '#'.repeat(8 * 1024 * 1024 + 1), 'is larger than 8 MiB'],
  ['is a chart template', '{{- if .Values.a }}\nkind: MetricsRule\n{{- end }}\n', 'is not valid YAML: '],
  ['has no rules', 'kind: ConfigMap\n', 'no alert rules found'],
  ['expands without end', bomb(), 'is not valid YAML: its aliases expand to more than 200000 values'],
] as const)
  test(`a file that ${what} is one warning and exit code 2`, async (t) => {
    const { code, stdout, stderr } = await lint(t, content === undefined ? {} : { a: content }, 'a');
    assert.deepEqual([code, stdout], [2, '']);
    assert.ok(stderr.startsWith(`Warning: a: ${reason}`), stderr);
    assert.equal(stderr.split('\n').length, 2);
  });

test('a raw chart template is only checked for templates that Helm would read; one that was rendered is checked in full', async (t) => {
  const cwd = mkdtempSync(join(tmpdir(), 'chart-'));
  t.after(() => rmSync(cwd, { recursive: true }));
  const text = GOOD.replace('No pod of shop', '{{ $labels.job }}').replace(
    'name: shop\n',
    'name: {{ .Values.name }}\n',
  );
  mkdirSync(join(cwd, 'templates/alerts'), { recursive: true });
  writeFileSync(join(cwd, 'templates/alerts/a.yaml'), text);
  const run = () => runCommand(program, ['rules', 'lint', 'templates/alerts/a.yaml'], { cwd });
  assert.doesNotMatch((await run()).stdout, /unescaped-template/);
  writeFileSync(join(cwd, 'Chart.yaml'), 'name: a\n');
  assert.deepEqual(await run(), {
    code: 1,
    stdout: `templates/alerts/a.yaml:16:22: critical unescaped-template: Helm does not know $labels
                message: {{ $labels.job }} answers.
                         ^
  Fix: escape it for Helm: {{\`{{ $labels.pod }}\`}}
1 finding in 1 rule object: 1 critical
`,
    stderr: '',
  });
});

test('--prometheus-version warns about fields that this version does not have', async (t) => {
  const text = GOOD.replace('for: 1m', 'keep_firing_for: 5m');
  assert.deepEqual(await lint(t, { a: text }, 'a', '--prometheus-version', 'v2.41.0'), {
    code: 0,
    stdout: `a:14:28: warning version: keep_firing_for needs Prometheus 2.42 or later
              keep_firing_for: 5m
                               ^
  Fix: remove the field, or upgrade Prometheus
1 finding in 1 rule object: 1 warning
`,
    stderr: '',
  });
  for (const words of [['--prometheus-version=2.42.0'], []])
    assert.equal((await lint(t, { a: text }, 'a', ...words)).stdout, 'No findings in 1 rule object\n');
});

for (const version of ['latest', '2', '', '2.x', '2.41.0 ', '-1.0'])
  test(`refuses --prometheus-version=${JSON.stringify(version)}`, async () => {
    assert.deepEqual(await runCommand(program, ['rules', 'lint', 'a', `--prometheus-version=${version}`]), {
      code: 1,
      stdout: '',
      stderr: `error: invalid --prometheus-version ${JSON.stringify(version)}
Pass a version such as 2.41.0 or v3.5.0.
`,
    });
  });

const UPSTREAM = GOOD.replace('rules.example.com', 'monitoring.coreos.com')
  .replace('MetricsRule', 'PrometheusRule')
  .replace('metrics: k8s', 'prometheus: k8s');

test('--names finds what has the names of the other naming, and --group another group', async (t) => {
  const placesOf = ({ stdout }: { stdout: string }) => stdout.match(/.* names: .*/g);
  const run = async (text: string, ...words: string[]) => placesOf(await lint(t, { a: text }, 'a', ...words));
  assert.deepEqual(await run(UPSTREAM, '--names=platform', '--group=rules.example.com'), [
    'a:1:13: critical names: the apiVersion is monitoring.coreos.com/v1, not rules.example.com/v1',
    'a:2:7: critical names: the kind is PrometheusRule, not MetricsRule',
    'a:6:17: critical names: the label is prometheus, not metrics',
  ]);
  assert.deepEqual(await run(UPSTREAM, '--names=platform'), [
    "a:1:13: critical names: the apiVersion is monitoring.coreos.com/v1, the upstream one; pass the platform's group with --group",
    'a:2:7: critical names: the kind is PrometheusRule, not MetricsRule',
    'a:6:17: critical names: the label is prometheus, not metrics',
  ]);
  assert.deepEqual(await run(GOOD, '--names=upstream'), [
    'a:1:13: critical names: the apiVersion is rules.example.com/v1, not monitoring.coreos.com/v1',
    'a:2:7: critical names: the kind is MetricsRule, not PrometheusRule',
    'a:6:14: critical names: the label is metrics, not prometheus',
  ]);
  assert.deepEqual(await run(UPSTREAM, '--names=upstream', '--group=rules.example.com'), [
    'a:1:13: critical names: the apiVersion is monitoring.coreos.com/v1, not rules.example.com/v1',
  ]);
  for (const [text, ...words] of [
    [GOOD],
    [UPSTREAM],
    [GOOD, '--names=platform', '--group=rules.example.com'],
    [GOOD, '--names=platform'],
    [UPSTREAM, '--names=upstream'],
  ] as const)
    assert.equal((await lint(t, { a: text }, 'a', ...words)).stdout, 'No findings in 1 rule object\n');
});

for (const [words, error, hint] of [
  [['--group=a.b'], '--group needs --names', 'Pass --names=platform, or leave out --group.'],
  [
    ['--names=platform', '--group=a.b/v1'],
    'invalid --group "a.b/v1"',
    'Use the API group alone, such as monitoring.example.com. "kubectl api-resources" lists the groups of a cluster.',
  ],
] as const)
  test(`refuses ${words.join(' ')}`, async () => {
    assert.deepEqual(await runCommand(program, ['rules', 'lint', 'a', ...words]), {
      code: 1,
      stdout: '',
      stderr: `error: ${error}\n${hint}\n`,
    });
  });

test('a missing path is named', async () => {
  assert.deepEqual(await runCommand(program, ['rules', 'lint']), {
    code: 1,
    stdout: '',
    stderr: `error: PATH is missing
See 'kubectl monitoring rules lint --help' for usage.
`,
  });
});

test('control characters of a file do not reach the terminal', async (t) => {
  const { stdout } = await lint(t, { a: BAD.replace('1 m', '"1\\e[31m" # \u009b31m') }, 'a');
  assert.match(stdout, /critical for:/);
  assert.ok(![...stdout].some((char) => char !== '\n' && /\p{Cc}/u.test(char)), stdout);
});

function bomb(): string {
  const levels = Array.from(
    { length: 8 },
    (_, at) => `a${at + 1}: &a${at + 1} [${Array(9).fill(`*a${at}`)}]`,
  );
  return `a0: &a0 [x]\n${levels.join('\n')}\n`;
}

test('reads every YAML and JSON file of a folder, and raw templates of a chart as what they are', async (t) => {
  const cwd = mkdtempSync(join(tmpdir(), 'rules-'));
  t.after(() => rmSync(cwd, { recursive: true }));
  for (const [name, content] of Object.entries({
    'block/Chart.yaml': 'name: block\n',
    'block/templates/alerts/a.yaml': GOOD.replace('No pod', '{{ $labels.pod }}'),
    'block/templates/dashboards/a.yaml': 'kind: ConfigMap\ndata: { a.json: "{{ .Values.a }}" }\n',
    'rules/b.yml': BAD,
    'rules/c.json': JSON.stringify({ groups: [{ name: 'c', rules: [{ record: 'c', expr: 'rate(up)' }] }] }),
    'rules/notes.txt': 'no YAML: [',
  })) {
    mkdirSync(join(cwd, name, '..'), { recursive: true });
    writeFileSync(join(cwd, name), content);
  }
  const { code, stdout, stderr } = await runCommand(program, ['rules', 'lint', '.'], { cwd });
  assert.deepEqual({ code, stderr }, { code: 1, stderr: '' });
  const places = stdout.split('\n').filter((line) => line.includes(': critical '));
  assert.deepEqual(
    places.map((line) => line.replace(/(critical \S+):.*/, '$1')),
    [
      `${join('block', 'templates', 'alerts', 'a.yaml')}:16:22: critical unescaped-template`,
      `${join('rules', 'b.yml')}:14:16: critical for`,
      `${join('rules', 'c.json')}:1:60: critical promql`,
    ],
  );
});

test('-o sarif is a log that code scanning accepts', async (t) => {
  const { code, stdout } = await lint(t, { a: BAD, b: 'a: [' }, 'a', 'b', '-o', 'sarif');
  assert.equal(code, 1);
  const [run] = JSON.parse(stdout).runs;
  const [{ ruleId, ruleIndex, level, locations }, ...others] = run.results;
  assert.deepEqual(others, []);
  assert.deepEqual([ruleId, level, run.tool.driver.rules[ruleIndex].id], ['for', 'error', 'for']);
  assert.deepEqual(locations, [
    { physicalLocation: { artifactLocation: { uri: 'a' }, region: { startLine: 14, startColumn: 16 } } },
  ]);
  const [{ executionSuccessful, toolExecutionNotifications }] = run.invocations;
  assert.deepEqual([executionSuccessful, toolExecutionNotifications.length], [false, 1]);
});

test('loads the parser that knows places only for files with findings', async (t) => {
  const cwd = mkdtempSync(join(tmpdir(), 'rules-'));
  t.after(() => rmSync(cwd, { recursive: true }));
  writeFileSync(join(cwd, 'a.yaml'), GOOD);
  const main = join(import.meta.dirname, '../../../cmd/kubectl-monitoring/main.ts');
  const loaded = `import('node:module').then(({ registerHooks }) => {
    registerHooks({ load(url, context, next) { if (/node_modules.yaml./.test(url)) console.log('yaml'); return next(url, context); } });
    process.argv.splice(1, 0, ${JSON.stringify(main)});
    return import(${JSON.stringify(main)});
  });`;
  const { stdout } = spawnSync(process.execPath, ['-e', loaded, 'rules', 'lint', 'a.yaml'], {
    cwd,
    encoding: 'utf8',
  });
  assert.equal(stdout, 'No findings in 1 rule object\n');
});

test('blank lines in the texts of other objects are read in linear time', async (t) => {
  const started = performance.now();
  const { code } = await lint(t, { a: `kind: ConfigMap\ndata:\n  a: "${'\\n'.repeat(200_000)}"\n` }, 'a');
  assert.equal(code, 2);
  assert.ok(performance.now() - started < 5_000);
});
