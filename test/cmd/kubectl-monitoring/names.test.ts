import assert from 'node:assert/strict';
import { test } from 'node:test';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { monitoringNames } from '../../../lib/objects/monitoring-names.ts';
import { checkResult } from '../../support/results.ts';
import { runCommand } from '../../support/run-command.ts';

const names = (...words: string[]) => runCommand(program, ['names', ...words]);

test("prints the platform's names beside the upstream ones, without a cluster", async () => {
  assert.deepEqual(await names(), {
    code: 0,
    stderr: '',
    stdout: `NAME                    TYPE        PLATFORM                  UPSTREAM
api-group               api         <monitoring_group>        monitoring.coreos.com
rule-api-version        api         <monitoring_group>/v1     monitoring.coreos.com/v1
rule-kind               api         MetricsRule               PrometheusRule
rule-instance-label     label       metrics                   prometheus
rule-role-label         label       role: alert-rules         role: alert-rules
dashboard-label         label       ui_dashboard              grafana_dashboard
metrics-values          values      metrics                   prometheus
receivers               values      alerts.config.receivers   alertmanager.config.receivers
admin-password          values      ui.adminPassword          grafana.adminPassword
ingress-enabled         values      ui.ingress.enabled        grafana.ingress.enabled
ingress-annotations     values      ui.ingress.annotations    grafana.ingress.annotations
ingress-hosts           values      ui.ingress.hosts          grafana.ingress.hosts
ingress-tls             values      ui.ingress.tls            grafana.ingress.tls
root-url                values      ui.ini.server.root_url    grafana."grafana.ini".server.root_url
metrics-server          component   metrics server            Prometheus
alert-manager           component   alert manager             Alertmanager
dashboard-ui            component   dashboard UI              Grafana
cluster-state-metrics   component   cluster-state metrics     kube-state-metrics
`,
  });
});

test('-o wide adds the section of the specification, --no-headers removes the headers', async () => {
  const { stdout } = await names('-o', 'wide', '--no-headers', '--group', 'rules.example.com');
  assert.equal(
    stdout.split('\n')[0],
    'api-group               api         rules.example.com         monitoring.coreos.com                   2.2',
  );
});

test('as data, it has what the table has', async () => {
  const { code, stdout, stderr } = await names('-o', 'json', '--group', 'rules.example.com');
  assert.deepEqual([code, stderr], [0, '']);
  await checkResult(stdout);
  assert.deepEqual(JSON.parse(stdout), {
    apiVersion: 'monitoring.kubectl/v1',
    kind: 'NameList',
    items: monitoringNames('rules.example.com').map(({ name, ...more }) => ({ metadata: { name }, ...more })),
  });
});

for (const group of ['', 'Rules.example.com', 'example', 'rules.example.com/v1', '<monitoring_group>'])
  test(`refuses --group ${JSON.stringify(group)}, which is not an API group`, async () => {
    assert.deepEqual(await names(`--group=${group}`), {
      code: 1,
      stdout: '',
      stderr: `error: invalid --group ${JSON.stringify(group)}
Use the API group alone, such as monitoring.example.com. "kubectl api-resources" lists the groups of a cluster.
`,
    });
  });
