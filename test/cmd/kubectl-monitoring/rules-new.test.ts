import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, type TestContext, test } from 'node:test';
import { load } from 'js-yaml';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { labelsFor } from '../../../lib/objects/label-selector.ts';
import { call } from '../../support/http.ts';
import { openMonitoring } from '../../support/monitoring.ts';
import type { MonitoringStage } from '../../support/monitoring-stage.ts';
import { type RunOptions, runCommand } from '../../support/run-command.ts';
import { servers } from '../../support/servers.ts';

const write = (words: string, options: RunOptions = {}) =>
  runCommand(program, ['rules', 'new', ...words.split(' ')], options);

const OFFLINE = '--offline --group monitoring.example.com';

const SHOP = `apiVersion: monitoring.example.com/v1
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
          expr: sum by (job) (up{job="shop"}) < 1 or absent(up{job="shop"})
          for: 1m
          annotations:
            message: No pod of {{ $labels.job }} answers. It is down, or Prometheus does not find it.
`;

test('writes the documented rule in the names of the platform', async () =>
  assert.deepEqual(await write(`shop ${OFFLINE}`), { code: 0, stdout: SHOP, stderr: '' }));

test('writes a PrometheusRule with --names=upstream, of another job and in a namespace', async () => {
  const { stdout } = await write('shop --offline --names upstream --job web -n there');
  assert.match(stdout, /^apiVersion: monitoring.coreos.com\/v1\nkind: PrometheusRule\n/);
  assert.match(stdout, /\n {2}namespace: there\n {2}labels:\n {4}prometheus: k8s\n {4}role: alert-rules\n/);
  assert.match(stdout, /up\{job="web"\}/);
});

for (const words of [`shop ${OFFLINE}`, 'hosts --offline --names upstream --for baremetal-hosts'])
  test(`rules lint --strict has no findings in what "rules new ${words}" prints`, async () => {
    const { stdout } = await write(words);
    assert.deepEqual(
      await runCommand(program, ['rules', 'lint', '-', '--strict'], { stdin: Readable.from([stdout]) }),
      { code: 0, stdout: 'No findings in 1 rule object\n', stderr: '' },
    );
  });

test('rules for hosts ask for the error that the procedure repairs, and for the operator', async () => {
  const { stdout } = await write('hosts --offline --names upstream --for baremetal-hosts');
  assert.match(stdout, /metal3_host_error_total\{error_type="provisioned registration error"\}/);
  assert.match(stdout, /absent\(metal3_reconcile_error_total\)/);
});

for (const [words, message] of [
  ['shop --offline', 'error: the API group of the platform is not known\n'],
  ['Shop --offline', 'error: invalid resource name "Shop"'],
  ['shop --offline --job a"b', 'error: invalid --job "a\\"b"\n'],
  ['shop --offline --for hosts', 'error: invalid value "hosts" for --for\n'],
  [`shop ${OFFLINE} --chart .`, 'error: /'],
] as const)
  test(`"rules new ${words}" is refused: ${message.trim()}`, async (t) => {
    const { code, stdout, stderr } = await write(words, { cwd: folderOf(t) });
    assert.deepEqual([code, stdout], [1, '']);
    assert.ok(stderr.startsWith(message), stderr);
  });

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'rules-new-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('--chart writes the rule escaped for Helm, and never overwrites it', async (t) => {
  const cwd = folderOf(t);
  writeFileSync(join(cwd, 'Chart.yaml'), 'name: extensions\n');
  const path = join(cwd, 'templates', 'alerts', 'shop.yaml');
  const words = `shop ${OFFLINE} --chart .`;
  assert.deepEqual(await write(words, { cwd }), { code: 0, stdout: `${path}\n`, stderr: '' });
  assert.equal(readFileSync(path, 'utf8'), SHOP.replace('{{ $labels.job }}', '{{`{{ $labels.job }}`}}'));
  assert.equal((await runCommand(program, ['rules', 'lint', path], { cwd })).code, 0);
  writeFileSync(path, 'mine');
  assert.deepEqual(await write(words, { cwd }), {
    code: 1,
    stdout: '',
    stderr: `error: ${path} exists already\nChoose another name, or remove the file.\n`,
  });
  assert.equal(readFileSync(path, 'utf8'), 'mine');
});

test('a chart that cannot be written leaves nothing behind', async (t) => {
  const cwd = folderOf(t);
  writeFileSync(join(cwd, 'Chart.yaml'), '');
  writeFileSync(join(cwd, 'templates'), 'a file');
  const { code, stderr } = await write(`shop ${OFFLINE} --chart .`, { cwd });
  assert.equal(code, 1);
  assert.match(stderr, /^error: .*shop\.yaml cannot be written: not a directory\n/);
});

