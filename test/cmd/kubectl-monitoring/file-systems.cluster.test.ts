import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { after, before, describe, type TestContext, test } from 'node:test';
import { ensure } from '../../scenarios/requests.ts';
import { listen } from '../../support/listen.ts';
import { addEndpoints } from '../../support/pod-service.ts';
import { POD_PORT } from '../../support/pods.ts';
import type { TestServer } from '../../support/server.ts';
import { servers } from '../../support/servers.ts';
import { openResizing, type ResizeOptions, type Resizing } from './resizing.ts';

const SERVICE = 'prometheus-operated';
const GIB = 1024 ** 3;
const claimOf = (ordinal: number): string => `prometheus-k8s-db-prometheus-k8s-${ordinal}`;

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** What a Prometheus answers to a query for the sizes of these claims' file systems. */
const measured =
  (sizes: Record<string, number>): Answer =>
  (_request, response) => {
    const result = Object.entries(sizes).map(([persistentvolumeclaim, bytes]) => ({
      metric: { persistentvolumeclaim },
      value: [1_700_000_000.123, String(bytes)],
    }));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ status: 'success', data: { resultType: 'vector', result } }));
  };

for (const kind of servers())
  describe(`file systems as a Prometheus knows them, on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: Resizing;
    before(async () => {
      server = await kind.start();
      stage = await openResizing(server, { components: [{ name: 'k8s' }] });
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    /** Has a Prometheus answer so behind the service of the operator, for as long as the test runs. */
    async function answering(t: TestContext, answer: Answer): Promise<void> {
      const { admin } = server;
      const { namespace } = stage;
      const { port, stop } = await listen(answer);
      const name = 'prometheus-k8s-0';
      const { metadata, status } = await stage.get(stage.path('pods', name));
      const ip = status.podIP;
      const address = `${ip}:${POD_PORT}`;
      server.pods.set(address, port);
      // The operator itself makes this service where it is the real one.
      await ensure(admin, `/api/v1/namespaces/${namespace}/services`, {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: SERVICE },
        spec: {
          clusterIP: 'None',
          ports: [{ name: 'web', port: 9090, targetPort: 'web' }],
          selector: { 'app.kubernetes.io/name': 'prometheus' },
        },
      });
      const targetRef = { kind: 'Pod', namespace, name, uid: metadata.uid };
      const ports = [{ name: 'web', port: POD_PORT }];
      await addEndpoints(admin, { namespace, name: SERVICE }, [{ addresses: [{ ip, targetRef }], ports }]);
      t.after(async () => {
        await stage.remove(`/api/v1/namespaces/${namespace}/endpoints/${SERVICE}`);
        server.pods.delete(address);
        await stop();
      });
    }
    const resize = (size: string, words: string[] = [], options: ResizeOptions = {}) =>
      stage.resize([size, 'k8s', '-y', '--mode', 'online', ...words], options);

    test('file systems that have arrived are verified, and measured in the report', async (t) => {
      const asked: string[] = [];
      await answering(t, (request, response) => {
        asked.push(decodeURIComponent((request.url ?? '').replaceAll('+', ' ')));
        measured({ [claimOf(0)]: 59 * GIB, [claimOf(1)]: 60 * GIB, another: 5 })(request, response);
      });
      const { code, stdout, stderr } = await resize('60Gi', ['-o', 'json']);
      assert.equal(code, 0, stderr);
      assert.deepEqual(asked, [
        `/api/v1/query?query=max by (persistentvolumeclaim) (kubelet_volume_stats_capacity_bytes{namespace="${stage.namespace}",persistentvolumeclaim=~"${claimOf(0)}|${claimOf(1)}"})`,
      ]);
      const [{ message, claims }] = JSON.parse(stdout).items;
      assert.equal(message, 'resized to 60Gi, including file systems; no pod was re-created');
      assert.deepEqual(
        claims.map(({ fileSystemBytes }: { fileSystemBytes: number }) => fileSystemBytes),
        [59 * GIB, 60 * GIB],
      );
      assert.match(stderr, /^Verification: done \(volumes and file systems\)$/m);
    });

    test('one that was not scraped since is measured again', async (t) => {
      let times = 0;
      await answering(t, (request, response) => {
        times += 1;
        measured({ [claimOf(0)]: 70 * GIB, [claimOf(1)]: (times === 1 ? 60 : 70) * GIB })(request, response);
      });
      const { code, stderr } = await resize('70Gi');
      assert.equal(code, 0, stderr);
      assert.equal(times, 2);
      assert.match(stderr, new RegExp(`^waiting for newer file system sizes: ${claimOf(1)}$`, 'm'));
    });

    test('reports a file system that stays too small, with a hint', async (t) => {
      let times = 0;
      const { promise: late, resolve: tooLate } = Promise.withResolvers<void>();
      await answering(t, (request, response) => {
        times += 1;
        if (times === 2) tooLate();
        measured({ [claimOf(0)]: 80 * GIB, [claimOf(1)]: 70 * GIB })(request, response);
      });
      const { code, stdout, stderr } = await resize('80Gi', [], { late });
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
      assert.ok(
        stderr.endsWith(
          `Verification: failed (file system too small: ${claimOf(1)} (${70 * GIB} bytes))
error: Prometheus NS/k8s: the volumes have grown, but the file systems of these claims have not: ${claimOf(1)} (${70 * GIB} bytes). Restart their pods one at a time: kubectl delete pod POD -n NS --kubeconfig KUBECONFIG
`,
        ),
        stderr,
      );
      assert.deepEqual(await stage.records(), []);
    });

    for (const [what, answer] of [
      ['answers 500', (_request, response) => response.writeHead(500).end('no')],
      ['answers something else', (_request, response) => response.writeHead(200).end('<html>')],
      ['does not know the claims', measured({})],
    ] as [string, Answer][])
      test(`a Prometheus that ${what} tells nothing, and that is said`, async (t) => {
        await answering(t, answer);
        const former = Number.parseInt((await stage.claimsOf('k8s'))[claimOf(0)]?.request ?? '', 10);
        const { code, stderr } = await resize(`${former + 1}Gi`);
        assert.equal(code, 0, stderr);
        assert.match(stderr, /^Verification: done \(volumes have the size; file systems not measured\)$/m);
      });
  });
