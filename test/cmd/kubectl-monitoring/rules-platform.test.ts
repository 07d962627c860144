import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { parse } from 'yaml';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { startPlayground } from '../../playground/server.ts';
import { define } from '../../scenarios/install.ts';
import { openMonitoring } from '../../support/monitoring.ts';
import type { MonitoringStage } from '../../support/monitoring-stage.ts';
import { type RuleLoader, startRuleLoader } from '../../support/rule-loader.ts';
import { plainText, runCommand } from '../../support/run-command.ts';

const GROUP = 'monitoring.example.com';

/** The definition of upstream's rules, in the names of the platform. */
async function platformDefinition() {
  const text = await readFile(new URL('../../crds/prometheusrules.yaml', import.meta.url), 'utf8');
  return parse(
    text
      .replaceAll('monitoring.coreos.com', GROUP)
      .replaceAll('PrometheusRule', 'MetricsRule')
      .replaceAll('prometheusrule', 'metricsrule')
      .replace('promrule', 'metricrule'),
  );
}

// The real operator only reads upstream's names.
describe('rules in the names of the platform, from writing one to seeing it loaded', () => {
  let stage: MonitoringStage;
  let loader: RuleLoader;
  let config: string;
  before(async () => {
    const server = await startPlayground();
    await define(server.admin, await platformDefinition());
    stage = await openMonitoring(server, { rules: `/apis/${GROUP}/v1/metricsrules` });
    loader = await startRuleLoader(stage);
    config = await stage.kubeconfig();
    const spec = { ruleSelector: { matchLabels: { metrics: 'k8s' } } };
    await stage.patch(stage.path('prometheuses', 'k8s'), { spec });
  });
  after(async () => {
    await loader?.stop();
    await stage?.stop();
    await stage?.server.stop();
  });

  const rules = async (words: string, text = '') => {
    const argv = ['rules', ...words.split(' '), '--kubeconfig', config];
    const ran = await runCommand(program, argv, { stdin: Readable.from([text]) });
    const plain = (said: string) => plainText(said, { [config]: 'KUBECONFIG', [stage.namespace]: 'NS' });
    return { code: ran.code, stdout: plain(ran.stdout), stderr: plain(ran.stderr) };
  };

  test('new writes a MetricsRule that the cluster serves, lint accepts it, apply has it loaded', async () => {
    const written = await rules('new shop');
    assert.deepEqual([written.code, written.stderr], [0, '']);
    assert.match(written.stdout, new RegExp(`^apiVersion: ${GROUP}/v1\nkind: MetricsRule\n`));
    const linted = await rules(`lint - --strict --names platform --group ${GROUP}`, written.stdout);
    assert.deepEqual(linted, { code: 0, stdout: 'No findings in 1 rule object\n', stderr: '' });
    const applied = await rules('apply - -y', written.stdout);
    assert.deepEqual(
      [applied.code, applied.stdout],
      [0, `metricsrule.${GROUP}/shop created, loaded on 2 of 2 replicas of Prometheus NS/k8s\n`],
    );
  });

  test('list and doctor show it, and the printed command has the kind of the platform', async () => {
    assert.match((await rules('list')).stdout, /\nshop +healthy +<none> +NS\/k8s +2\/2 +0 /);
    assert.equal((await rules('list -o name')).stdout, `metricsrule.${GROUP}/shop\n`);
    await stage.patch(`/apis/${GROUP}/v1/namespaces/${stage.namespace}/metricsrules/shop`, {
      metadata: { labels: { metrics: 'other' } },
    });
    const { code, stdout } = await rules('doctor shop');
    assert.equal(code, 1);
    assert.match(
      stdout,
      /\n {2}kubectl label metricsrule shop --overwrite metrics=k8s -n NS --kubeconfig KUBECONFIG\n/,
    );
  });

  test('a PrometheusRule is of another kind if the cluster serves both, and --names chooses', async () => {
    assert.equal((await rules('list --names upstream')).stderr, 'No resources found in NS namespace.\n');
    const rule = { kind: 'PrometheusRule', metadata: { name: 'a', labels: { prometheus: 'k8s' } } };
    const spec = { groups: [{ name: 'a', rules: [{ record: 'a:b', expr: 'up' }] }] };
    const upstream = JSON.stringify({ ...rule, apiVersion: 'monitoring.coreos.com/v1', spec });
    const { code, stdout } = await rules('apply - -y --no-wait', upstream);
    assert.deepEqual([code, stdout], [0, 'prometheusrule.monitoring.coreos.com/a created\n']);
  });
});
