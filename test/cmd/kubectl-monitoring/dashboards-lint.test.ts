import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { asChartTemplate } from '../../../lib/words/chart-template.ts';
import { checkResult } from '../../support/results.ts';
import { runCommand } from '../../support/run-command.ts';

const DASHBOARD = `{
  "id": null,
  "uid": "shop",
  "title": "Shop",
  "editable": false,
  "schemaVersion": 42,
  "panels": [
    {
      "type": "table",
      "title": "Pods",
      "targets": [{ "expr": "up{job=\\"shop\\"}" }]
    }
  ]
}
`;
const BROKEN = DASHBOARD.replace('}" }]', '} ==" }]');
const WARNED = DASHBOARD.replace('  "uid": "shop",\n', '');
const CONTAINER = `apiVersion: v1
kind: ConfigMap
metadata:
  name: shop
  labels:
    ui_dashboard: "1"
data:
  shop.json: |
${DASHBOARD.replace(/^(?=.)/gm, '    ')}`;
const SECRET = `apiVersion: v1
kind: Secret
metadata:
  name: shop
  labels:
    ui_dashboard: 1
data:
  shop.json: ${Buffer.from(BROKEN).toString('base64')}
`;

/** Lints files of these contents in a folder of their own. */
async function lint(t: TestContext, files: Record<string, string | Uint8Array>, ...words: string[]) {
  const cwd = mkdtempSync(join(tmpdir(), 'dashboards-'));
  t.after(() => rmSync(cwd, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), content);
  }
  return runCommand(program, ['dashboards', 'lint', ...words], { cwd, stdin: Readable.from([BROKEN]) });
}

test('a dashboard and a container as they should be are clean', async (t) => {
  assert.deepEqual(await lint(t, { 'shop.json': DASHBOARD, 'shop.yaml': CONTAINER }, '.', '--strict'), {
    code: 0,
    stdout: 'No findings in 2 dashboards\n',
    stderr: '',
  });
});

test('a critical finding has its place, its line with a caret, the fix, and exit code 1', async (t) => {
  const expected = (
    path: string,
  ) => `${path}:11:49: critical target-promql: unexpected end of the expression; expected an expression
          "targets": [{ "expr": "up{job=\\"shop\\"} ==" }]
                                                    ^
  Fix: correct the query at the mark
1 finding in 1 dashboard: 1 critical
`;
  assert.deepEqual(await lint(t, {}, '-'), { code: 1, stdout: expected('stdin'), stderr: '' });
  assert.deepEqual(await lint(t, { a: BROKEN }, 'a'), { code: 1, stdout: expected('a'), stderr: '' });
});

test('a finding in a container points to the line in its block of text', async (t) => {
  const { stdout } = await lint(t, { 'a.yaml': CONTAINER.replace('}" }]', '} ==" }]') }, 'a.yaml');
  assert.equal(
    stdout,
    `a.yaml:19:53: critical target-promql: unexpected end of the expression; expected an expression
              "targets": [{ "expr": "up{job=\\"shop\\"} ==" }]
                                                        ^
  Fix: correct the query at the mark
1 finding in 1 dashboard: 1 critical
`,
  );
});

test('no line of a Secret is shown', async (t) => {
  assert.deepEqual(await lint(t, { 'a.yaml': SECRET }, 'a.yaml'), {
    code: 1,
    stdout: `a.yaml:6:19: critical label-value: the value of ui_dashboard is the number 1, not the text "1"
  Fix: write "1", with the quotes
a.yaml:8:3: critical target-promql: a panel that shows an error, because Prometheus cannot read its query
  Fix: correct the query at the mark
2 findings in 1 dashboard: 2 critical
`,
    stderr: '',
  });
});

test('a file name in two containers is found between files, with its first place', async (t) => {
  const other = CONTAINER.replace('name: shop', 'name: other')
    .replace('"shop"', '"other"')
    .replace('"Shop"', '"Other"');
  const { code, stdout } = await lint(t, { 'a.yaml': CONTAINER, 'b.yaml': other }, '.');
  assert.equal(code, 1);
  assert.equal(
    stdout,
    `b.yaml:8:3: critical file-twice: the file name shop.json is used by two containers; first at a.yaml:8
      shop.json: |
      ^
  Fix: give one of the keys another name
1 finding in 2 dashboards: 1 critical
`,
  );
});

test('--names asks for the label of a naming', async (t) => {
  const upstream = CONTAINER.replace('ui_dashboard', 'grafana_dashboard');
  assert.equal((await lint(t, { 'a.yaml': upstream }, 'a.yaml')).code, 0);
  assert.deepEqual(await lint(t, { 'a.yaml': upstream }, 'a.yaml', '--names=platform'), {
    code: 1,
    stdout: `a.yaml:6:5: critical names: the label is grafana_dashboard, not ui_dashboard
        grafana_dashboard: "1"
        ^
  Fix: use the label of the cluster
1 finding in 1 dashboard: 1 critical
`,
    stderr: '',
  });
});

test('a warning makes the exit code 1 only with --strict', async (t) => {
  const { code, stdout } = await lint(t, { 'a.json': WARNED }, 'a.json');
  assert.equal(code, 0);
  assert.match(stdout, /^a\.json:1:1: warning uid: it has no uid\n/);
  assert.equal((await lint(t, { 'a.json': WARNED }, 'a.json', '--strict')).code, 1);
});

