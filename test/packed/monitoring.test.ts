import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openMonitoring } from '../support/monitoring.ts';
import type { MonitoringStage } from '../support/monitoring-stage.ts';
import { runPacked } from '../support/packed.ts';
import type { TestServer } from '../support/server.ts';
import { servers } from '../support/servers.ts';
import { CTRL_C, ENTER, openTerminal } from './support/terminal.ts';

const ASKED = /\[y\/N\]$/;

for (const kind of servers())
  describe(`the packed kubectl-monitoring resizes volumes, on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: MonitoringStage;
    let config: string[];
    before(async () => {
      server = await kind.start();
      stage = await openMonitoring(server, {
        components: [
          { name: 'k8s', replicas: 1 },
          { name: 'taken', replicas: 1, retentionPolicy: { whenDeleted: 'Delete', whenScaled: 'Retain' } },
          ...['wide', 'narrow'].map((name) => ({ name, storageClass: 'slow' })),
        ],
      });
      config = ['--kubeconfig', await stage.kubeconfig(), '-n', stage.namespace];
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    const env = (): Record<string, string> => ({ HOME: stage.folder });
    const resize = (...words: string[]) =>
      runPacked('kubectl-monitoring', ['resize-pvc', ...words, ...config], { env: env(), cwd: stage.folder });
    const claimOf = (name: string, ordinal = 0): string =>
      `prometheus-${name}-db-prometheus-${name}-${ordinal}`;
    const onTerminal = (name: string, columns: number) =>
      openTerminal('kubectl-monitoring', ['resize-pvc', '100Gi', name, '--mode=offline', ...config], {
        env: env(),
        columns,
      });

    for (const [mode, size] of [
      ['offline', '60Gi'],
      ['online', '70Gi'],
    ] as const)
      test(`in mode ${mode}`, async () => {
        const { [claimOf('k8s')]: former } = await stage.claims();
        const { code, stdout, stderr } = await resize(size, 'k8s', '-y', '--mode', mode, '-o', 'name');
        assert.deepEqual(
          { code, stdout },
          { code: 0, stdout: 'prometheus.monitoring.coreos.com/k8s\n' },
          stderr,
        );
        const { [claimOf('k8s')]: claim } = await stage.claims();
        assert.deepEqual(claim, { ...former, request: size, capacity: size });
      });

    test('refuses to delete volumes', async () => {
      const { [claimOf('taken')]: former } = await stage.claims();
      const { code, stdout, stderr } = await resize('100Gi', 'taken', '-y');
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
      assert.match(stderr, /^ {2}retention-policy: /m);
      assert.equal((await stage.claims())[claimOf('taken')]?.uid, former?.uid);
      assert.deepEqual(stage.storage.lost, []);
    });

    test('prompts on a terminal, and "n" and Ctrl-C change nothing', async () => {
      for (const [typed, code, last] of [
        [
          `n${ENTER}`,
          1,
          /^error: the volumes of Prometheus \S+\/wide were not resized: nothing was changed$/,
        ],
        [CTRL_C, 130, /^Interrupted: nothing was changed\.$/],
      ] as const) {
        const terminal = onTerminal('wide', 120);
        await terminal.until(ASKED);
        assert.equal(
          terminal.screen.lines().at(-1),
          'Stop Prometheus wide and grow its volumes to 100Gi? [y/N]',
        );
        terminal.type(typed);
        assert.equal(await terminal.ended, code);
        assert.match(terminal.screen.lines().at(-1) ?? '', last);
      }
      assert.equal((await stage.claims())[claimOf('wide')]?.request, '50Gi');
    });

    for (const [name, columns] of [
      ['wide', 120],
      ['narrow', 60],
    ] as const)
      test(`${columns} columns: shows each growing claim, and every finished step`, async () => {
        const terminal = onTerminal(name, columns);
        await terminal.until(ASKED);
        terminal.type(`y${ENTER}`);
        const growing = [0, 1].map(
          (ordinal) => `claim\\s+${claimOf(name, ordinal)}:\\s+50Gi\\s+of\\s+100Gi,\\s+Resizing`,
        );
        await terminal.until(
          new RegExp(
            `✔ 6/10 Grow claim ${claimOf(name, 1)}\n[^✔◼✖] 7/10 Wait for the storage to resize the volumes\n\\s+› ${growing.join('\\s+')}\n◼ 8/10 Restore the replicas\n`,
          ),
        );
        for (const ordinal of [0, 1]) stage.storage.release(stage.namespace, claimOf(name, ordinal));
        assert.equal(await terminal.ended, 0);
        const lines = terminal.screen.lines();
        const done = [
          'Try every patch',
          'Write the record',
          'Set replicas to 0 and the template to the new size',
          'Wait for the pods to stop',
          `Grow claim ${claimOf(name, 0)}`,
          `Grow claim ${claimOf(name, 1)}`,
          'Wait for the storage to resize the volumes',
          'Restore the replicas',
          'Wait for the StatefulSet to come back',
          'Remove the record',
        ].map((title, index) => `✔ ${index + 1}/10 ${title}`);
        assert.deepEqual(lines.slice(lines.indexOf(done[0] ?? '')), [
          ...done,
          ...(columns === 60
            ? ['✔ Verification: volumes have the size; file systems not', '  measured']
            : ['✔ Verification: volumes have the size; file systems not measured']),
          `prometheus.monitoring.coreos.com/${name} resized to 100Gi`,
        ]);
        assert.equal(terminal.screen.cursor(), true);
        assert.equal((await stage.claims())[claimOf(name)]?.capacity, '100Gi');
      });
  });
