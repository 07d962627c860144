import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Passed } from '../../support/relay.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import {
  distinct,
  openResizing,
  type Resized,
  type Resizing,
  sizesOf,
  uidsOf,
  writesOf,
} from './resizing.ts';

for (const kind of servers())
  describe(`kubectl monitoring resize-pvc that did not come to its end, on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Resizing;
    before(async () => {
      server = await kind.start();
      stage = await openResizing(server, {
        components: [
          { name: 'offline', replicas: 1 },
          { name: 'online', replicas: 1 },
          { name: 'taken-back', replicas: 1, spec: { paused: false } },
          { name: 'waiting', replicas: 1, storageClass: 'slow' },
          { name: 'twice', replicas: 1 },
        ],
      });
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    /** A run that is interrupted, as by Ctrl-C, when its write with this number, from 1, is done. */
    function interruptedAt(number: number, words: string[]): Promise<Resized> {
      const interruption = new AbortController();
      const passed: Passed[] = [];
      return stage.resize(words, {
        interrupted: interruption.signal,
        // Not when it is sent: the operator writes too, so that a write may come too late and has to be sent again.
        after: (request, status = 0) => {
          if (status < 300) passed.push(request);
          if (distinct(writesOf(passed)).length === number) interruption.abort();
          return undefined;
        },
      });
    }

    /** The fields of an instance that a resumed or undone run has to restore. */
    const lasting = async (name: string) => ({
      held: await stage.held(name),
      uids: uidsOf(await stage.claimsOf(name)),
    });

    // Every request is interrupted in the fault matrix, with real processes.
    for (const [mode, writes, chosen] of [
      ['offline', 5, [1, 2, 5]],
      ['online', 6, [2, 4, 6]],
    ] as const)
      test(`${mode}: interrupted at its writes ${chosen.join(', ')}, the same command resumes`, async () => {
        const before = await lasting(mode);
        for (const number of chosen) {
          const size = `${50 + number}Gi`;
          const words = [size, mode, '-y', '--mode', mode];
          const { code, stdout, stderr, writes: sent } = await interruptedAt(number, words);
          assert.deepEqual(
            { code, stdout, sent: distinct(sent).length },
            { code: 130, stdout: '', sent: number },
            stderr,
          );
          assert.match(stderr, new RegExp(`^Interrupted: Prometheus NS/${mode} `, 'm'));
          const isLast = number === writes;
          const command = `kubectl monitoring resize-pvc ${size} ${mode} -n NS --kubeconfig KUBECONFIG${mode === 'online' ? ' --mode online' : ''}`;
          assert.equal(stderr.endsWith(`; to continue: ${command}\n`), !isLast, stderr);
          assert.equal((await stage.records(mode)).length, isLast ? 0 : 1);
          const { code: then, stderr: said } = await stage.resize(words);
          assert.equal(then, 0, said);
          assert.deepEqual(await lasting(mode), before);
          assert.deepEqual(Object.values(sizesOf(await stage.claimsOf(mode))), [`${size}/${size}`]);
          assert.deepEqual(await stage.records(mode), []);
        }
        assert.deepEqual(stage.storage.lost, []);
      });

    test('an interruption while others are waited for ends it at once, and says how things stand', async () => {
      const interruption = new AbortController();
      const { code, stderr } = await stage.resize(['100Gi', 'waiting', '-y'], {
        interrupted: interruption.signal,
        onStderr: (text) => text.includes('50Gi of 100Gi, Resizing') && interruption.abort(),
      });
      assert.equal(code, 130);
      assert.match(
        stderr,
        /^Interrupted: Prometheus NS\/waiting is stopped \(0 replicas\) by an unfinished resize to 100Gi: nothing is collected until the run is resumed; the storage has grown 0 of 1 volumes; to continue: kubectl monitoring resize-pvc 100Gi waiting -n NS --kubeconfig KUBECONFIG$/m,
      );
      stage.storage.release(stage.namespace);
      const { code: then, stderr: said } = await stage.resize(['100Gi', 'waiting', '-y']);
      assert.equal(then, 0, said);
    });

    const KEPT =
      '; claims cannot shrink: prometheus-taken-back-db-prometheus-taken-back-0 requests SIZE, the template SIZE';
    for (const [mode, number, size, kept] of [
      ['offline', 1, '60Gi', ''],
      ['offline', 2, '60Gi', ''],
      ['offline', 3, '60Gi', KEPT],
      ['offline', 4, '65Gi', KEPT],
      ['online', 1, '70Gi', ''],
      ['online', 3, '70Gi', KEPT],
      ['online', 4, '75Gi', KEPT],
    ] as const)
      test(`${mode}, interrupted at write ${number}: an undo brings back what can be brought back`, async () => {
        const name = 'taken-back';
        const before = await lasting(name);
        const template = await templateOf(name);
        assert.equal((await interruptedAt(number, [size, name, '-y', '--mode', mode])).code, 130);
        const { code, stdout, stderr } = await stage.undo([name, '-y']);
        assert.equal(
          stdout,
          `prometheus.monitoring.coreos.com/${name} undone: replicas, pause and retention policy are as before${kept.replaceAll('SIZE', size)}\n`,
          stderr,
        );
        assert.equal(code, 0);
        assert.deepEqual(await lasting(name), before);
        if (!kept) assert.equal(await templateOf(name), template);
        assert.deepEqual(await stage.records(name), []);
        await stage.ready([{ name, replicas: 1 }]);
        assert.deepEqual(await stage.undo([name, '-y']), {
          code: 0,
          stdout: `prometheus.monitoring.coreos.com/${name} unchanged: there is no unfinished resize to undo\n`,
          stderr: '',
          writes: [],
        });
      });
    const templateOf = async (name: string): Promise<string> => {
      const { spec } = await stage.get(stage.path('prometheuses', name));
      return spec.storage.volumeClaimTemplate.spec.resources.requests.storage;
    };

    for (const mode of ['offline', 'online'])
      test(`two runs at once in mode ${mode} come to one end`, async () => {
        const before = await lasting('twice');
        const size = mode === 'online' ? '200Gi' : '100Gi';
        const words = [size, 'twice', '-y', '--mode', mode];
        const ran = await Promise.all([stage.resize(words), stage.resize(words)]);
        assert.deepEqual(
          ran.map(({ code }) => code),
          [0, 0],
          ran.map(({ stderr }) => stderr).join('\n'),
        );
        assert.deepEqual(await lasting('twice'), before);
        assert.deepEqual(Object.values(sizesOf(await stage.claimsOf('twice'))), [`${size}/${size}`]);
        assert.deepEqual(await stage.records('twice'), []);
      });
  });