test('-o json has the findings, and files that could not be checked', async (t) => {
  const { code, stdout } = await lint(t, { 'a.json': BROKEN, b: '{}' }, 'a.json', 'b', '-o', 'json');
  assert.equal(code, 1);
  await checkResult(stdout);
  const { kind, verdict, dashboards, containers, items, unread } = JSON.parse(stdout);
  assert.deepEqual(
    [kind, verdict, dashboards, containers, items.length, unread.length],
    ['DashboardReport', 'findings', 1, 0, 1, 1],
  );
  assert.deepEqual(items[0].file, { path: 'a.json', line: 11, column: 49 });
});

test('-o sarif has a rule per check, and the place of each finding', async (t) => {
  const { code, stdout } = await lint(t, { 'a.json': BROKEN }, 'a.json', '-o', 'sarif');
  assert.equal(code, 1);
  const [run] = JSON.parse(stdout).runs;
  const { ruleId, ruleIndex, level, locations } = run.results[0];
  assert.deepEqual(
    [ruleId, level, run.tool.driver.rules[ruleIndex].id],
    ['target-promql', 'error', 'target-promql'],
  );
  assert.deepEqual(locations[0].physicalLocation.region, { startLine: 11, startColumn: 49 });
});

for (const [what, content, reason] of [
  ['is not there', undefined, 'cannot be read: no such file or directory'],
  ['is binary', Uint8Array.of(0xff, 0xfe, 0), 'is not UTF-8'],
  ['is huge', ' '.repeat(8 * 1024 * 1024 + 1), 'is larger than 8 MiB'],
  ['has other content', '{"name": "shop"}', 'no dashboard found'],
  ['is a ConfigMap without a dashboard', 'apiVersion: v1\nkind: ConfigMap\n', 'no dashboard found'],
  ['is a template', 'kind: ConfigMap # a.json\n{{- if .x }}\na: b\n{{- end }}\n', 'is not valid YAML: '],
] as const)
  test(`a file that ${what} is one warning and exit code 2, if it was named`, async (t) => {
    const { code, stdout, stderr } = await lint(t, content === undefined ? {} : { a: content }, 'a');
    assert.deepEqual([code, stdout], [2, '']);
    assert.ok(stderr.startsWith(`Warning: a: ${reason}`), stderr);
    assert.equal(stderr.split('\n').length, 2);
  });

test('other files of a folder are ignored', async (t) => {
  assert.deepEqual(
    await lint(
      t,
      {
        'shop.json': DASHBOARD,
        'package.json': '{"name": "a"}',
        'tsconfig.json': '{ // a\n}',
        'a.yaml': 'a: [',
      },
      '.',
    ),
    { code: 0, stdout: 'No findings in 1 dashboard\n', stderr: '' },
  );
  assert.deepEqual(await lint(t, { 'package.json': '{}' }, '.'), {
    code: 2,
    stdout: '',
    stderr:
      'Warning: .: no dashboard found; pass JSON files with a dashboard, or ConfigMaps and Secrets with the label ui_dashboard or grafana_dashboard\n',
  });
});

test('a template of a chart is not checked, and the hint is to render it; JSON files of the chart are checked', async (t) => {
  const template = CONTAINER.replace('name: shop', 'name: {{ .Values.name }}');
  const files = { 'Chart.yaml': 'name: a\n', 'templates/a.yaml': template, 'files/shop.json': DASHBOARD };
  assert.deepEqual(await lint(t, files, '.'), {
    code: 2,
    stdout: 'No findings in 1 dashboard\n',
    stderr:
      'Warning: templates/a.yaml: is a template of a chart; pass the rendered output of the chart: helm template CHART\n',
  });
});

test('a template of a chart whose only actions are escapes is checked, with places in it', async (t) => {
  const template = asChartTemplate(
    CONTAINER.replace('"title": "Pods",', '"title": "Pods {{name}} {{name}}", "type": 3,'),
  );
  const files = { 'Chart.yaml': 'name: a\n', 'templates/a.yaml': template };
  const { code, stdout, stderr } = await lint(t, files, '.', '--strict');
  assert.deepEqual([code, stderr], [1, '']);
  const [row = '', line = '', mark = ''] = stdout.split('\n');
  assert.match(row, /^templates\/a\.yaml:\d+:\d+: warning field-twice: /);
  const [, at, column] = /:(\d+):(\d+):/.exec(row) ?? [];
  assert.equal(template.split('\n')[Number(at) - 1]?.slice(Number(column) - 1), '"type": 3,');
  assert.ok(line.endsWith('"title": "Pods {{`{{name}}`}} {{`{{name}}`}}", "type": 3,'), line);
  assert.equal(line.slice(mark.indexOf('^')), '"type": 3,');
});

test('text of a file cannot control the terminal', async (t) => {
  const { stdout } = await lint(
    t,
    { 'a.json': DASHBOARD.replace('"uid": "shop"', '"uid": "\\u001b[31m"') },
    'a.json',
  );
  assert.doesNotMatch(stdout, new RegExp(String.fromCharCode(27)));
});
