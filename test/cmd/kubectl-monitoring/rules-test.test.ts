import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { CommandError } from '../../../lib/words/errors.ts';
import { folderWith } from '../../support/folder.ts';
import { PATIENCE } from '../../support/patience.ts';
import { type RunOptions, runCommand } from '../../support/run-command.ts';

const GROUPS = `groups:
  - name: shop.rules
    rules:
      - alert: PodDown
        expr: up == 0
        for: 1m
        labels: { severity: page }
        annotations: { message: "{{ $labels.job }} is down." }
`;
const OBJECT = `kind: PrometheusRule
metadata: { name: shop }
spec:
  ${GROUPS.replaceAll('\n', '\n  ')}`;
const TESTS = `rule_files: [shop.yaml]
evaluation_interval: 1m
tests:
  - input_series: [{ series: 'up{job="shop",version="1.10"}', values: 0x9 }]
    alert_rule_test:
      - eval_time: 5m
        alertname: PodDown
        exp_alerts:
          - exp_labels: { severity: page, job: shop, version: 1.10 }
            exp_annotations: { message: shop is down. }
`;
const FAILING = TESTS.replace('job: shop, version', 'job: cart, version');
const FAILURE = `    alertname: PodDown, time: 5m, 
        exp:[
            0:
              Labels:{alertname="PodDown", job="cart", severity="page", version="1.10"}
              Annotations:{message="shop is down."}
            ], 
        got:[
            0:
              Labels:{alertname="PodDown", job="shop", severity="page", version="1.10"}
              Annotations:{message="shop is down."}
            ]
`;
const ONE_OK = '1 test file: 1 passed, 0 failed\n';

const skip = spawnSync('promtool', ['--version']).error ? 'promtool is not installed' : false;

/** Runs it in a folder with these files, and checks that no temporary file stays behind. */
async function run(
  t: TestContext,
  files: Record<string, string | Uint8Array>,
  words: string,
  options: RunOptions = {},
) {
  const cwd = await folderWith(t, files);
  for (const name of Object.keys(files)) if (name.endsWith('.sh')) chmodSync(join(cwd, name), 0o755);
  const temporary = await folderWith(t, {});
  const { TMPDIR: before } = process.env;
  process.env.TMPDIR = temporary;
  try {
    return await runCommand(program, ['rules', 'test', ...words.split(' ')], { cwd, ...options });
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    assert.deepEqual(readdirSync(temporary), []);
  }
}

const LIST = `kind: List\nitems:\n  - ${OBJECT.replaceAll('\n', '\n    ')}`;
for (const [what, rules] of [
  ['an object', OBJECT],
  ['a plain rule file', GROUPS],
  ['a List', LIST],
  ['the second document', `kind: Service\n---\n${OBJECT}`],
] as const)
  test(`tests of ${what} pass`, { skip }, async (t) => {
    const files = { 'rules/shop.yaml': rules, 'rules/shop.test.yaml': TESTS };
    assert.deepEqual(await run(t, files, 'rules/shop.test.yaml'), {
      code: 0,
      stdout: `ok ${join('rules', 'shop.test.yaml')}\n${ONE_OK}`,
      stderr: '',
    });
  });

for (const name of ['shop.test.yaml', 'shop_test.yaml'])
  test(`a rule object is tested by ${name} beside it, once`, { skip }, async (t) =>
    assert.deepEqual(await run(t, { 'shop.yaml': OBJECT, [name]: TESTS }, `shop.yaml ${name} .`), {
      code: 0,
      stdout: `ok ${name}\n${ONE_OK}`,
      stderr: '',
    }),
  );

test("a failure is promtool's own text, and the exit code is 1", { skip }, async (t) => {
  const files = {
    'shop.yaml': OBJECT,
    'a/a.yaml': TESTS.replace('shop.yaml', '../sh*.yaml'),
    'b.yaml': FAILING,
  };
  assert.deepEqual(await run(t, { ...files, 'notes.txt': 'tests: [', 'values.yaml': 'tests: []' }, '.'), {
    code: 1,
    stdout: `ok ${join('a', 'a.yaml')}\nfailed b.yaml\n${FAILURE}2 test files: 1 passed, 1 failed\n`,
    stderr: '',
  });
});

