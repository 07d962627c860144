import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { distinct, openResizing, type Resizing, stepsDone, uidsOf, withoutNotes } from './resizing.ts';

const MANAGER = { fieldManager: 'kubectl-monitoring' };
const VERIFIED = 'Verification: done\n';

const plan = (kind: string, name: string, rows: [string, string][]): string =>
  [['Context', 'test'], ['Server', 'https://127.0.0.1:PORT'], ['Namespace', 'NS'], [kind, name], ...rows]
    .map(([label = '', text]) => `  ${label.padEnd(10)} ${text}\n`)
    .join('');

const steps = (replicas: string, ready: string): string =>
  stepsDone(
    'Try the change',
    `Set replicas to ${replicas}`,
    'Wait for the controllers to see the change',
    `Wait until ${ready} ready`,
  );

for (const kind of servers())
  describe(`kubectl monitoring scale on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Resizing;
    before(async () => {
      server = await kind.start();
      stage = await openResizing(server, {
        components: [
          { name: 'k8s', replicas: 1, spec: { resources: { requests: { cpu: '2', memory: '8Gi' } } } },
          { name: 'sharded', replicas: 1, shards: 2 },
          { kind: 'ThanosRuler', name: 'rules', replicas: 1 },
        ],
      });
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    const replicas = async (name: string) => (await stage.held(name)).replicas;

    test('adds metrics servers, and says what they cost', async () => {
      const { code, stdout, stderr, writes } = await stage.scale(['metrics', '3', 'k8s', '-y']);
      assert.equal(
        withoutNotes(stderr),
        `Warning: each replica is a dedicated server that scrapes everything and needs the full sizing: one requests 2 CPU, 8Gi of memory, and 50Gi of storage, all 3 request 6 CPU, 24Gi of memory, and 150Gi of storage: more replicas make it available, not faster; spec.shards divides the load (full-servers)
${plan('Prometheus', 'k8s', [
  ['Replicas', '1 -> 3'],
  ['Effect', '2 pods start, and each scrapes everything'],
])}${steps('3', '3 replicas are')}${VERIFIED}`,
      );
      assert.equal(
        stdout,
        'prometheus.monitoring.coreos.com/k8s scaled from 1 to 3 replicas; all 3 replicas are ready\n',
      );
      assert.equal(code, 0);
      assert.deepEqual(distinct(writes), [
        { what: 'PATCH prometheuses/k8s', query: MANAGER, spec: { replicas: 3 } },
      ]);
      assert.match(writes[0]?.body.metadata.resourceVersion, /^\d+$/);
      assert.equal(await replicas('k8s'), 3);
      assert.equal(Object.keys(await stage.podsOf('k8s')).length, 3);
    });

    test('once more it finds nothing to do', async () => {
      assert.deepEqual(await stage.scale(['prometheus', '3', 'prometheus/k8s', '-y']), {
        code: 0,
        stdout: 'prometheus.monitoring.coreos.com/k8s unchanged: it has 3 replicas, all ready\n',
        stderr: '',
        writes: [],
      });
    });

    test('removes replicas, and names the claims that stay', async () => {
      const before = await stage.claimsOf('k8s');
      const { code, stdout, stderr } = await stage.scale(['metrics', '1', 'k8s', '-y']);
      assert.equal(
        withoutNotes(stderr),
        `Warning: 2 claims stay behind with their data: prometheus-k8s-db-prometheus-k8s-1, prometheus-k8s-db-prometheus-k8s-2: "kubectl monitoring status" lists them; replicas that are added later use them again (claims-stay)
${plan('Prometheus', 'k8s', [
  ['Replicas', '3 -> 1'],
  ['Effect', '2 pods stop'],
])}${steps('1', '1 replica is')}${VERIFIED}`,
      );
      assert.deepEqual(
        { code, stdout },
        {
          code: 0,
          stdout: 'prometheus.monitoring.coreos.com/k8s scaled from 3 to 1 replica; the replica is ready\n',
        },
      );
      assert.deepEqual(uidsOf(await stage.claimsOf('k8s')), uidsOf(before));
      assert.equal(Object.keys(await stage.podsOf('k8s')).length, 1);
    });

    test('counts the replicas of every shard', async () => {
      const { code, stdout, stderr } = await stage.scale(['metrics', '2', 'sharded', '-y']);
      assert.ok(
        stderr.includes('  Replicas   1 -> 2, in each of 2 shards\n  Effect     2 pods start, '),
        stderr,
      );
      assert.deepEqual(
        { code, stdout },
        {
          code: 0,
          stdout:
            'prometheus.monitoring.coreos.com/sharded scaled from 1 to 2 replicas in each of 2 shards; all 4 replicas are ready\n',
        },
      );
      const { spec } = await stage.get(stage.path('prometheuses', 'sharded'));
      assert.deepEqual([spec.replicas, spec.shards], [2, 2]);
    });

    test('scales a ruler, as data', async () => {
      const { code, stdout } = await stage.scale(['thanos-ruler', '2', '-y', '-o', 'json']);
      const { kind: list, items, verdict } = JSON.parse(stdout);
      assert.deepEqual([code, list, verdict], [0, 'ScaleList', 'applied']);
      const [{ metadata, component, from, replicas: to, ready, warnings }] = items;
      assert.deepEqual(
        { name: metadata.name, component, from, to, ready, warnings },
        { name: 'rules', component: 'ruler', from: 1, to: 2, ready: 2, warnings: [] },
      );
      const { spec } = await stage.get(stage.path('thanosrulers', 'rules'));
      assert.equal(spec.replicas, 2);
    });

    test('shows the change without making it', async () => {
      const diff = await stage.scale(['ruler', '1', '--diff']);
      assert.deepEqual([diff.code, diff.writes], [0, []]);
      assert.equal(
        diff.stdout,
        'thanosruler.monitoring.coreos.com/rules -n NS\n- spec.replicas: 2\n+ spec.replicas: 1\n',
      );
      const tried = await stage.scale(['ruler', '1', '--dry-run=server']);
      assert.deepEqual([tried.code, tried.writes], [0, []]);
      assert.match(tried.stdout, /^# Step 2: Set replicas to 1\nPATCH \S+\/thanosrulers\/rules\?/);
      assert.match(tried.stdout, /\n# Server: accepted\n$/);
      const name = await stage.scale(['ruler', '1', '--dry-run=client', '-o', 'name']);
      assert.equal(name.stdout, 'thanosruler.monitoring.coreos.com/rules\n');
      const json = await stage.scale(['ruler', '1', '--dry-run=client', '-o', 'json']);
      const [{ requests, reason }] = JSON.parse(json.stdout).items;
      assert.deepEqual([requests.length, requests[0].request.method, reason], [1, 'PATCH', 'dry-run']);
    });

    test('does not wait with --no-wait', async () => {
      const { code, stdout } = await stage.scale(['ruler', '1', '-y', '--no-wait']);
      assert.equal(code, 0);
      assert.match(
        stdout,
        /^thanosruler\.monitoring\.coreos\.com\/rules set to 1 replica, without waiting: ThanosRuler NS\/rules is set to 1 replica, and \d (is|are) ready\n$/,
      );
      const then = await stage.scale(['ruler', '1', '-y']);
      assert.equal(then.code, 0, then.stderr);
      assert.deepEqual(then.writes, []);
    });

    test('asks first, and declines without an answer', async () => {
      const { code, stdout, stderr, writes } = await stage.scale(['ruler', '2']);
      assert.deepEqual({ code, stdout, writes }, { code: 1, stdout: '', writes: [] });
      assert.match(stderr, /-y/);
    });

    test('asks which one is meant, and says where others are', async () => {
      const several = await stage.scale(['metrics', '2', '-y']);
      assert.equal(
        several.stderr,
        'error: namespace "NS" has more than one Prometheus: k8s, sharded\nGive the name of one of them after the number.\n',
      );
      const other = await stage.scale(['metrics', '2', 'other', '-y']);
      assert.equal(
        other.stderr,
        'error: no Prometheus "other" found in namespace "NS"\nThere is k8s, sharded in this namespace.\n',
      );
      const away = await stage.scale(['metrics', '2', '-y', '-n', 'default']);
      assert.match(
        away.stderr,
        /^error: no Prometheus found in namespace "default"\nThere is one in namespace NS: use -n\.\n$/,
      );
      const none = await stage.scale(['ui', '2', '-y']);
      assert.match(none.stderr, /^error: no dashboard UI found in namespace "NS"\n/);
      assert.deepEqual([several.code, other.code, none.code], [1, 1, 1]);
    });
  });
