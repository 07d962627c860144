import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { monitoringDefinitions } from '../../crds/definitions.ts';
import { addDeployment } from '../../scenarios/deployments.ts';
import { define } from '../../scenarios/install.ts';
import { addComponent } from '../../scenarios/monitoring-ground.ts';
import { create } from '../../scenarios/requests.ts';
import { call } from '../../support/http.ts';
import { writeKubeconfig } from '../../support/kubeconfig.ts';
import { plainText, type Ran, runCommand } from '../../support/run-command.ts';
import type { Endpoint, TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';

const LABELS = { chart: 'kube-prometheus-stack-66.2.1', heritage: 'Helm' };

for (const kind of servers())
  describe(`kubectl monitoring upgrade-check on the ${kind.name} server`, () => {
    let server: TestServer;
    let folder: string;
    let kubernetes: string;
    const suffix = randomBytes(3).toString('hex');
    const [namespace, empty] = [`monitoring-${suffix}`, `nothing-${suffix}`];
    const labelled = `labelled-${suffix}`;
    before(async () => {
      server = await kind.start();
      folder = await mkdtemp(join(tmpdir(), 'upgrade-check-'));
      const { admin } = server;
      kubernetes = (await call(admin, { path: '/version' })).json.gitVersion;
      const definitions = await monitoringDefinitions();
      for (const definition of definitions) {
        const metadata = {
          ...definition.metadata,
          annotations: { 'operator.prometheus.io/version': '0.78.1' },
        };
        await define(admin, { ...definition, metadata });
      }
      for (const name of [namespace, empty, labelled])
        await create(admin, '/api/v1/namespaces', {
          apiVersion: 'v1',
          kind: 'Namespace',
          metadata: { name },
        });
      const image = 'quay.io/prometheus-operator/prometheus-operator:v0.78.1';
      await addDeployment(admin, { namespace, name: 'kps-operator', image, labels: LABELS });
      await addDeployment(admin, { namespace, name: 'kps-grafana', image: 'grafana/grafana:11.3.0' });
      const spec = { version: 'v2.55.1', scrapeInterval: '60s' };
      await addComponent(admin, namespace, { name: 'k8s', labels: LABELS, spec });
      await addRule(admin, namespace, {
        name: 'own',
        expr: 'rate(shop_total[1m]) > holt_winters(a[5m], 0.5, 0.5)',
      });
      await addRule(admin, namespace, { name: 'of-chart', expr: 'a_bucket{le="1"} > 1', labels: LABELS });
      await create(admin, `/api/v1/namespaces/${namespace}/configmaps`, {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'shop', labels: { grafana_dashboard: '1' } },
        data: {
          'shop.json': JSON.stringify({ panels: [{ type: 'graph' }] }),
          'broken.json': '{',
          'a.txt': '{}',
        },
      });
    });
    after(async () => {
      await server?.stop();
      await rm(folder, { recursive: true, force: true });
    });

    async function check(
      words: string[],
      { as = server.admin, cwd = folder }: { as?: Endpoint; cwd?: string } = {},
    ): Promise<Ran> {
      const config = join(folder, 'config');
      await writeKubeconfig(config, as);
      const argv = ['upgrade-check', '--kubeconfig', config, '-n', namespace, ...words];
      const { code, stdout, stderr } = await runCommand(program, argv, { cwd });
      const plain = (text: string): string =>
        plainText(text, {
          [config]: 'KUBECONFIG',
          [namespace]: 'NS',
          [empty]: 'EMPTY',
          [labelled]: 'LABELLED',
          [kubernetes]: 'KUBERNETES',
        });
      return { code, stdout: plain(stdout), stderr: plain(stderr) };
    }
    const items = async (words: string[]): Promise<Record<string, string[]>> => {
      const { stdout } = await check([...words, '-o', 'json']);
      const found: { reason: string; places: string[] }[] = JSON.parse(stdout).items;
      return Object.fromEntries(found.map(({ reason, places }) => [reason, places]));
    };

    test('shows the versions that run, and what lies between them and a chart, with what to do', async () => {
      const { code, stdout, stderr } = await check(['--to', '67.0.0']);
      // The version of Kubernetes is as long as it is.
      assert.equal(stdout.replaceAll(/(?<=\S) {3,}/g, '   '), TO_67);
      assert.deepEqual([code, stderr], [1, '']);
    });

    test('shows every place with --details', async () => {
      const { stdout } = await check(['--to', '67.0.0', '--details']);
      assert.match(stdout, /\n {2}- thanosrulers\.monitoring\.coreos\.com: of operator 0\.78\.1\n/);
      assert.doesNotMatch(stdout, /--details/);
    });

    test('finds what rules and dashboards of your own are read otherwise by, and leaves out those of the chart', async () => {
      const found = await items(['--to', '72.2.0']);
      assert.deepEqual(found['holt-winters'], ['PrometheusRule NS/own: alert A']);
      assert.deepEqual(found['left-open-ranges'], ['PrometheusRule NS/own: alert A']);
      assert.deepEqual(found['angular-panels'], ['ConfigMap NS/shop: shop.json: graph becomes timeseries']);
      assert.equal(found['whole-labels'], undefined);
    });

    test('has no findings for the chart that runs', async () => {
      const { code, stdout } = await check(['--to', '66.2.1']);
      assert.match(stdout, /^NS: kube-prometheus-stack from 66\.2\.1 to 66\.2\.1: /);
      assert.match(stdout, /crds-outdated/);
      assert.equal(code, 1);
    });

    test('says that a downgrade is one', async () => {
      const found = await items(['--to', '60.0.0']);
      assert.ok(found.downgrade);
    });

    test('with values files, names the keys that changed and the rules in them, with their lines', async () => {
      const values = `grafana:
  adminPassword: kept
global:
  rbac:
    pspEnabled: true
additionalPrometheusRulesMap:
  shop:
    groups:
      - name: shop
        rules:
          - alert: Slow
            expr: a_bucket{le="5"} > 1
`;
      await writeFile(join(folder, 'values.yaml'), values);
      const found = await items(['-f', 'values.yaml']);
      assert.deepEqual(found['key-policies'], ['values.yaml:5: global.rbac.pspEnabled']);
      assert.deepEqual(found['rule-objects-renamed'], ['values.yaml:6: additionalPrometheusRulesMap']);
      assert.deepEqual(found['whole-labels'], [
        'values.yaml:7: additionalPrometheusRulesMap.shop: alert Slow',
      ]);
      assert.equal(found['ui-password'], undefined);
      const { stdout } = await check(['-f', 'values.yaml', '-f', 'absent.yaml', '-o', 'json']);
      assert.doesNotMatch(stdout, /kept/);
      assert.deepEqual(JSON.parse(stdout).files, ['values.yaml']);
      assert.deepEqual(
        JSON.parse(stdout).unread.map(({ what }: { what: string }) => what),
        ['absent.yaml'],
      );
    });

    test('does not guess a chart from labels that are no version of it, and names the oldest of several', async () => {
      const { admin } = server;
      const objects = [
        `/apis/apps/v1/namespaces/${namespace}/deployments/kps-operator`,
        `/apis/monitoring.coreos.com/v1/namespaces/${namespace}/prometheuses/k8s`,
      ];
      const label = async (...charts: string[]): Promise<void> => {
        for (const [at, path] of objects.entries()) {
          const body = { metadata: { labels: { chart: charts[at] ?? charts[0] } } };
          assert.equal((await call(admin, { method: 'PATCH', path, body })).status, 200);
        }
      };
      try {
        for (const chart of ['kube-prometheus-stack-999999.0.0', 'kube-prometheus-stack-x', 'other-80.0.0']) {
          await label(chart);
          const { from, unread } = JSON.parse((await check(['-o', 'json'])).stdout);
          assert.equal(from, null, chart);
          assert.match(
            unread.at(-1).message,
            /^no object of the block has a label with a version of kube-prometheus-stack/,
          );
        }
        await label('kube-prometheus-stack-65.0.0', 'kube-prometheus-stack-66.2.1');
        const { stdout } = await check(['--to', '67.0.0']);
        assert.match(stdout, /^NS: kube-prometheus-stack from 65\.0\.0 to 67\.0\.0: /);
        assert.match(stdout, /\nkube-prometheus-stack +65\.0\.0 .*\nkube-prometheus-stack +66\.2\.1 /);
      } finally {
        await label(LABELS.chart);
      }
    });

    test('does not take the chart of another namespace for one whose label has no version', async () => {
      const labels = { chart: 'kube-prometheus-stack-v1' };
      const spec = { version: 'v2.55.1' };
      await addComponent(server.admin, labelled, { name: 'k8s', labels, spec });
      const { code, stdout } = await check(['--to', '67.0.0', '-n', labelled]);
      assert.match(stdout, /^LABELLED: kube-prometheus-stack from an unknown version to 67\.0\.0: /);
      assert.match(stdout, /\nkube-prometheus-stack +<unknown> +67\.0\.0 +<none>\n/);
      assert.match(stdout, /\nchart version: no object of the block has a label with a version of /);
      assert.equal(code, 1);
    });

    test('says that nothing of a block runs in the namespace', async () => {
      const { code, stdout } = await check(['--to', '67.0.0', '-n', empty, '-o', 'json']);
      const { from, unread } = JSON.parse(stdout);
      assert.deepEqual([from, code], [null, 1]);
      assert.deepEqual(unread[0], {
        what: 'building block',
        namespace: 'EMPTY',
        message: 'no part of it runs there: pass the namespace that it runs in with -n, or -A for all',
      });
      assert.doesNotMatch((await check(['--to', '67.0.0'])).stdout, /building block/);
    });

    test('lists what a user without rights cannot read, and guesses nothing', async () => {
      const { code, stdout, stderr } = await check(['-o', 'json'], { as: server.weak });
      assert.deepEqual([code, stderr], [2, '']);
      const { verdict, from, items: found, unread } = JSON.parse(stdout);
      assert.deepEqual([verdict, from, found], ['unknown', null, []]);
      assert.deepEqual(
        unread.map(({ what }: { what: string }) => what),
        UNREADABLE,
      );
      const { stdout: text } = await check(['--from', '66.2.1', '--to', '67.0.0'], { as: server.weak });
      assert.match(
        text,
        /\nTo print the roles that this needs, for an administrator:\n {2}kubectl monitoring rbac /,
      );
      assert.match(text, /must be of operator 0\.79\.0 or later \(crds-outdated\)/);
    });
  });

