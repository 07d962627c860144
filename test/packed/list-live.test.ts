import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { brokenScenario } from '../scenarios/broken.ts';
import type { TestServer } from '../support/server.ts';
import { servers } from '../support/servers.ts';
import { openStage, type Stage } from '../support/stage.ts';
import { CTRL_C, openTerminal } from './support/terminal.ts';

for (const kind of servers())
  describe(`kubectl bmh list -w on a terminal, on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Stage;
    let namespace: string;
    before(async () => {
      server = await kind.start();
      // No operator: each change is the test's.
      stage = await openStage(server, brokenScenario(2), { unattended: ['metal3'] });
      namespace = stage.namespace('metal3');
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    const open = async (env: Record<string, string>) =>
      openTerminal(
        'kubectl-bmh',
        ['list', '-w', '--kubeconfig', await stage.kubeconfig(server.admin, namespace)],
        { env: { HOME: stage.folder, ...env }, columns: 80 },
      );

    const pause = async (value: string | null): Promise<void> => {
      const annotations = { 'baremetalhost.metal3.io/paused': value };
      const { status, text } = await stage.patch(namespace, 'host-00001', { metadata: { annotations } });
      assert.equal(status, 200, text);
    };

    const BROKEN = [
      '✖ 2 degraded',
      '  NAME         VERDICT      REASON',
      '172.22.0.1:6180 (2 degraded)',
      '  host-00000   ✖ degraded   provisioned registration error',
      '  host-00001   ✖ degraded   provisioned registration error',
    ];
    const PAUSED = [
      '✖ 1 degraded  ⏸ 1 blocked',
      '  NAME         VERDICT      REASON',
      '172.22.0.1:6180 (1 degraded, 1 blocked)',
      '  host-00000   ✖ degraded   provisioned registration error',
      '  host-00001   ⏸ blocked    foreign-pause',
    ];

    test('draws one screen again, below what came in between while it was stopped; Ctrl-C leaves the last one', async () => {
      const terminal = await open({});
      await terminal.until(/^✖ 2 degraded\n[\s\S]*host-00001/);
      assert.deepEqual(terminal.screen.lines(), BROKEN);
      await pause('maintenance');
      await terminal.until(/^✖ 1 degraded/);
      assert.deepEqual(terminal.screen.lines(), PAUSED);
      process.kill(terminal.pid, 'SIGSTOP');
      process.kill(terminal.pid, 'SIGCONT');
      await terminal.until(/1 blocked[\s\S]*1 blocked[\s\S]*✖ 1 degraded[\s\S]*host-00001/);
      assert.deepEqual(terminal.screen.lines(), [...PAUSED, ...PAUSED]);
      await pause(null);
      await terminal.until(/✖ 2 degraded/);
      terminal.type(CTRL_C);
      assert.equal(await terminal.ended, 130);
      assert.deepEqual(terminal.screen.lines().slice(0, 10), [...PAUSED, ...BROKEN]);
      assert.equal(terminal.screen.cursor(), true);
    });

    test('TERM=dumb prints a row with its time for each change', async () => {
      const terminal = await open({ TERM: 'dumb' });
      await terminal.until(/host-00001/);
      await pause('maintenance');
      await terminal.until(/blocked/);
      terminal.type(CTRL_C);
      assert.equal(await terminal.ended, 130);
      assert.ok(!terminal.output().includes('\u001b'));
      assert.deepEqual(
        terminal.screen
          .lines()
          .flatMap((line) => /^\d\d:\d\d:\d\d +(host-\d+) +\S+ (\w+)/.exec(line)?.slice(1) ?? []),
        ['host-00000', 'degraded', 'host-00001', 'degraded', 'host-00001', 'blocked'],
      );
      await pause(null);
    });
  });
