import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parse } from 'yaml';
import { allowUser } from '../../support/allowed-user.ts';
import { writeKubeconfig } from '../../support/kubeconfig.ts';
import { freePort } from '../../support/ports.ts';
import type { Ran } from '../../support/run-command.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { type Looking, lookBy, openLooking } from './looking.ts';

const forbidden = (user: string, resource: string, group: string, where: string): string =>
  `${resource}${group && `.${group}`} is forbidden: User "${user}" cannot list resource "${resource}" in API group "${group}" ${where}`;

const ALL: [resource: string, group: string][] = [
  ['alertmanagers', 'monitoring.coreos.com'],
  ['configmaps', ''],
  ['daemonsets', 'apps'],
  ['deployments', 'apps'],
  ['nodes', ''],
  ['prometheusagents', 'monitoring.coreos.com'],
  ['prometheuses', 'monitoring.coreos.com'],
  ['statefulsets', 'apps'],
  ['thanosrulers', 'monitoring.coreos.com'],
];

/** Removes messages from the JSON output: on a busy machine, a refused connection may time out instead. */
const unreasoned = (key: unknown, value: unknown): unknown => (key === 'message' ? undefined : value);

for (const kind of servers())
  describe(`what kubectl monitoring status cannot read, on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Looking;
    let bare: Ran;
    before(async () => {
      server = await kind.start();
      bare = await beforeAnything(server);
      stage = await openLooking(server, { metrics: false });
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    test("reports a server without the operator's kinds", () => {
      const { verdict, components, unread } = JSON.parse(bare.stdout);
      assert.deepEqual([bare.code, verdict, components, bare.stderr], [2, 'unknown', [], '']);
      assert.deepEqual(unread, [
        {
          what: 'instances',
          namespace: null,
          message:
            'the server does not serve the kinds Prometheus, Alertmanager and ThanosRuler: the CRDs of the operator are not installed',
          next: null,
        },
      ]);
    });

    test('does not call an empty namespace healthy', async () => {
      const { code, stdout, stderr } = await stage.look(['-n', 'default']);
      assert.deepEqual({ code, stderr }, { code: 2, stderr: '' });
      assert.match(stdout, /^default: unknown\nNo part of the monitoring block was found/);
    });

    test('-A finds the block of one namespace', async () => {
      const [one, all, yaml] = await Promise.all(
        [
          ['-o', 'json'],
          ['-A', '-o', 'json'],
          ['-A', '-o', 'yaml'],
        ].map((words) => stage.look(words)),
      );
      const { namespace, run: _, ...said } = JSON.parse(one?.stdout ?? '', unreasoned);
      assert.equal(namespace, 'NS');
      assert.equal(said.components.length, 6);
      const { run: inJson, ...ofAll } = JSON.parse(all?.stdout ?? '', unreasoned);
      assert.deepEqual(ofAll, { ...said, namespace: null });
      const { run: inYaml, ...asYaml } = parse(yaml?.stdout ?? '', unreasoned);
      assert.deepEqual(asYaml, ofAll);
      assert.deepEqual({ ...inYaml, command: inJson.command }, inJson);
    });

    test('reports why metrics servers do not respond, and no finding that depends on them', async () => {
      const { code, findings, unread } = await stage.findings();
      assert.deepEqual({ code, findings }, { code: 2, findings: [] });
      assert.deepEqual(
        unread.map(({ what }) => what),
        [
          'metrics',
          'watchdog at prometheus-k8s-0',
          'watchdog at prometheus-k8s-1',
          'watchdog at alertmanager-main-0',
          'watchdog at alertmanager-main-1',
        ],
      );
      assert.match(
        unread[0]?.message ?? '',
        /^no Prometheus in namespace NS can be queried: pod prometheus-k8s-0 /,
      );
      assert.match(
        unread[1]?.message ?? '',
        /^pod prometheus-k8s-0 through the API server: .*; pod prometheus-k8s-0 by /,
      );
    });

    test('reports a Prometheus of --prometheus that does not respond', async () => {
      const address = `http://127.0.0.1:${await freePort()}`;
      const { unread } = await stage.findings(['--prometheus', address]);
      assert.match(unread[0]?.message ?? '', /^no response from http:\/\/127\.0\.0\.1:PORT: /);
      const { code, stdout, stderr } = await stage.look(['--prometheus', 'nowhere']);
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
      assert.match(stderr, /^error: invalid value "nowhere" for --prometheus\n/);
    });

    test('reports everything that a user without rights cannot read', async () => {
      const { code, stdout, stderr } = await stage.look(['-o', 'json'], { as: server.weak });
      assert.deepEqual({ code, stderr }, { code: 2, stderr: '' });
      const { verdict, components, items: findings, unread } = JSON.parse(stdout);
      assert.deepEqual(
        { verdict, components, findings },
        { verdict: 'unknown', components: [], findings: [] },
      );
      assert.deepEqual(
        unread,
        ALL.map(([resource, group]) => {
          const namespace = resource === 'nodes' ? null : 'NS';
          const where = namespace === null ? 'at the cluster scope' : 'in the namespace "NS"';
          return {
            what: resource,
            namespace,
            message: forbidden('weak', resource, group, where),
            next: null,
          };
        }),
      );
    });

    test('with rights in one namespace, shows that one also with -A, and what is unknown', async () => {
      const { namespace } = stage;
      const list = (group: string, ...resources: string[]) =>
        resources.map((resource) => ({ group, resource, verb: 'list', namespace }));
      await allowUser(server, { name: 'lists', namespace }, [
        ...list('', 'pods', 'persistentvolumeclaims', 'configmaps'),
        ...list('apps', 'deployments', 'daemonsets', 'statefulsets'),
        ...list('monitoring.coreos.com', 'prometheuses', 'alertmanagers', 'thanosrulers', 'prometheusagents'),
      ]);
      for (const [words, partly] of [
        [[], ['deployments']],
        [['-A'], ALL.map(([resource]) => resource).filter((resource) => resource !== 'nodes')],
      ] as const) {
        const { stdout } = await stage.look(['--as', 'lists', ...words, '-o', 'json']);
        const { verdict, components, unread } = JSON.parse(stdout);
        assert.deepEqual([verdict, components.length], ['unknown', 6]);
        const message = 'only those in namespace NS can be read';
        assert.deepEqual(
          unread.filter((one: { message: string }) => one.message === message),
          partly.map((what) => ({ what, namespace: null, message, next: null })),
        );
        const nodes = unread.find(({ what }: { what: string }) => what === 'nodes');
        assert.equal(nodes.message, forbidden('lists', 'nodes', '', 'at the cluster scope'));
        const metrics = unread.find(({ what }: { what: string }) => what === 'metrics');
        assert.match(
          metrics.message,
          /cannot get resource "pods\/proxy" in API group "" in the namespace "NS"/,
        );
      }
    });

    test('exits with 2 if the server cannot be reached', async () => {
      const as = { ...server.admin, url: `https://127.0.0.1:${await freePort()}` };
      const { code, stdout, stderr } = await stage.look(['-o', 'json'], { as });
      assert.equal(code, 2);
      const { kind: what, verdict, message, items: findings } = JSON.parse(stdout);
      assert.deepEqual([what, verdict, findings], ['MonitoringStatus', 'unknown', []]);
      assert.match(message, /^The connection to the server 127\.0\.0\.1:PORT was refused/);
      assert.ok(stderr.startsWith(message), stderr);
    });
  });

async function beforeAnything({ admin }: TestServer): Promise<Ran> {
  const folder = await mkdtemp(join(tmpdir(), 'bmh-status-'));
  try {
    const kubeconfig = join(folder, 'config');
    await writeKubeconfig(kubeconfig, admin);
    return await lookBy(kubeconfig, ['-o', 'json']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
