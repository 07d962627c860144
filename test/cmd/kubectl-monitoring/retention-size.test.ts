import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { chartValues, RETENTION_SIZE, SIZE } from '../../lib/values/texts.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openResizing, type Resizing } from './resizing.ts';
import { repositoryWith } from './values/folders.ts';

const limited = (name: string) => ({ name, replicas: 1, spec: { retentionSize: '40GB' } });

/** The same writes: one that the operator's status came before is sent again. */
const once = <T>(writes: T[]): T[] =>
  writes.filter((write, index) => !isDeepStrictEqual(write, writes[index + 1]));

for (const kind of servers())
  describe(`retentionSize beside a resize, on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Resizing;
    before(async () => {
      server = await kind.start();
      stage = await openResizing(server, {
        components: ['stays', 'rises', 'online', 'edited', 'above', 'late'].map(limited),
      });
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    const limitOf = async (name: string): Promise<unknown> =>
      (await stage.get(stage.path('prometheuses', name))).spec.retentionSize;
    const argsOf = async (name: string): Promise<string[]> =>
      (
        await stage.get(stage.path('statefulsets', `prometheus-${name}`))
      ).spec.template.spec.containers.flatMap(({ args = [] }: { args?: string[] }) => args);
    const done = (name: string, text: string): string => `prometheus.monitoring.coreos.com/${name} ${text}\n`;

    test('a resize says that retentionSize still limits the data, and which one fits; the same command raises it later', async () => {
      const first = await stage.resize(['100Gi', 'stays', '-y']);
      assert.match(
        first.stderr,
        /retentionSize stays 40GB, so Prometheus keeps no more data than before: --retention-size 80GB raises it; running pods then restart.* \(retention-size-stays\)/,
      );
      assert.equal(
        first.stdout,
        done(
          'stays',
          'resized to 100Gi; retentionSize is still 40GB, which limits the data: the same command with --retention-size 80GB raises it, and its pods restart one after the other',
        ),
      );
      assert.equal(await limitOf('stays'), '40GB');
      const later = await stage.resize(['100Gi', 'stays', '-y', '--retention-size', '80GB']);
      assert.deepEqual(once(later.writes.map(({ what, body }) => [what, body.spec])), [
        ['POST configmaps', undefined],
        ['PATCH prometheuses/stays', { retentionSize: '80GB' }],
        ['DELETE configmaps/kubectl-monitoring-resize-prometheus-stays', undefined],
      ]);
      assert.doesNotMatch(later.stderr, /Order|stops every replica/);
      assert.match(later.stderr, /\n {2}Retention {2}40GB -> 80GB\n/);
      assert.equal(
        later.stdout,
        done(
          'stays',
          'every volume has 100Gi; retentionSize is 80GB; its pods then restart, one after the other',
        ),
      );
      const again = await stage.resize(['100Gi', 'stays', '-y', '--retention-size', '80GB']);
      assert.deepEqual([again.code, again.writes], [0, []]);
    });

    test('--retention-size raises it while the instance is stopped', async () => {
      const { code, stdout, stderr, writes } = await stage.resize([
        ...['100Gi', 'rises', '-y'],
        ...['--retention-size', '80GB'],
      ]);
      assert.equal(stdout, done('rises', 'resized to 100Gi; retentionSize is 80GB'));
      assert.equal(code, 0);
      assert.doesNotMatch(stderr, /retention-size-stays/);
      const specs = writes.flatMap(({ what, body }) => (what.includes('prometheuses') ? [body.spec] : []));
      assert.deepEqual(once(specs).slice(-2), [{ retentionSize: '80GB' }, { replicas: 1 }]);
      assert.ok((await argsOf('rises')).includes('--storage.tsdb.retention.size=80GB'));
    });

    for (const { name, at, title, limit, text } of [
      {
        name: 'edited',
        at: '"replicas":0',
        title:
          'a run that finds a third retentionSize leaves it, ends well, and says who set it and what sets the one asked for',
        limit: '60GB',
        text: 'to set 80GB: kubectl monitoring resize-pvc 100Gi edited -n NS --kubeconfig KUBECONFIG --retention-size 80GB',
      },
      {
        name: 'late',
        at: '"replicas":1',
        title: 'one that another writer sets behind its own is left too',
        limit: '60GB',
        text: 'to set 80GB: kubectl monitoring resize-pvc 100Gi late -n NS --kubeconfig KUBECONFIG --retention-size 80GB',
      },
      {
        name: 'above',
        at: '"replicas":0',
        title: 'where that is more than what was asked for, it says why the run does not lower it',
        limit: '85GB',
        text: 'retentionSize 80GB is less than the current 85GB: Prometheus would delete its oldest data: give a larger value, or omit --retention-size',
      },
    ])
      test(title, async () => {
        const { code, stdout, stderr } = await stage.resize(
          ['100Gi', name, '-y', '--retention-size', '80GB'],
          {
            after: async ({ method, path, body }, status) => {
              const isMoment = method === 'PATCH' && !path.includes('dryRun') && body.includes(at);
              if (isMoment && status === 200)
                await stage.patch(stage.path('prometheuses', name), { spec: { retentionSize: limit } });
              return undefined;
            },
          },
        );
        assert.equal(
          stdout,
          done(
            name,
            `resized to 100Gi; retentionSize is ${limit}, not 80GB: another writer (field manager "kubectl-patch") changed it during the run; ${text}`,
          ),
        );
        assert.equal(code, 0, stderr);
        assert.equal(await limitOf(name), limit);
        assert.deepEqual(await stage.records(name), []);
      });

    test('the warning, the plan and the diff of a values file that was found agree on retentionSize', async (t) => {
      const file = 'monitoring-system/values.yaml';
      const { folder: cwd } = await repositoryWith(t, {
        [file]: chartValues('100Gi', { retentionSize: '60GB' }),
      });
      const { code, stderr } = await stage.resize(['200Gi', 'late', '-y'], { cwd });
      assert.equal(code, 0, stderr);
      assert.ok(
        stderr.includes(
          `Warning: retentionSize stays 60GB, so Prometheus keeps no more data than before, until ${file} is applied with retentionSize 120GB: --retention-size 120GB raises it; running pods then restart, one after another (retention-size-stays)\n`,
        ),
        stderr,
      );
      const row = (label: string, text: string): string => `  ${label.padEnd(10)} ${text}\n`;
      assert.ok(
        stderr.includes(
          row('Values', `${file}:9: 100Gi -> 200Gi (${SIZE})`) +
            row('', `${file}:3: 60GB -> 120GB (${RETENTION_SIZE})`) +
            row('', 'found here: not written; --values FILE writes it'),
        ),
        stderr,
      );
      assert.ok(stderr.includes('-    retentionSize: 60GB\n+    retentionSize: 120GB\n'), stderr);
      assert.equal(await limitOf('late'), '60GB');
    });

    test('prints the command that resumes an interrupted run; an undo restores the old value', async () => {
      const flags = ['--mode', 'online', '--retention-size', '80GB'];
      const interrupted = new AbortController();
      const cut = await stage.resize(['100Gi', 'online', '-y', ...flags], {
        interrupted: interrupted.signal,
        after: ({ method, body }, status) => {
          const isLimit =
            method === 'PATCH' && status === 200 && String(body).includes('"retentionSize":"80GB"');
          if (isLimit && !String(body).includes('"paused"')) interrupted.abort();
          return undefined;
        },
      });
      assert.notEqual(cut.code, 0);
      assert.match(cut.stderr, /--mode online --retention-size 80GB/);
      assert.equal(await limitOf('online'), '80GB');
      const undone = await stage.undo(['prometheus/online', '-y']);
      assert.match(undone.stderr, /sets retentionSize back from 80GB to 40GB/);
      assert.match(undone.stdout, /undone: .*, and retentionSize is 40GB/);
      assert.equal(await limitOf('online'), '40GB');
      assert.deepEqual(await stage.records('online'), []);
    });

    test('refuses before anything is written where the server would make another size of what is asked for', async () => {
      const claim = stage.path('persistentvolumeclaims', 'prometheus-stays-db-prometheus-stays-0');
      const before = await stage.get(claim);
      const capped = { ...before, spec: { ...before.spec, resources: { requests: { storage: '150Gi' } } } };
      const { code, stderr, writes } = await stage.resize(['300Gi', 'stays', '-y'], {
        before: ({ method, path }) =>
          method === 'PATCH' && path.includes('persistentvolumeclaims') && path.includes('dryRun=All')
            ? { status: 200, body: capped }
            : undefined,
      });
      assert.match(
        stderr,
        /error: admission would change what is written to persistentvolumeclaims\/prometheus-stays-db-prometheus-stays-0: spec\.resources\.requests\.storage would be "150Gi" instead of "300Gi"/,
      );
      assert.deepEqual(writes, []);
      assert.notEqual(code, 0);
    });

    test('a dry run shows the step, and a limit that does not fit is refused', async () => {
      const dry = await stage.resize(['200Gi', 'rises', '--dry-run=server', '--retention-size', '160GB']);
      assert.match(
        dry.stdout,
        /# Step \d+: Set retentionSize to 160GB\nPATCH .*\n.*\n\{\n {2}"spec": \{\n {4}"retentionSize": "160GB"/,
      );
      assert.deepEqual(dry.writes, []);
      for (const [limit, reason] of [
        ['180GB', /retention-size: retentionSize 180GB is more than 85% of 200Gi/],
        ['70GB', /retention-size: retentionSize 70GB is less than the current 80GB: Prometheus would delete/],
      ] as const) {
        const { code, stderr, writes } = await stage.resize([
          '200Gi',
          'rises',
          '-y',
          '--retention-size',
          limit,
        ]);
        assert.deepEqual([code, writes], [1, []]);
        assert.match(stderr, reason);
      }
    });
  });