test('faults of a rule have the path of the user, with lines only of a plain file', { skip }, async (t) => {
  const wrong = (text: string): string => text.replace('up ==', 'up ===');
  for (const [rules, place] of [
    [GROUPS, ': 5:15'],
    [OBJECT, ''],
  ] as const) {
    const { code, stdout } = await run(t, { 'shop.yaml': wrong(rules), 'a.yaml': TESTS }, 'a.yaml');
    assert.equal(code, 1);
    assert.equal(
      stdout.split('\n')[1],
      `shop.yaml${place}: group "shop.rules", rule 1, "PodDown": could not parse expression: 1:6: parse error: unexpected "="`,
    );
  }
});

test('faults of a test file have its lines', { skip }, async (t) => {
  const { stdout } = await run(
    t,
    { 'shop.yaml': OBJECT, 'a.yaml': TESTS.replace('eval_time', 'evl') },
    'a.yaml',
  );
  assert.match(stdout, /\n {2}line 6: field evl not found /);
});

test('-o json has each file, and what could not be run', { skip }, async (t) => {
  const files = { 'shop.yaml': OBJECT, 'a.yaml': TESTS, 'b.yaml': FAILING, 'c.yaml': 'a: [' };
  const { code, stdout, stderr } = await run(t, files, 'a.yaml b.yaml c.yaml -o json');
  const { verdict, exitCode, items, unread } = JSON.parse(stdout);
  assert.deepEqual([code, exitCode, verdict], [1, 1, 'failed']);
  assert.deepEqual(items, [
    { file: { path: 'a.yaml' }, verdict: 'clean', message: '' },
    { file: { path: 'b.yaml' }, verdict: 'failed', message: FAILURE.trimEnd() },
  ]);
  assert.equal(unread.length, 1);
  assert.match(stderr, /^error: c\.yaml: is not valid YAML: .*\n$/);
});

for (const [what, files, words, reason] of [
  ['is not there', {}, 'a.yaml', 'a.yaml: cannot be read: no such file or directory; '],
  ['is huge', { 'a.yaml': '#'.repeat(8 * 1024 * 1024 + 1) }, 'a.yaml', 'a.yaml: is larger than 8 MiB; '],
  ['is no text', { 'a.yaml': Uint8Array.of(0xff) }, 'a.yaml', 'a.yaml: is not UTF-8; '],
  ['is no YAML', { 'a.yaml': 'tests: [\nrule_files: [' }, '.', 'a.yaml: is not valid YAML: '],
  ['has no tests', { 'a.yaml': 'rule_files: [b.yaml]\ntests: []\n' }, '.', 'a.yaml: has no tests; '],
  [
    'has rules alone',
    { 'shop.yaml': OBJECT },
    'shop.yaml',
    'shop.yaml: has no tests; list them under tests, in this file or in shop.test.yaml',
  ],
  ['is not in a folder', { 'shop.yaml': OBJECT }, '.', '.: no test files found; '],
  [
    'has rule files that are not there',
    { 'a/a.yaml': TESTS },
    'a',
    `${join('a', 'a.yaml')}: no file matches "shop.yaml" of its rule_files; `,
  ],
  [
    'has rule files without rules',
    { 'a.yaml': TESTS, 'shop.yaml': 'kind: Service' },
    'a.yaml',
    'shop.yaml: no alert rules found; ',
  ],
  [
    'has rule files that are folders',
    { 'a.yaml': TESTS, 'shop.yaml/b': '' },
    'a.yaml',
    'shop.yaml: cannot be read: is a directory; ',
  ],
  [
    'has rule files that are no YAML',
    { 'a.yaml': TESTS, 'shop.yaml': 'a: [' },
    'a.yaml',
    'shop.yaml: is not valid YAML: ',
  ],
] as const)
  test(`a file that ${what} is one line, and the exit code is 2`, async (t) => {
    const { code, stdout, stderr } = await run(t, { ...files }, words);
    assert.deepEqual([code, stdout, stderr.split('\n').length], [2, '', 2], stderr);
    assert.ok(stderr.startsWith(`error: ${reason}`), stderr);
  });

const FILES = { 'shop.yaml': OBJECT, 'a.yaml': TESTS, 'b.yaml': TESTS };