test('a cluster that cannot be reached is a warning, and the labels are those of the platform', async () => {
  const ran = await write('shop --group monitoring.example.com -s https://127.0.0.1:1');
  assert.deepEqual([ran.code, ran.stdout], [0, SHOP]);
  assert.match(
    ran.stderr,
    /^Warning: the cluster could not be read \(.*\): check that a Prometheus selects the labels of the object \(spec\.ruleSelector\)\n$/,
  );
});

for (const [what, selector, labels] of [
  ['everything', {}, {}],
  ['labels', { matchLabels: { release: 'kps' } }, { release: 'kps' }],
  [
    'one of several values',
    { matchExpressions: [{ key: 'team', operator: 'In', values: ['a', 'b'] }] },
    { team: 'a' },
  ],
  ['a key', { matchExpressions: [{ key: 'team', operator: 'Exists' }] }, { team: 'true' }],
  ['no key', { matchExpressions: [{ key: 'team', operator: 'DoesNotExist' }] }, {}],
  ['other values', { matchExpressions: [{ key: 'team', operator: 'NotIn', values: ['a'] }] }, {}],
] as const)
  test(`a selector of ${what} needs the labels ${JSON.stringify(labels)}`, () =>
    assert.deepEqual(labelsFor(structuredClone(selector) as Parameters<typeof labelsFor>[0]), labels));

for (const kind of servers())
  describe(`rules new in a cluster, on the ${kind.name} server`, () => {
    let stage: MonitoringStage;
    before(async () => {
      stage = await openMonitoring(await kind.start());
    });
    after(async () => {
      await stage.stop();
      await stage.server.stop();
    });
    const ruleKind = (plural: string, name: string, group: string): object => ({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: `${plural}.${group}` },
      spec: {
        group,
        scope: 'Namespaced',
        names: { kind: name, listKind: `${name}List`, plural, singular: name.toLowerCase() },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
          },
        ],
      },
    });

    test('the object has the kind that the cluster serves, and the labels that its Prometheus selects', async () => {
      const { server } = stage;
      const config = await stage.kubeconfig();
      const run = () => write(`shop --kubeconfig ${config}`);
      await stage.patch(stage.path('prometheuses', 'k8s'), { spec: { ruleSelector: null } });
      const upstream = await run();
      assert.deepEqual(
        [upstream.code, upstream.stdout],
        [
          0,
          SHOP.replace('.example.com/v1\nkind: Metrics', '.coreos.com/v1\nkind: Prometheus').replace(
            'metrics:',
            'prometheus:',
          ),
        ],
      );
      assert.match(upstream.stderr, /^Warning: no Prometheus in the cluster selects rules /);
      const unserved = await write(`shop --kubeconfig ${config} --names platform`);
      assert.deepEqual([unserved.code, unserved.stdout], [1, '']);
      assert.match(
        unserved.stderr,
        /\nerror: the API group of the platform is not known\n|^error: the API group/,
      );
      const matchLabels = { release: 'kps', shard: '1' };
      await stage.patch(stage.path('prometheuses', 'k8s'), { spec: { ruleSelector: { matchLabels } } });
      await call(server.admin, {
        method: 'POST',
        path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
        body: ruleKind('metricsrules', 'MetricsRule', 'monitoring.example.com'),
      });
      await stage.waitFor(
        '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/metricsrules.monitoring.example.com',
        (definition) =>
          definition?.status?.conditions?.some(
            ({ type, status }: { type: string; status: string }) =>
              type === 'Established' && status === 'True',
          ),
      );
      const { code, stdout, stderr } = await run();
      assert.deepEqual([code, stderr], [0, '']);
      assert.match(stdout, /^apiVersion: monitoring\.example\.com\/v1\nkind: MetricsRule\n/);
      assert.match(stdout, /\n {2}labels:\n {4}release: kps\n {4}shard: "1"\n {4}role: alert-rules\n/);
    });
  });

test('a name that YAML reads as a number or a truth value is quoted', async () => {
  for (const name of ['123', '1e3', 'true']) {
    const { stdout } = await runCommand(program, [
      'rules',
      'new',
      name,
      '--offline',
      '--names=upstream',
      `--namespace=${name}`,
    ]);
    const { metadata } = load(stdout) as { metadata: { name: unknown; namespace: unknown } };
    assert.deepEqual([metadata.name, metadata.namespace], [name, name]);
  }
});

for (const [flag, message] of [
  ['--group=a: b', 'error: invalid --group "a: b"'],
  ['--group=', 'error: invalid --group ""'],
  ['--namespace=A b', 'error: invalid namespace "A b"'],
] as const)
  test(`refuses ${flag}, which is no valid object`, async () => {
    const ran = await runCommand(program, ['rules', 'new', 'shop', '--offline', '--names=upstream', flag]);
    assert.deepEqual([ran.code, ran.stdout], [1, '']);
    assert.ok(ran.stderr.startsWith(message), ran.stderr);
  });
