import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { program } from '../../../cmd/kubectl-monitoring/program.ts';
import type { Component } from '../../scenarios/components.ts';
import { runCommand } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { type InstanceResource, openResizing, type Resizing, sizesOf, uidsOf } from './resizing.ts';

const components: Component[] = [
  { name: 'sharded', replicas: 1, shards: 2 },
  { name: 'named', replicas: 1, template: 'data' },
  { name: 'main', kind: 'Alertmanager', replicas: 1, spec: { paused: false } },
  { name: 'rules', kind: 'ThanosRuler', replicas: 1 },
  { name: 'default', spec: { replicas: null }, replicas: 1 },
  { name: 'shrunk', replicas: 2 },
  { name: 'uneven', replicas: 2 },
  { name: 'halted', replicas: 2 },
];

for (const kind of servers())
  describe(`whose volumes kubectl monitoring resize-pvc grows, on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Resizing;
    before(async () => {
      server = await kind.start();
      stage = await openResizing(server, { components });
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    const claimPath = (name: string, ordinal: number): string =>
      stage.path('persistentvolumeclaims', `prometheus-${name}-db-prometheus-${name}-${ordinal}`);

    /** Grows an instance, and checks that it is as it was but for its claims, which have these sizes. */
    async function grows(
      name: string,
      words: string[],
      { sizes, resource = 'prometheuses' }: { sizes: Record<string, string>; resource?: InstanceResource },
    ): Promise<void> {
      const claims = await stage.claimsOf(name);
      const pods = await stage.podsOf(name);
      const held = await stage.held(name, resource);
      const { code, stderr } = await stage.resize([...words, '-y']);
      assert.equal(code, 0, stderr);
      const after = await stage.claimsOf(name);
      assert.deepEqual(sizesOf(after), sizes);
      assert.deepEqual(uidsOf(after), uidsOf(claims));
      assert.deepEqual(await stage.held(name, resource), held);
      if (words.includes('online')) assert.deepEqual(await stage.podsOf(name), pods);
      assert.deepEqual(await stage.records(), []);
      assert.deepEqual(stage.storage.lost, []);
    }

    for (const [mode, to] of [
      ['offline', '60Gi'],
      ['online', '70Gi'],
    ] as const) {
      test(`${mode}: every shard`, () =>
        grows('sharded', [to, 'sharded', '--mode', mode], {
          sizes: {
            'prometheus-sharded-db-prometheus-sharded-0': `${to}/${to}`,
            'prometheus-sharded-db-prometheus-sharded-shard-1-0': `${to}/${to}`,
          },
        }));

      test(`${mode}: a claim template with a name of its own`, () =>
        grows('named', [to, 'prometheus/named', '--mode', mode], {
          sizes: { 'data-prometheus-named-0': `${to}/${to}` },
        }));

      test(`${mode}: an Alertmanager`, () =>
        grows('main', [to, '--component', 'alerts', '--mode', mode], {
          sizes: { 'alertmanager-main-db-alertmanager-main-0': `${to}/${to}` },
          resource: 'alertmanagers',
        }));

      test(`${mode}: a ThanosRuler`, () =>
        grows('rules', [to, 'rules', '--component', 'ruler', '--mode', mode], {
          sizes: { 'thanos-ruler-rules-data-thanos-ruler-rules-0': `${to}/${to}` },
          resource: 'thanosrulers',
        }));

      test(`${mode}: what the resource does not say is not said afterwards`, async () => {
        const before = await stage.held('default');
        assert.deepEqual(before, { replicas: undefined, paused: undefined, policy: undefined });
        await grows('default', [to, 'prometheus.monitoring.coreos.com/default', '--mode', mode], {
          sizes: { 'prometheus-default-db-prometheus-default-0': `${to}/${to}` },
        });
      });
    }

    test('claims of replicas that were scaled away are listed, and grown only where that is asked', async () => {
      await stage.patch(stage.path('prometheuses', 'shrunk'), { spec: { replicas: 1 } });
      await stage.waitFor(stage.path('pods', 'prometheus-shrunk-1'), (pod) => pod === undefined);
      const [kept, left] = [0, 1].map((ordinal) => `prometheus-shrunk-db-prometheus-shrunk-${ordinal}`);
      await stage.waitFor(
        stage.path('prometheuses', 'shrunk'),
        ({ metadata, status }) => status.conditions[1].observedGeneration === metadata.generation,
      );
      const { code, stdout, stderr } = await stage.resize(['60Gi', 'shrunk', '-y', '-o', 'json']);
      assert.equal(code, 0, stderr);
      assert.match(
        stderr,
        new RegExp(
          `^Warning: claims of scaled-down replicas stay as they are: ${left} \\(50Gi\\): --include-orphaned grows them too \\(orphaned-claims\\)$`,
          'm',
        ),
      );
      const [report] = JSON.parse(stdout).items;
      assert.deepEqual(report.orphaned, [left]);
      assert.deepEqual(
        report.claims.map(({ name }: { name: string }) => name),
        [kept],
      );
      assert.deepEqual(sizesOf(await stage.claimsOf('shrunk')), {
        [`${kept}`]: '60Gi/60Gi',
        [`${left}`]: '50Gi/50Gi',
      });
      const more = await stage.resize(['70Gi', 'shrunk', '-y', '--include-orphaned', '--mode', 'online']);
      assert.equal(more.code, 0, more.stderr);
      const { [`${left}`]: grown, [`${kept}`]: other } = await stage.claimsOf('shrunk');
      assert.equal(other?.capacity, '70Gi');
      // Its file system grows when a pod uses it again.
      assert.equal(grown?.request, '70Gi');
    });

    test('a claim that is bigger already is left as it is where that is accepted', async () => {
      const bigger = await stage.patch(claimPath('uneven', 1), {
        spec: { resources: { requests: { storage: '200Gi' } } },
      });
      assert.equal(bigger.status, 200, bigger.text);
      await stage.waitFor(
        claimPath('uneven', 1),
        ({ status: { capacity, conditions = [] } }) =>
          capacity.storage === '200Gi' && conditions.length === 0,
      );
      await grows('uneven', ['100Gi', 'uneven', '--accept', 'bigger-claim'], {
        sizes: {
          'prometheus-uneven-db-prometheus-uneven-0': '100Gi/100Gi',
          'prometheus-uneven-db-prometheus-uneven-1': '200Gi/200Gi',
        },
      });
    });

    test('an instance that a run by hand has left at 0 replicas comes up with those that are said', async () => {
      const path = stage.path('prometheuses', 'halted');
      await stage.patch(path, { spec: { replicas: 0 } });
      await stage.waitFor(
        stage.path('statefulsets', 'prometheus-halted'),
        (set) => set?.spec.replicas === 0 && set.status.replicas === 0,
      );
      await stage.waitFor(
        path,
        ({ metadata, status }) => status.conditions[1].observedGeneration === metadata.generation,
      );
      const { code, stderr } = await stage.resize(['100Gi', 'halted', '-y', '--replicas', '2']);
      assert.equal(code, 0, stderr);
      assert.match(stderr, /^ {2}Replicas {3}0 now, 2 afterwards$/m);
      assert.equal((await stage.held('halted')).replicas, 2);
      assert.deepEqual(Object.values(sizesOf(await stage.claimsOf('halted'))), [
        '100Gi/100Gi',
        '100Gi/100Gi',
      ]);
      assert.deepEqual(stage.storage.lost, []);
    });

    test('a name that is not there, and one left out where there are several', async () => {
      const missing = await stage.resize(['100Gi', 'absent']);
      assert.deepEqual(missing, {
        code: 1,
        stdout: '',
        stderr: `Error from server (NotFound): prometheuses.monitoring.coreos.com "absent" not found
There is no such Prometheus in namespace "NS". To find it: kubectl get prometheuses -A --kubeconfig KUBECONFIG
`,
        writes: [],
      });
      const several = await stage.resize(['100Gi']);
      assert.deepEqual(several, {
        code: 1,
        stdout: '',
        stderr: `error: namespace "NS" has more than one Prometheus: default, halted, named, sharded, shrunk, uneven
Give the name of one of them after the size.
`,
        writes: [],
      });
    });

    test('without -n it looks in monitoring-system, whatever the context says', async () => {
      const config = await stage.kubeconfig();
      const ran = await runCommand(program, ['resize-pvc', '100Gi', '--kubeconfig', config]);
      assert.deepEqual(ran, {
        code: 1,
        stdout: '',
        stderr: `error: no Prometheus found in namespace "monitoring-system"
To see where they are: kubectl get prometheuses -A. Use -n for another namespace.
`,
      });
    });
  });
