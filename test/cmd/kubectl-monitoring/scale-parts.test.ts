import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { BlockPart } from '../../scenarios/monitoring-block.ts';
import { status } from '../../scenarios/requests.ts';
import type { RelayOptions } from '../../support/relay.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { distinct, openResizing, type Resizing } from './resizing.ts';

const PARTS: BlockPart[] = [
  {
    kind: 'Deployment',
    name: 'prometheus-operator',
    image: 'prometheus-operator/prometheus-operator:v0.85.0',
  },
  { kind: 'Deployment', name: 'state', image: 'kube-state-metrics/kube-state-metrics:v2.16.0' },
  { kind: 'Deployment', name: 'grafana', image: 'grafana/grafana:12.1.0', replicas: 2 },
  { kind: 'Deployment', name: 'kept', image: 'grafana/grafana:12.1.0', claim: 'dashboards' },
];

for (const kind of servers())
  describe(`kubectl monitoring scale of other parts on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Resizing;
    before(async () => {
      server = await kind.start();
      stage = await openResizing(server, { components: [], block: { parts: PARTS, metrics: false } });
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    const deployment = (name: string) => stage.get(stage.path('deployments', name));

    /** Says of a Deployment what its controller would, as soon as it has another number. */
    const controlled =
      (name: string): RelayOptions['after'] =>
      async ({ method, path }) => {
        if (method !== 'PATCH' || path.includes('dryRun')) return undefined;
        const { metadata, spec } = await deployment(name);
        const { replicas } = spec;
        await status(server.admin, stage.path('deployments', name), {
          observedGeneration: metadata.generation,
          ...{ replicas, updatedReplicas: replicas, readyReplicas: replicas, availableReplicas: replicas },
        });
        return undefined;
      };

    test('scales a dashboard UI without persistence', async () => {
      const words = ['ui', '3', 'deployment.apps/grafana', '-y'];
      const { code, stdout, stderr, writes } = await stage.scale(words, { after: controlled('grafana') });
      assert.equal(
        stderr.replaceAll(/^Deployment .*\n/gm, '').replace(/^3\/4.*\n/m, ''),
        `  Context    test
  Server     https://127.0.0.1:PORT
  Namespace  NS
  Deployment grafana
  Replicas   2 -> 3
  Effect     1 pod starts
1/4 Try the change: done
2/4 Set replicas to 3: done
4/4 Wait until 3 replicas are ready: done
Verification: done
`,
      );
      assert.deepEqual(
        { code, stdout },
        {
          code: 0,
          stdout: 'deployment.apps/grafana scaled from 2 to 3 replicas; all 3 replicas are ready\n',
        },
      );
      assert.deepEqual(distinct(writes), [
        {
          what: 'PATCH deployments/grafana',
          query: { fieldManager: 'kubectl-monitoring' },
          spec: { replicas: 3 },
        },
      ]);
      assert.equal((await deployment('grafana')).spec.replicas, 3);
    });

    test('a wait that takes too long says what it waited for, and the same command resumes', async () => {
      const words = ['grafana', '2', 'grafana', '-y'];
      const { code, stdout, stderr } = await stage.scale([...words, '--timeout', '1s']);
      assert.deepEqual({ code, stdout }, { code: 124, stdout: '' }, stderr);
      assert.ok(
        stderr.endsWith(`
error: timed out at "Wait for the controllers to see the change" after 1s
Deployment grafana: its controller has not seen the change yet
Find out what blocks it, or wait longer with --timeout.
Deployment NS/grafana is set to 2 replicas, and 3 are ready; to continue: kubectl monitoring scale grafana 2 grafana -n NS --kubeconfig KUBECONFIG
`),
        stderr,
      );
      await controlled('grafana')?.({ number: 1, method: 'PATCH', path: '', headers: {}, body: '' });
      const then = await stage.scale(words);
      assert.deepEqual([then.code, then.writes], [0, []], then.stderr);
      assert.equal(then.stdout, 'deployment.apps/grafana unchanged: it has 2 replicas, all ready\n');
    });

    const refused = async (words: string[], said: string): Promise<void> => {
      const { code, stdout, stderr, writes } = await stage.scale([...words, '-y']);
      assert.deepEqual({ code, stdout, writes, stderr }, { code: 1, stdout: '', writes: [], stderr: said });
    };

    test('refuses a second replica of a dashboard UI with persistence', () =>
      refused(
        ['ui', '2', 'kept'],
        `error: Deployment NS/kept was not scaled; nothing was changed
  persistent-ui: with persistence, the dashboard UI has 1 replica: its replicas would share one claim
    use an external database instead of persistence, or provide dashboards as ConfigMaps and disable it (grafana.persistence.enabled in the chart's values)
`,
      ));

    test('refuses a second operator', () =>
      refused(
        ['operator', '2'],
        `error: Deployment NS/prometheus-operator was not scaled; nothing was changed
  several-operators: the operator normally has 1 replica: 2 would fight over the same resources
    leave it at 1; --accept several-operators scales it anyway
`,
      ));

    test('refuses a second, unsharded copy of the cluster-state metrics', () =>
      refused(
        ['kube-state-metrics', '2'],
        `error: Deployment NS/state was not scaled; nothing was changed
  unsharded-copies: the cluster-state metrics normally have 1 replica: without sharding, every series would exist 2 times
    leave it at 1, or shard it first (autosharding in the values of its chart); --accept unsharded-copies scales it anyway
`,
      ));

    test('refuses to stop a component, unless that is accepted', async () => {
      await refused(
        ['cluster-state', '0'],
        `error: Deployment NS/state was not scaled; nothing was changed
  no-replicas: without replicas, there are no metrics of pods, nodes and workloads, and alerts on them stay silent
    give 1 or more; --accept no-replicas stops it anyway
`,
      );
      const words = ['cluster-state', '0', '-y', '--accept', 'no-replicas'];
      const { code, stdout, stderr } = await stage.scale(words, { after: controlled('state') });
      assert.equal(code, 0, stderr);
      assert.ok(stderr.includes('  Effect     all pods stop: there are no metrics of pods'), stderr);
      assert.equal(
        stdout,
        'deployment.apps/state scaled from 1 to 0 replicas; there are no metrics of pods, nodes and workloads, and alerts on them stay silent\n',
      );
    });

    test('never scales the node exporter, and contacts no cluster for that', async () => {
      const { code, stderr } = await stage.scale(['node-exporter', '2', '-y'], {
        before: () => assert.fail('a request'),
      });
      assert.equal(
        stderr,
        'error: the node exporter cannot be scaled\nIt is a DaemonSet: it runs on every node, once. To leave out nodes, set its nodeSelector or tolerations.\n',
      );
      assert.equal(code, 1);
    });

    const usage: [words: string[], said: RegExp][] = [
      [['metric', '2'], /^error: "metric" is not a component\n/],
      [['metrics', 'two'], /^error: invalid number of replicas "two"\n/],
      [['metrics', '1.5'], /^error: invalid number of replicas "1\.5"\n/],
      [['metrics', '1001'], /^error: invalid number of replicas "1001"\n/],
      [['metrics', '2', 'a/B_'], /^error: invalid resource name/],
    ];
    for (const [words, said] of usage)
      test(`refuses ${words.join(' ')}`, async () => {
        const { code, stderr } = await stage.scale(words);
        assert.match(stderr, said);
        assert.equal(code, 1);
      });
  });
