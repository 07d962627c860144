import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addComponent } from '../../scenarios/monitoring-ground.ts';
import { create } from '../../scenarios/requests.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openResizing, type Resized, type Resizing, uidsOf } from './resizing.ts';

for (const kind of servers())
  describe(`the record of an unfinished resize, on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Resizing;
    before(async () => {
      server = await kind.start();
      stage = await openResizing(server, {
        components: ['other', 'undone', 'ended', 'unreadable', 'recreated', 'scaled', 'stopped'].map(
          (name) => ({
            name,
            replicas: 1,
          }),
        ),
      });
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    const recordPath = (name: string): string =>
      stage.path('configmaps', `kubectl-monitoring-resize-prometheus-${name}`);
    /** A run that is interrupted when it sends the first request whose method and path are so. */
    function interrupted(at: RegExp, words: string[], run = stage.resize): Promise<Resized> {
      const interruption = new AbortController();
      return run(words, {
        interrupted: interruption.signal,
        // Once it is done: the operator writes too, so that a write may come too late and has to be sent again.
        after: ({ method, path }, status) => {
          if (status === 200 && at.test(`${method} ${path}`) && !path.includes('dryRun'))
            interruption.abort();
          return undefined;
        },
      });
    }
    const STOP = /^PATCH .*\/prometheuses\//;
    const refusedWith = async (words: string[], stderr: string): Promise<void> => {
      assert.deepEqual(await stage.resize([...words, '-y']), { code: 1, stdout: '', stderr, writes: [] });
    };

    test('another size and another mode are refused and named', async () => {
      assert.equal((await interrupted(STOP, ['100Gi', 'other', '-y'])).code, 130);
      const currentState = `Prometheus NS/other is stopped (0 replicas) by an unfinished resize to 100Gi: nothing is collected until the run is resumed; the storage has grown 0 of 1 volumes; to continue: kubectl monitoring resize-pvc 100Gi other -n NS --kubeconfig KUBECONFIG
`;
      const otherSize = `  other-size: an unfinished run is resizing to 100Gi, but this one asks for 200Gi
    finish that run with 100Gi, or undo it: kubectl monitoring undo prometheus/other -n NS --kubeconfig KUBECONFIG; then run this again
`;
      const otherMode = `  other-mode: an unfinished run uses --mode offline, but this one --mode online
    finish that run with --mode offline, or undo it: kubectl monitoring undo prometheus/other -n NS --kubeconfig KUBECONFIG; then run this again
`;
      const first = 'error: the volumes of Prometheus NS/other were not resized; nothing was changed\n';
      await refusedWith(['200Gi', 'other'], first + otherSize + currentState);
      await refusedWith(['100Gi', 'other', '--mode=online'], first + otherMode + currentState);
      await refusedWith(['200Gi', 'other', '--mode=online'], first + otherSize + otherMode + currentState);
    });

    test('refuses a resize while an undo is unfinished; the undo resumes', async () => {
      const held = await stage.held('undone');
      assert.equal((await interrupted(STOP, ['100Gi', 'undone', '-y'])).code, 130);
      assert.equal((await interrupted(/^PATCH .*\/configmaps\//, ['undone', '-y'], stage.undo)).code, 130);
      await refusedWith(
        ['100Gi', 'undone'],
        `error: the volumes of Prometheus NS/undone were not resized; nothing was changed
  other-goal: an undo is unfinished (goal undo), and this is a resize (goal resize)
    finish the undo first: kubectl monitoring undo prometheus/undone -n NS --kubeconfig KUBECONFIG; then run this again
Prometheus NS/undone is stopped (0 replicas) by an unfinished undo of a resize to 100Gi: nothing is collected until the run is resumed; the storage has grown 0 of 1 volumes; to continue: kubectl monitoring undo prometheus/undone -n NS --kubeconfig KUBECONFIG
`,
      );
      const { code, stderr } = await stage.undo(['undone', '-y']);
      assert.equal(code, 0, stderr);
      assert.deepEqual(await stage.held('undone'), held);
      assert.deepEqual(await stage.records('undone'), []);
    });

    test('a run whose record another user deletes stops, and does not start over', async () => {
      const { code, stderr } = await stage.resize(['100Gi', 'ended', '-y'], {
        before: async ({ method, path }) => {
          if (STOP.test(`${method} ${path}`) && !path.includes('dryRun'))
            await stage.remove(recordPath('ended'));
          return undefined;
        },
      });
      assert.equal(code, 1);
      assert.match(
        stderr,
        /^ {2}run-ended: another user ended this run in the meantime: its record is gone, and there is still work to do$/m,
      );
      assert.deepEqual(await stage.records('ended'), []);
    });

    test('refuses when another user sets replicas during a run; an undo keeps them', async () => {
      assert.equal((await interrupted(STOP, ['100Gi', 'scaled', '-y'])).code, 130);
      await stage.patch(stage.path('prometheuses', 'scaled'), { spec: { replicas: 2 } });
      const { code, stderr, writes } = await stage.resize(['100Gi', 'scaled', '-y']);
      assert.deepEqual({ code, writes }, { code: 1, writes: [] });
      assert.match(
        stderr,
        / {2}other-replicas: another user set replicas to 2 during this run, which started with 1\n {4}set spec.replicas back to 1 and run this again, or undo the run, which leaves replicas at 2: kubectl monitoring undo prometheus\/scaled -n NS --kubeconfig KUBECONFIG\n/,
      );
      const undone = await stage.undo(['scaled', '-y']);
      assert.equal(undone.code, 0, undone.stderr);
      assert.match(undone.stdout, /; replicas stays at 2, as another user set it\n$/);
      assert.equal((await stage.held('scaled')).replicas, 2);
      assert.deepEqual(await stage.records('scaled'), []);
    });

    test('what is no record of this tool is not overwritten', async () => {
      const metadata = { name: 'kubectl-monitoring-resize-prometheus-unreadable' };
      await create(server.admin, stage.path('configmaps'), {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata,
        data: { 'record.json': '{"goal":"shrink"}' },
      });
      const unreadable = `  unreadable-record: the ConfigMap ${metadata.name} is not a record that this version can read
    use the version of this tool that wrote it; or check by hand that replicas, pause and retention policy are as they should be, then delete it
`;
      await refusedWith(
        ['100Gi', 'unreadable'],
        `error: the volumes of Prometheus NS/unreadable were not resized; nothing was changed\n${unreadable}`,
      );
      assert.deepEqual(await stage.undo(['unreadable', '-y']), {
        code: 1,
        stdout: '',
        stderr: `error: the resize of Prometheus NS/unreadable was not undone; nothing was changed\n${unreadable}`,
        writes: [],
      });
    });

    test('reports a stale record after its instance was deleted, and after it was re-created', async () => {
      assert.equal(
        (await interrupted(/^PATCH .*persistentvolumeclaims\//, ['100Gi', 'recreated', '-y'])).code,
        130,
      );
      const claims = uidsOf(await stage.claimsOf('recreated'));
      const path = stage.path('prometheuses', 'recreated');
      const { metadata: former } = await stage.get(path);
      await stage.remove(path, { propagationPolicy: 'Foreground' });
      await stage.waitFor(path, (resource) => resource === undefined);
      const command =
        'kubectl delete configmap kubectl-monitoring-resize-prometheus-recreated -n NS --kubeconfig KUBECONFIG';
      await refusedWith(
        ['100Gi', 'recreated'],
        `Error from server (NotFound): prometheuses.monitoring.coreos.com "recreated" not found
The record of an unfinished run is stale: its Prometheus was deleted. Its claims are not touched. When you no longer need the record, run: ${command}
`,
      );
      await addComponent(server.admin, stage.namespace, { name: 'recreated', replicas: 1 });
      await stage.ready([{ name: 'recreated', replicas: 1 }]);
      const { metadata } = await stage.get(path);
      const stale = `  stale-record: the record of an unfinished run is stale: its Prometheus (uid ${former.uid}) was deleted, and this is a new one (uid ${metadata.uid})
    its claims are not touched. Delete the record: ${command}; then run this again
`;
      for (const [{ code, stderr, writes }, first] of [
        [
          await stage.resize(['100Gi', 'recreated', '-y']),
          'the volumes of Prometheus NS/recreated were not resized',
        ],
        [await stage.undo(['recreated', '-y']), 'the resize of Prometheus NS/recreated was not undone'],
      ] as const) {
        assert.deepEqual({ code, writes }, { code: 1, writes: [] });
        assert.ok(stderr.startsWith(`error: ${first}; nothing was changed\n${stale}`), stderr);
      }
      assert.deepEqual(uidsOf(await stage.claimsOf('recreated')), claims);
    });

    test('an instance that is deleted in the middle of a run: it says so, and leaves claims and record', async () => {
      const claims = uidsOf(await stage.claimsOf('stopped'));
      const { code, stderr } = await stage.resize(['100Gi', 'stopped', '-y'], {
        before: async ({ method, path }) => {
          if (method === 'PATCH' && path.includes('persistentvolumeclaims/') && !path.includes('dryRun')) {
            await stage.remove(stage.path('prometheuses', 'stopped'));
            await stage.waitFor(stage.path('prometheuses', 'stopped'), (resource) => resource === undefined);
          }
          return undefined;
        },
      });
      assert.equal(code, 1);
      assert.match(stderr, /prometheuses\.monitoring\.coreos\.com "stopped" not found/);
      assert.match(stderr, /The record of an unfinished run is stale/);
      assert.doesNotMatch(stderr, /to resume/);
      assert.deepEqual(uidsOf(await stage.claimsOf('stopped')), claims);
      assert.equal((await stage.records('stopped')).length, 1);
    });
  });
