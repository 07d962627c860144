import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { program } from '../../cmd/kubectl-monitoring/program.ts';
import { monitoringScenario } from '../scenarios/monitoring.ts';
import { folderWith } from './folder.ts';
import { writeKubeconfig } from './kubeconfig.ts';
import { playMonitoring, type Undo } from './play.ts';
import { runCommand } from './run-command.ts';
import { servers } from './servers.ts';

for (const { name, start } of servers())
  test(`the scenario of monitoring is a healthy block, with metrics, on the ${name} server`, async (t) => {
    const server = await start();
    const undo: Undo[] = [server.stop];
    t.after(async () => {
      for (const step of undo.reverse()) await step();
    });
    const folder = await folderWith(t, {});
    await playMonitoring(server, { scenario: monitoringScenario(), valuesDir: folder }, undo);
    const kubeconfig = join(folder, 'config');
    await writeKubeconfig(kubeconfig, server.admin);
    const argv = ['status', '--kubeconfig', kubeconfig, '-o', 'json'];
    const { code, stdout, stderr } = await runCommand(program, argv);
    const { verdict, items: findings, unread, components } = JSON.parse(stdout);
    const reasons = findings.map(({ reason }: { reason: string }) => reason);
    // As with the chart's defaults, the watchdog's receiver is "null".
    assert.deepEqual(
      { code, stderr, verdict, reasons, unread },
      { code: 0, stderr: '', verdict: 'healthy', reasons: ['watchdog-unheard'], unread: [] },
    );
    assert.equal(components.length, 6);
  });
