import assert from 'node:assert/strict';
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

test('a verb that does not exist is refused with those that do', async () => {
  assert.deepEqual(await runCommand(program, ['rules', 'lnt', 'a']), {
    code: 1,
    stdout: '',
    stderr: `error: unknown command "lnt" for rules

Did you mean this?
	lint

Valid values: lint.
`,
  });
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

test('a missing verb is named', async () => {
  assert.deepEqual(await runCommand(program, ['rules']), {
    code: 1,
    stdout: '',
    stderr: `error: an argument is missing: lint
See 'kubectl monitoring rules --help' for usage.
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
