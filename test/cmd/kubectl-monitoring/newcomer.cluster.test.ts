import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, type TestContext, test } from 'node:test';
import { dump, load } from 'js-yaml';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import { fieldsOf } from '../../../lib/objects/fields.ts';
import { startManagers } from '../../alerts/manager.ts';
import { startReceiver } from '../../alerts/receivers.ts';
import { buildProgram } from '../../cluster/build.ts';
import { onPath } from '../../cluster/on-path.ts';
import { monitoringScenario } from '../../scenarios/monitoring.ts';
import { attachMetrics } from '../../support/attached-metrics.ts';
import { folderWith } from '../../support/folder.ts';
import { openMonitoring } from '../../support/monitoring.ts';
import { startRuleLoader } from '../../support/rule-loader.ts';
import { runCommand } from '../../support/run-command.ts';
import { servers } from '../../support/servers.ts';

const go = await onPath('go', process.env);
const VALUES = 'monitoring-system/values.yaml';

for (const kind of servers())
  describe(`a newcomer, on the ${kind.name} server`, {
    skip: go === undefined && 'Helm is built with Go',
  }, () => {
    const by = kind.name === 'real' ? 'system' : 'stand-in';
    const ends: { stop(): Promise<void> }[] = [];
    /** Stops it with all others, the last first. */
    const kept = <T extends { stop(): Promise<void> }>(one: T): T => {
      ends.push(one);
      return one;
    };
    after(async () => {
      for (const one of ends.reverse()) await one.stop();
    });

    test('an empty repository becomes a block that works: init, commit, apply, status, alert test', {
      timeout: 300_000,
    }, async (t) => {
      const helm = await buildProgram('helm', { go: go ?? '', env: process.env });
      const outside = kept(await startReceiver('200'));
      const server = kept(await kind.start());
      const { components } = monitoringScenario();
      const stage = kept(await openMonitoring(server, { components, block: { metrics: false } }));
      const { namespace } = stage;
      const cwd = await repository(t);
      const run = async (...words: string[]): Promise<string> => {
        // A test alert has the time of the machine, and the metrics that of their recording.
        const now = words[0] === 'alert' ? { now: new Date() } : {};
        const { code, stdout, stderr } = await runCommand(program, words, { cwd, ...now });
        assert.equal(code, 0, `${words.join(' ')}: ${stdout}${stderr}`);
        return stdout;
      };
      const there = ['-n', namespace, '--kubeconfig', await stage.kubeconfig()];

      await run('init', '-y');
      const pager = ['--webhook', outside.url, '--route', 'severity="critical"', '-y'];
      await run('values', 'add-receiver', 'pager', '-f', VALUES, ...pager);
      await run('values', 'check', '-f', VALUES);
      await run('rules', 'lint', '--strict', 'monitoring-system');
      git(cwd, 'add', '.');
      git(cwd, 'commit', '-qm', 'Monitoring');

      // In the place of the pipeline: Helm renders the charts, and the objects are applied.
      const chart = execFileSync(helm, ['template', 'monitoring-system/extensions'], { cwd });
      writeFileSync(join(cwd, 'rendered.yaml'), chart);
      await run('dashboards', 'lint', '--strict', 'rendered.yaml');
      await run('dashboards', 'apply', 'rendered.yaml', '-y', '--no-wait', ...there);
      const matchLabels = { prometheus: 'k8s', role: 'alert-rules' };
      await stage.patch(stage.path('prometheuses', 'k8s'), { spec: { ruleSelector: { matchLabels } } });
      const loader = await startRuleLoader(stage, by);
      try {
        const loaded = await run('rules', 'apply', 'rendered.yaml', '-y', ...there);
        assert.equal(loaded.match(/ created, loaded on 2 of 2 replicas of /g)?.length, 6, loaded);
      } finally {
        await loader.stop();
      }

      kept(await attachMetrics(server, { namespace }));
      assert.match(await run('status', ...there), new RegExp(`^${namespace}: (?:\\S )?healthy\n`));

      const managers = kept(await startManagers(by, { config: alertsIn(join(cwd, VALUES)), replicas: 2 }));
      for (const [at, port] of managers.ports.entries()) {
        const { status } = await stage.get(stage.path('pods', `alertmanager-main-${at}`));
        server.pods.set(`${status.podIP}:9093`, port);
      }
      assert.match(await run('alert', 'test', '--receiver', 'pager', ...there), /\bsent\b/);
      assert.ok(outside.received.length > 0);
    });
  });

/** An empty repository. */
async function repository(t: TestContext): Promise<string> {
  const cwd = await folderWith(t, {});
  git(cwd, 'init', '-q');
  return cwd;
}

const git = (cwd: string, ...words: string[]): void => {
  const who = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
  execFileSync('git', [...who, ...words], { cwd, stdio: 'pipe' });
};

/** The configuration of Alertmanager in the values, which waits for other alerts of a group as long as it says. */
function alertsIn(file: string): string {
  const values = fieldsOf(fieldsOf(load(readFileSync(file, 'utf8')))?.['kube-prometheus-stack']);
  const config = fieldsOf(fieldsOf(values?.alertmanager)?.config) ?? {};
  return dump({ ...config, route: { ...fieldsOf(config.route), group_wait: '1s' } });
}