const offline = (...words: string[]): Promise<Ran> =>
  runCommand(program, ['upgrade-check', '--offline', ...words]);

test('without a cluster, says what is known of a chart, and that the rest is not', async () => {
  assert.deepEqual(await offline('--from', '86.0.0', '--to', '86.1.0'), {
    code: 0,
    stdout: `monitoring-system: kube-prometheus-stack from 86.0.0 to 86.1.0: clean

Versions
PROGRAM                 RUNS        WITH 86.1.0     OBJECT
kubernetes              <unknown>   1.25 or later   <none>
kube-prometheus-stack   86.0.0      86.1.0          <none>

No cluster was read: --offline

Nothing that is known lies between these versions
`,
    stderr: '',
  });
});

test('--strict ends with 1 for warnings, too', async () => {
  const range = ['--from', '83.0.0', '--to', '84.0.0'];
  assert.equal((await offline(...range)).code, 0);
  assert.equal((await offline(...range, '--strict')).code, 1);
  assert.equal((await offline('--from', '86.0.0', '--to', '86.1.0', '--strict')).code, 0);
});

test('does not go back from a chart that is newer than what is known', async () => {
  const { code, stdout } = await offline('--from', '90.1.0');
  assert.equal(code, 2);
  assert.match(stdout, /^monitoring-system: kube-prometheus-stack from 90\.1\.0 to 90\.1\.0: unknown\n/);
  assert.match(
    stdout,
    /\nNot known\nchart 90\.1\.0: only the changes from 40\.0\.0 up to 88\.5\.3 are known/,
  );
  const back = await offline('--from', '90.1.0', '--to', '88.0.0', '-o', 'json');
  assert.deepEqual(
    JSON.parse(back.stdout).items.map(({ reason }: { reason: string }) => reason),
    ['downgrade'],
  );
});