test('says once how to get promtool, if it is absent', async (t) => {
  const env = { PATH: '/nonexistent' };
  const hint =
    'promtool is in the release archives of Prometheus, and in the package prometheus of Debian and Ubuntu. Put it on PATH, or pass --promtool FILE.';
  assert.deepEqual(await run(t, FILES, '.', { env }), {
    code: 2,
    stdout: '',
    stderr: `error: promtool not found\n${hint}\n`,
  });
  const { code, stdout } = await run(t, FILES, '. -o json', { env });
  const { message, ...result } = JSON.parse(stdout);
  assert.deepEqual(
    [code, result.verdict, message, result.hint],
    [2, 'unknown', 'error: promtool not found', hint],
  );
});

test('a promtool that may not be executed is one error', async (t) => {
  const { code, stderr } = await run(t, { ...FILES, tool: '' }, '. --promtool tool');
  assert.equal(code, 2);
  assert.match(stderr, /^error: \S+tool cannot be run: permission denied\nCheck .*\n$/);
});

for (const [what, script, reason] of [
  [
    'prints nonsense',
    'echo "\\033[31mhello"',
    'promtool ended with exit code 0 and no result: \\x1b[31mhello',
  ],
  [
    'fails without a result',
    'echo usage >&2; exit 1',
    'promtool ended with exit code 1 and no result: usage',
  ],
  ['is killed', 'kill -9 $$', 'promtool was ended by SIGKILL'],
] as const)
  test(`a promtool that ${what} is one line, and the exit code is 2`, async (t) => {
    const ran = await run(t, { ...FILES, 'p.sh': `#!/bin/sh\n${script}\n` }, 'a.yaml --promtool p.sh');
    assert.deepEqual(ran, {
      code: 2,
      stdout: '',
      stderr: `error: a.yaml: ${reason}; check that it is promtool: run it with --version\n`,
    });
  });

test('promtool gets private copies in a private folder, also for its own files', async (t) => {
  const modes = await folderWith(t, {});
  const script = `#!/bin/sh\nstat -c %a . * > ${modes}/modes; echo "$TMPDIR" > ${modes}/place; pwd >> ${modes}/place; touch "$TMPDIR/left"; echo "  SUCCESS"\n`;
  const { code } = await run(t, { ...FILES, 'p.sh': script }, 'a.yaml --promtool p.sh');
  assert.equal(code, 0);
  assert.deepEqual(readFileSync(join(modes, 'modes'), 'utf8').trim().split('\n'), ['700', '600', '600']);
  const [place, ...others] = new Set(readFileSync(join(modes, 'place'), 'utf8').trim().split('\n'));
  assert.deepEqual([existsSync(place ?? ''), others], [false, []]);
});

test('control characters of promtool do not reach the terminal', async (t) => {
  const script = '#!/bin/sh\nprintf "  FAILED:\\n\\033[31mred\\n"; exit 1\n';
  assert.equal(
    (await run(t, { ...FILES, 'p.sh': script }, 'a.yaml --promtool p.sh')).stdout,
    'failed a.yaml\n\\x1b[31mred\n1 test file: 0 passed, 1 failed\n',
  );
});

/** Ignores a request to end, and says its process number. */
const HANGS = '#!/bin/sh\ntrap \'\' TERM INT\necho $$ > "$0.pid"\nwhile :; do sleep 1; done\n';

for (const [how, words, code, said] of [
  [
    '--timeout',
    '--timeout 300ms',
    2,
    'error: a.yaml: promtool did not end within 300ms; allow more time with --timeout\n',
  ],
  ['Ctrl-C', '', 130, 'Interrupted.\n'],
] as const)
  test(`${how} stops a promtool that hangs, and its process`, async (t) => {
    const tool = await folderWith(t, { 'p.sh': HANGS });
    chmodSync(join(tool, 'p.sh'), 0o755);
    const interruption = new AbortController();
    const running = run(t, FILES, `a.yaml --promtool ${join(tool, 'p.sh')} ${words}`.trim(), {
      interrupted: interruption.signal,
    });
    const file = join(tool, 'p.sh.pid');
    if (how === 'Ctrl-C') {
      await until(() => existsSync(file) && statSync(file).size > 0);
      interruption.abort(new CommandError('aborted', 'Interrupted.'));
    }
    assert.deepEqual(await running, { code, stdout: '', stderr: said });
    // A busy machine may not even have started it before the time was up.
    if (existsSync(file) && statSync(file).size > 0)
      await until(() => !isRunning(Number(readFileSync(file, 'utf8'))));
  });

async function until(holds: () => boolean): Promise<void> {
  const end = AbortSignal.timeout(PATIENCE);
  while (!holds()) await setTimeout(20, undefined, { signal: end });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
