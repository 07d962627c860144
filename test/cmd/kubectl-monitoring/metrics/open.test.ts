import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Host } from '../../../../lib/cli/command.ts';
import { openMetrics } from '../../../../lib/cluster/metrics/open.ts';
import { openPod } from '../../../../lib/cluster/metrics/pod.ts';
import type { MetricsSource } from '../../../../lib/cluster/metrics/source.ts';
import { getting } from '../../../../lib/cluster/metrics/ways.ts';
import { openSession, type SessionFlags } from '../../../../lib/cluster/session.ts';
import type { Permission } from '../../../../lib/kube/api/access.ts';
import type { MetricsServers } from '../../../metrics/options.ts';
import { attach, startMetrics } from '../../../metrics/servers.ts';
import { ensure } from '../../../scenarios/requests.ts';
import { allowUser } from '../../../support/allowed-user.ts';
import { listen } from '../../../support/listen.ts';
import { openMonitoring } from '../../../support/monitoring.ts';
import type { MonitoringStage } from '../../../support/monitoring-stage.ts';
import { addEndpoints } from '../../../support/pod-service.ts';
import type { TestServer } from '../../../support/server.ts';
import { servers } from '../../../support/servers.ts';

const POD = 'prometheus-k8s-0';
const OTHER = 'prometheus-k8s-1';
const SERVICE = 'prometheus-operated';