const refusals: [words: string[], message: string][] = [
  [
    ['--offline'],
    `error: --offline needs --from
Pass the version of the chart that runs, such as --from 72.9.1, or leave out --offline.
`,
  ],
  [
    ['--to', '88'],
    `error: invalid value "88" for --to
Use a version of the chart kube-prometheus-stack, such as 88.5.3.
`,
  ],
  [
    ['--from', '1.2.3-\x1b[31m', '--offline'],
    `error: invalid value "1.2.3-\\u001b[31m" for --from
Use a version of the chart kube-prometheus-stack, such as 88.5.3.
`,
  ],
];
for (const [words, message] of refusals)
  test(`refuses ${JSON.stringify(words)}`, async () => {
    assert.deepEqual(await runCommand(program, ['upgrade-check', ...words]), {
      code: 1,
      stdout: '',
      stderr: message,
    });
  });

const UNREADABLE = [
  ...['alertmanagers', 'configmaps', 'customresourcedefinitions', 'daemonsets', 'deployments'],
  ...[
    'horizontalpodautoscalers',
    'ingresses',
    'poddisruptionbudgets',
    'prometheusagents',
    'prometheuses',
    'prometheusrules',
    'statefulsets',
    'thanosrulers',
  ],
  'chart version',
];

const TO_67 = `NS: kube-prometheus-stack from 66.2.1 to 67.0.0: findings

Versions
PROGRAM   RUNS   WITH 67.0.0   OBJECT
kubernetes   KUBERNETES   <none>   <none>
kube-prometheus-stack   66.2.1   67.0.0   <none>
prometheus-operator   v0.78.1   v0.79.0   Deployment NS/kps-operator
grafana   11.3.0   <none>   Deployment NS/kps-grafana
prometheus   v2.55.1   3.0 or later   Prometheus NS/k8s
CRDs of the operator   0.78.1   0.79.0   alertmanagers, prometheusagents, prometheuses, prometheusrules, thanosrulers

critical: Helm does not upgrade CRDs, and these are missing, or older than the operator that is to work with them: the release fails on fields that they do not have, or the API server drops these fields (crds-outdated)
  - alertmanagers.monitoring.coreos.com: of operator 0.78.1
  - prometheusagents.monitoring.coreos.com: of operator 0.78.1
  - prometheuses.monitoring.coreos.com: of operator 0.78.1
  - and 7 more: add --details to see them
  Before: Apply them on the server, as a client-side apply fails: the annotation that it writes would have more than 262144 bytes. Helm owns their fields, so take these over:
    kubectl apply --server-side --force-conflicts -n NS --kubeconfig KUBECONFIG -f https://raw.githubusercontent.com/prometheus-operator/prometheus-operator/v0.79.0/example/prometheus-operator-crd/monitoring.coreos.com_alertmanagerconfigs.yaml
    kubectl apply --server-side --force-conflicts -n NS --kubeconfig KUBECONFIG -f https://raw.githubusercontent.com/prometheus-operator/prometheus-operator/v0.79.0/example/prometheus-operator-crd/monitoring.coreos.com_alertmanagers.yaml
    kubectl apply --server-side --force-conflicts -n NS --kubeconfig KUBECONFIG -f https://raw.githubusercontent.com/prometheus-operator/prometheus-operator/v0.79.0/example/prometheus-operator-crd/monitoring.coreos.com_podmonitors.yaml
    kubectl apply --server-side --force-conflicts -n NS --kubeconfig KUBECONFIG -f https://raw.githubusercontent.com/prometheus-operator/prometheus-operator/v0.79.0/example/prometheus-operator-crd/monitoring.coreos.com_probes.yaml
    kubectl apply --server-side --force-conflicts -n NS --kubeconfig KUBECONFIG -f https://raw.githubusercontent.com/prometheus-operator/prometheus-operator/v0.79.0/example/prometheus-operator-crd/monitoring.coreos.com_prometheusagents.yaml
    kubectl apply --server-side --force-conflicts -n NS --kubeconfig KUBECONFIG -f https://raw.githubusercontent.com/prometheus-operator/prometheus-operator/v0.79.0/example/prometheus-operator-crd/monitoring.coreos.com_prometheuses.yaml
    kubectl apply --server-side --force-conflicts -n NS --kubeconfig KUBECONFIG -f https://raw.githubusercontent.com/prometheus-operator/prometheus-operator/v0.79.0/example/prometheus-operator-crd/monitoring.coreos.com_prometheusrules.yaml
    kubectl apply --server-side --force-conflicts -n NS --kubeconfig KUBECONFIG -f https://raw.githubusercontent.com/prometheus-operator/prometheus-operator/v0.79.0/example/prometheus-operator-crd/monitoring.coreos.com_scrapeconfigs.yaml
    kubectl apply --server-side --force-conflicts -n NS --kubeconfig KUBECONFIG -f https://raw.githubusercontent.com/prometheus-operator/prometheus-operator/v0.79.0/example/prometheus-operator-crd/monitoring.coreos.com_servicemonitors.yaml
    kubectl apply --server-side --force-conflicts -n NS --kubeconfig KUBECONFIG -f https://raw.githubusercontent.com/prometheus-operator/prometheus-operator/v0.79.0/example/prometheus-operator-crd/monitoring.coreos.com_thanosrulers.yaml
  Before: Or all of them, as the chart has them:
    helm show crds kube-prometheus-stack --repo https://prometheus-community.github.io/helm-charts --version 67.0.0 | kubectl apply --server-side --force-conflicts -n NS --kubeconfig KUBECONFIG -f -
  After: Check that each CRD names the new operator:
    kubectl get crds -o 'custom-columns=NAME:.metadata.name,OPERATOR:.metadata.annotations.operator\\.prometheus\\.io/version' -n NS --kubeconfig KUBECONFIG

critical: Prometheus 3 has no function holt_winters: a rule that calls it is not loaded, nor are the others in its file (holt-winters, since 67.0.0)
  - PrometheusRule NS/own: alert A
  Before: Remove it from the rules, or call double_exponential_smoothing with the feature flag promql-experimental-functions
  After: Check that every rule is loaded:
    kubectl monitoring rules list -A --kubeconfig KUBECONFIG

warning: the metrics server becomes a Prometheus 3: in regular expressions "." matches line feeds too, ranges leave out their beginning, and only Prometheus 2.55 can read its volume if you go back (prometheus-3, since 67.0.0)
  Before: Check your own rules against Prometheus 3:
    kubectl monitoring rules lint -n NS --kubeconfig KUBECONFIG DIR --prometheus-version 3.0
  After: Check that every rule is loaded:
    kubectl monitoring rules list -A --kubeconfig KUBECONFIG
  After: Check that alerts get through:
    kubectl monitoring watchdog -n NS --kubeconfig KUBECONFIG

warning: Prometheus 3 does not scrape a target whose answer has no valid Content-Type: the target is down, with an error that names it (content-type, since 67.0.0)
  After: Look for targets that are down:
    kubectl monitoring alert list -n NS --kubeconfig KUBECONFIG
  After: For a target that you cannot correct, set fallbackScrapeProtocol: PrometheusText0.0.4 in its monitor

warning: a range leaves out its beginning in Prometheus 3: a range of one scrape interval, or a subquery of one step, has one sample, and a rate of one sample is empty (left-open-ranges, since 67.0.0)
  - PrometheusRule NS/own: alert A
  Before: Make the range at least twice as long, better four times
`;

const addRule = (
  admin: Endpoint,
  namespace: string,
  { name, expr, labels = {} }: { name: string; expr: string; labels?: Record<string, string> },
): Promise<unknown> =>
  create(admin, `/apis/monitoring.coreos.com/v1/namespaces/${namespace}/prometheusrules`, {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name, labels },
    spec: { groups: [{ name, rules: [{ alert: 'A', expr }] }] },
  });
