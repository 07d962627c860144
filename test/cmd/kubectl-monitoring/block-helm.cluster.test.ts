import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { before, describe, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { load, loadAll } from 'js-yaml';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { readArchive } from '../../../lib/input/archive/read.ts';
import { buildProgram } from '../../cluster/build.ts';
import { onPath } from '../../cluster/on-path.ts';
import { oddText } from '../../lib/block/sync/odd-text.ts';
import { folderWith } from '../../support/folder.ts';
import { runCommand } from '../../support/run-command.ts';

const BLOCK = 'monitoring-system';
const CHART = `${BLOCK}/extensions`;
const PLATFORM =
  '--names platform --group g.example.com --chart block --chart-version 4.2.0 --repository https://charts.example.com';

const go = await onPath('go', process.env);

describe('Helm renders what is written', { skip: go === undefined && 'Helm is built with Go' }, () => {
  let helm: string;
  before(async () => {
    helm = await buildProgram('helm', { go: go ?? '', env: process.env });
  });

  const render = (chart: string): string =>
    execFileSync(helm, ['template', chart], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

  for (const [names, flags, chart, version, keys] of [
    [
      'upstream',
      '',
      'kube-prometheus-stack',
      '88.5.3',
      ['alertmanager', 'defaultRules', 'grafana', 'prometheus'],
    ],
    ['platform', PLATFORM, 'block', '4.2.0', ['alerts', 'defaultRules', 'metrics', 'ui']],
  ] as const)
    test(`init with the names of ${names}: the values reach the chart, and the rules are rendered`, async (t) => {
      const cwd = await folderWith(t, {});
      await run(cwd, `init -y ${flags}`);
      const block = join(cwd, BLOCK);
      // In the place of the chart of the building block, one that shows its values.
      write(join(block, 'charts', chart), {
        'Chart.yaml': `apiVersion: v2\nname: ${chart}\nversion: ${version}\n`,
        'templates/values.yaml': 'kind: Values\nvalues: {{ toJson .Values }}\n',
      });
      execFileSync(helm, ['package', join(block, 'extensions'), '-d', join(block, 'charts')], {
        stdio: 'pipe',
      });
      const objects = loadAll(render(block)) as Rendered[];
      const [shown] = objects.filter(({ kind }) => kind === 'Values');
      assert.deepEqual(
        Object.keys(shown?.values ?? {})
          .filter((key) => key !== 'global')
          .toSorted(),
        keys,
      );
      const kind = names === 'platform' ? 'MetricsRule' : 'PrometheusRule';
      assert.deepEqual(
        objects
          .filter((object) => object.kind === kind)
          .map(({ metadata }) => metadata?.name)
          .toSorted(),
        ['api', 'hosts', 'monitoring', 'pods', 'resources', 'volumes'],
      );
      const linted = await runCommand(
        program,
        [
          'rules',
          'lint',
          '-',
          '--strict',
          '--names',
          names,
          ...(names === 'platform' ? ['--group', 'g.example.com'] : []),
        ],
        { stdin: Readable.from([render(join(block, 'extensions'))]) },
      );
      assert.deepEqual(linted, { code: 0, stdout: 'No findings in 6 rule objects\n', stderr: '' });
    });

  test('the package of the building block has the extension chart once, among its dependencies', async (t) => {
    const cwd = await folderWith(t, {
      'stack/Chart.yaml': 'apiVersion: v2\nname: kube-prometheus-stack\nversion: 88.5.3\n',
    });
    await run(cwd, 'init -y');
    const block = join(cwd, BLOCK);
    const chart = readFileSync(join(block, 'Chart.yaml'), 'utf8');
    writeFileSync(join(block, 'Chart.yaml'), chart.replace(/https:.*/, 'file://../stack'));
    execFileSync(helm, ['dependency', 'update', block], { stdio: 'pipe' });
    // A folder of the same name in another chart stays.
    write(join(block, 'charts/other'), {
      'Chart.yaml': 'apiVersion: v2\nname: other\nversion: 1.0.0\n',
      'extensions/kept.txt': 'kept\n',
    });
    execFileSync(helm, ['package', block, '-d', cwd], { stdio: 'pipe' });
    const packed = await readArchive(readFileSync(join(cwd, `${BLOCK}-0.1.0.tgz`)), () => true);
    const paths = packed.map(({ path }) => path);
    assert.deepEqual(
      paths.filter((path) => path.includes('/extensions/')),
      [`${BLOCK}/charts/other/extensions/kept.txt`],
    );
    const rules = 'templates/alerts/pods.yaml';
    assert.deepEqual(
      paths.filter((path) => path.endsWith(rules)),
      [`${BLOCK}/charts/monitoring-extensions/${rules}`],
    );
    assert.deepEqual(
      paths.filter((path) => path.includes('.kubectl-monitoring')),
      [],
    );
  });

  test('rules sync: what is rendered is what the source has', async (t) => {
    const cwd = await synced(t, RULES, DASHBOARDS);
    const objects = loadAll(render(join(cwd, CHART))) as Rendered[];
    const named = (name: string) => objects.find(({ metadata }) => metadata?.name === name);
    assert.deepEqual(named('shop')?.spec, (load(RULES) as Rendered).spec);
    assert.deepEqual(named('shop-dashboards')?.data, (load(DASHBOARDS) as Rendered).data);
    assert.deepEqual(named('shop')?.metadata, {
      name: 'shop',
      labels: { prometheus: 'k8s', role: 'alert-rules' },
    });
    const { code, stderr } = await runCommand(program, ['rules', 'lint', '-'], {
      stdin: Readable.from([render(join(cwd, CHART))]),
    });
    assert.deepEqual([code, stderr], [0, '']);
  });

  test('rules sync: whatever the texts are, Helm reads them as they were', async (t) => {
    const texts = fc.sample(oddText, { numRuns: 3_000, seed: 1 });
    const spec = {
      groups: [
        {
          name: 'odd',
          rules: texts.map((message) => ({ alert: 'Odd', expr: 'up', annotations: { message } })),
        },
      ],
    };
    const odd = JSON.stringify({ kind: 'PrometheusRule', metadata: { name: 'odd' }, spec });
    const data = { 'odd.json': JSON.stringify({ panels: texts }, null, 2) };
    const shown = JSON.stringify({ kind: 'ConfigMap', metadata: { name: 'odd' }, data });
    const cwd = await synced(t, odd, shown);
    // As the API server gets it: rendered, and read as YAML by Go.
    const chart = await folderWith(t, {
      'Chart.yaml': 'apiVersion: v2\nname: read\nversion: 0.1.0\n',
      'alerts.yaml': readFileSync(join(cwd, CHART, 'templates/alerts/odd.yaml')),
      'dashboards.yaml': readFileSync(join(cwd, CHART, 'templates/dashboards/odd.yaml')),
      'templates/a.yaml':
        '{{ tpl (.Files.Get "alerts.yaml") . | fromYaml | toJson }}\n---\n{{ tpl (.Files.Get "dashboards.yaml") . | fromYaml | toJson }}\n',
    });
    // Helm sorts objects by their kinds.
    const [dashboards, rules] = render(chart)
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Rendered);
    const read = (rules?.spec as typeof spec)?.groups[0]?.rules.map(({ annotations }) => annotations.message);
    assert.deepEqual(
      texts.filter((text, at) => read?.[at] !== text),
      [],
      JSON.stringify(rules).slice(0, 500),
    );
    assert.deepEqual(dashboards?.data, data);
  });

  test('a new version beside an edited file is not rendered, because .helmignore says so', async (t) => {
    const cwd = await synced(t, RULES);
    const file = join(cwd, CHART, 'templates/alerts/shop.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace('for: 1m', 'for: 7m'));
    writeFileSync(join(cwd, CHART, '.helmignore'), 'tests/\n');
    write(join(cwd, 'set'), { '0.yaml': RULES.replace('for: 1m', 'for: 9m') });
    await run(cwd, 'rules sync set -y');
    assert.ok(existsSync(`${file}.new`));
    const rendered = render(join(cwd, CHART));
    assert.deepEqual([/for: 7m/.test(rendered), /for: 9m/.test(rendered)], [true, false]);
    const packed = await folderWith(t, {});
    execFileSync(helm, ['package', join(cwd, CHART), '-d', packed], { stdio: 'pipe' });
    assert.doesNotMatch(render(join(packed, 'monitoring-extensions-0.1.0.tgz')), /for: 9m/);
    // Without the line, it would be.
    const copy = join(packed, 'copy');
    cpSync(join(cwd, CHART), copy, { recursive: true });
    rmSync(join(copy, '.helmignore'));
    assert.match(render(copy), /for: 9m/);
  });
});

interface Rendered {
  kind: string;
  metadata?: { name: string };
  spec?: object;
  data?: object;
  values?: object;
}

const RULES = `apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: shop
  namespace: monitoring
  labels: { prometheus: other, role: alert-rules, app.kubernetes.io/version: 1.2.3 }
spec:
  groups:
    - name: shop.rules
      interval: 30s
      rules:
        - alert: ShopDown
          expr: up{job="shop"} == 0
          for: 1m
          labels: { severity: critical }
          annotations:
            message: '{{ $labels.pod }} is down for {{ $value | humanizeDuration }}.'
            query: '{{ with query \`up{job="shop"}\` }}{{ . | first | value }}{{ end }}'
        - record: shop:up
          expr: sum(up{job="shop"})
`;

const DASHBOARDS = `apiVersion: v1
kind: ConfigMap
metadata:
  name: shop-dashboards
  namespace: monitoring
data:
  shop.json: |-
    {
      "title": "Shop",
      "panels": [{ "targets": [{ "expr": "up", "legendFormat": "{{pod}} of {{ namespace }}" }] }]
    }
`;

/** A folder with the building block, into which these manifests were synced. */
async function synced(t: TestContext, ...manifests: string[]): Promise<string> {
  const files = manifests.map((text, at): [string, string] => [`set/${at}.yaml`, text]);
  const cwd = await folderWith(t, Object.fromEntries(files));
  await run(cwd, 'init -y');
  await run(cwd, 'rules sync set -y');
  return cwd;
}

async function run(cwd: string, words: string): Promise<void> {
  const { code, stderr } = await runCommand(program, words.split(' ').filter(Boolean), { cwd });
  assert.equal(code, 0, stderr);
}

function write(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