for (const kind of servers())
  describe(`how a Prometheus is reached, on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: MonitoringStage;
    let metrics: MetricsServers;
    before(async () => {
      server = await kind.start();
      [stage, metrics] = await Promise.all([
        openMonitoring(server, { namespace: 'monitoring-system' }),
        startMetrics(kind.name, { namespace: 'monitoring-system' }),
      ]);
    });
    after(async () => {
      await metrics?.stop();
      await stage?.stop();
      await server?.stop();
    });

    /** Opens a session, optionally as another user, for the duration of `use`. */
    async function within<T>(
      use: (asker: Parameters<typeof openMetrics>[0]) => Promise<T>,
      { user, prometheus }: { user?: string; prometheus?: string } = {},
    ): Promise<T> {
      const host = hostOf(new AbortController().signal);
      const kubeconfig = await stage.kubeconfig();
      const session = await openSession({ ...NO_FLAGS, kubeconfig, ...(user && { as: user }) }, host);
      try {
        return await use({ session, host, prometheus });
      } finally {
        session.client.close();
      }
    }

    const opened = (options: { user?: string; prometheus?: string } = {}): Promise<string> =>
      within(async (asker) => {
        const source = await openMetrics(asker, stage.namespace);
        try {
          await isPrometheus(source);
          return source.via;
        } finally {
          await source.close();
        }
      }, options);

    const placeOf = async (pod: string) => ({ ip: (await stage.get(stage.path('pods', pod))).status.podIP });

    /** Makes these pods respond for the duration of `use`. */
    async function answering<T>(pods: string[], use: () => Promise<T>): Promise<T> {
      const places = await Promise.all(pods.map(placeOf));
      const attached = attach(server, places, 9090, metrics.prometheus);
      try {
        return await use();
      } finally {
        attached.free();
      }
    }

    /** A user with list rights and this right. */
    async function userWith(name: string, ...allowed: [verb: string, resource: string, sub: string][]) {
      const { namespace } = stage;
      const list: Permission[] = [
        { verb: 'list', group: 'monitoring.coreos.com', resource: 'prometheuses', namespace },
        { verb: 'list', group: '', resource: 'pods', namespace },
      ];
      const more = allowed.map(([verb, resource, subresource]) => ({
        ...{ verb, group: '', resource, subresource, namespace },
      }));
      await allowUser(server, { name, namespace }, [...list, ...more]);
      return name;
    }

    test("by its first pod that responds, through the API server's proxy", async () => {
      // The order matters: an API server reuses its connection to a pod.
      assert.equal(await answering([OTHER], opened), `pod ${OTHER} through the API server`);
      assert.equal(await answering([POD, OTHER], opened), `pod ${POD} through the API server`);
    });

    test('by its service, if pods are forbidden', async () => {
      const { namespace } = stage;
      await ensure(server.admin, `/api/v1/namespaces/${namespace}/services`, {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: SERVICE },
        spec: { clusterIP: 'None', ports: [{ name: 'web', port: 9090, targetPort: 'web' }] },
      });
      const { ip } = await placeOf(POD);
      const targetRef = { kind: 'Pod', namespace, name: POD };
      const ports = [{ name: 'web', port: 9090 }];
      await addEndpoints(server.admin, { namespace, name: SERVICE }, [
        { addresses: [{ ip, targetRef }], ports },
      ]);
      const user = await userWith('service-reader', ['get', 'services', 'proxy']);
      assert.equal(
        await answering([POD], () => opened({ user })),
        `service ${SERVICE} through the API server`,
      );
    });

    test('by port-forward, if proxies are forbidden', async () => {
      const user = await userWith(
        'forwarder',
        ['create', 'pods', 'portforward'],
        ['get', 'pods', 'portforward'],
      );
      assert.equal(await answering([OTHER], () => opened({ user })), `pod ${OTHER} by port-forward`);
    });

    test('at the address of --prometheus, whatever is in the cluster', async () => {
      const prometheus = `http://127.0.0.1:${metrics.prometheus}/`;
      assert.equal(await opened({ prometheus }), prometheus.slice(0, -1));
    });

    test('refuses an address where something else responds', async () => {
      const prometheus = `http://127.0.0.1:${metrics.alertmanager}`;
      await assert.rejects(opened({ prometheus }), ({ message }: Error) =>
        message.startsWith(`error: ${prometheus} answered 404: not a Prometheus response: `),
      );
    });

    test('reports a Prometheus that requires credentials', async () => {
      const { port, stop } = await listen((_, response) => response.writeHead(401).end('Unauthorized'));
      try {
        await assert.rejects(opened({ prometheus: `http://127.0.0.1:${port}` }), {
          message: `error: http://127.0.0.1:${port} requires its own credentials (401)`,
          hint: 'Use --prometheus with a user: http://USER:PASSWORD@HOST:PORT.',
        });
      } finally {
        await stop();
      }
    });

    test('reports each way that failed, and why', async () => {
      const user = await userWith('reader');
      const denied = (verb: string, resource: string, name: string) =>
        `${resource.split('/')[0]} "${name}" is forbidden: User "reader" cannot ${verb} resource "${resource}" in API group "" in the namespace "monitoring-system"`;
      await assert.rejects(opened({ user }), (error: Error & { hint: string }) => {
        const [first, ...reasons] = error.message.split('\n  ');
        assert.equal(first, 'error: no Prometheus in namespace monitoring-system can be queried');
        assert.deepEqual(reasons.slice(0, 2), [
          `pod ${POD} through the API server: ${denied('get', 'pods/proxy', `${POD}:9090`)} (and 1 more like it)`,
          `service ${SERVICE} through the API server: ${denied('get', 'services/proxy', `${SERVICE}:web`)}`,
        ]);
        assert.match(
          reasons[2] ?? '',
          /^pod prometheus-k8s-0 by port-forward: .*pods\/portforward.* more like it\)$/,
        );
        assert.equal(reasons.length, 3);
        assert.match(error.hint, /--prometheus URL\.$/);
        return true;
      });
    });

    test('reports a namespace without pod and service', async () => {
      await within(async (asker) => {
        await assert.rejects(openMetrics(asker, 'default'), {
          message: `error: no Prometheus in namespace default can be queried\n  service ${SERVICE} through the API server: services "${SERVICE}" not found`,
        });
      });
    });

    test('with TLS and a path prefix, by proxy and by port-forward', async () => {
      const seen: unknown[] = [];
      const { port, stop } = await listen((request, response) => {
        seen.push(request.url);
        response.end('here');
      }, true);
      const { ip } = await placeOf(POD);
      server.pods.set(`${ip}:9443`, port);
      try {
        const { namespace } = stage;
        const place = { namespace, pod: POD, port: 9443, secure: true, prefix: '/metrics' };
        for (const user of [undefined, 'forwarder']) {
          const answer = await within(
            async (asker) => {
              const reader = openPod(asker, place);
              try {
                return await reader.ask(getting('/-/ready'));
              } finally {
                reader.close();
              }
            },
            user === undefined ? {} : { user },
          );
          assert.deepEqual([answer.status, answer.body], [200, 'here'], user);
        }
        assert.deepEqual(seen, ['/metrics/-/ready', '/metrics/-/ready']);
      } finally {
        server.pods.delete(`${ip}:9443`);
        await stop();
      }
    });

    test('a single pod, by proxy or by port-forward, or why by neither', async () => {
      const { namespace } = stage;
      const place = { namespace, pod: POD, port: 9090, secure: false, prefix: '' };
      const asked = (user?: string) =>
        within(
          async (asker) => {
            const reader = openPod(asker, place);
            try {
              const { status } = await reader.ask(getting('/-/ready'));
              return [status, (await reader.ask(getting('/api/v1/rules?type=alert'))).status];
            } finally {
              reader.close();
            }
          },
          user === undefined ? {} : { user },
        );
      assert.deepEqual(await answering([POD], () => asked()), [200, 200]);
      assert.deepEqual(await answering([POD], () => asked('forwarder')), [200, 200]);
      await assert.rejects(asked('reader'), ({ message }: Error) =>
        /^error: pod \S+ through the API server: pods "\S+" is forbidden: .*; pod \S+ by port-forward: /.test(
          message,
        ),
      );
    });
  });

const NO_FLAGS = { color: 'never', asGroup: [], asUserExtra: [] } as Partial<SessionFlags> as SessionFlags;

async function isPrometheus(source: MetricsSource): Promise<void> {
  const at = new Date('2026-01-02T03:04:05Z');
  assert.deepEqual(await source.vector({ query: 'vector(1)', at }), [{ labels: {}, value: 1 }]);
}

/** The part of a command's host that a session uses. */
const hostOf = (interrupted: AbortSignal): Host => ({
  stdout: { write: () => {} },
  stderr: { write: () => {} },
  stdin: process.stdin,
  interactive: false,
  env: {},
  cwd: () => '/',
  clock: { now: () => new Date(), after: () => new Promise(() => {}) },
  interrupted,
  leaveAtEnd: () => {},
});
