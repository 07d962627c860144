import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { program } from '../../cmd/kubectl-monitoring/program.ts';
import type { Permission } from '../../lib/kube/api/access.ts';
import { monitoringScenario } from '../scenarios/monitoring.ts';
import { allowUser } from '../support/allowed-user.ts';
import { listen } from '../support/listen.ts';
import { openMonitoring } from '../support/monitoring.ts';
import type { MonitoringStage } from '../support/monitoring-stage.ts';
import { type PackedEnd, type PackedRun, startPacked } from '../support/packed.ts';
import { PATIENCE } from '../support/patience.ts';
import { runCommand } from '../support/run-command.ts';
import type { TestServer } from '../support/server.ts';
import { servers } from '../support/servers.ts';
import { listening, processesWith, tellsOfProcesses } from './support/leftovers.ts';

/** Who may read what there is, and forward ports; no proxy of a pod or service is theirs to use. */
const FORWARDER = 'forwarder';

const BY_PROXY = 'through the API server';
const BY_FORWARD = 'by port-forward';

for (const kind of servers())
  describe(`the packed kubectl-monitoring reads a monitoring block, on the ${kind.name} server`, () => {
    let server: TestServer;
    let stage: MonitoringStage;
    let config: string[];
    before(async () => {
      server = await kind.start();
      stage = await openMonitoring(server, {
        // A resize is done at once.
        components: monitoringScenario().components.map((one) => ({ ...one, storageClass: 'instant' })),
        block: { present: true },
      });
      config = ['--kubeconfig', await stage.kubeconfig(), '-n', stage.namespace];
      await allowUser(server, { name: FORWARDER, namespace: stage.namespace }, rights(stage.namespace));
    });
    after(async () => {
      await stage?.stop();
      await server?.stop();
    });

    const start = (...words: string[]): PackedRun =>
      startPacked('kubectl-monitoring', [...words, ...config], { env: { HOME: stage.folder } });

    for (const command of ['status', 'capacity', 'sizing'])
      test(`${command} prints what the sources print, through proxy and port-forward, and exits`, async () => {
        const words = [command, '-o', 'json'];
        const { stdout: said, ...end } = await runCommand(program, [...words, ...config]);
        assert.deepEqual(end, { code: 0, stderr: '' });
        for (const [user, way] of [
          [[], BY_PROXY],
          [['--as', FORWARDER], BY_FORWARD],
        ] as const) {
          const { stdout, ...packed } = await inTime(start(...words, ...user));
          assert.deepEqual(packed, { code: 0, signal: null, stderr: '' }, way);
          assert.deepEqual(alike(stdout), alike(said.replaceAll(BY_PROXY, way)), way);
        }
      });

    test('reports a degraded block by the exit code', async () => {
      const path = stage.path('prometheuses', 'k8s');
      await stage.patch(path, { spec: { paused: true } });
      try {
        const { code, stdout } = await inTime(start('status', '--as', FORWARDER));
        assert.deepEqual([code, stdout.split('\n')[0]], [1, `${stage.namespace}: degraded`]);
      } finally {
        await stage.patch(path, { spec: { paused: null } });
      }
    });

    test('interrupted during a port-forward, it exits without an open port or a leftover process', async () => {
      const asked = Promise.withResolvers<void>();
      const silent = await listen(() => asked.resolve());
      const free = await redirect(silent.port);
      try {
        const run = start('capacity', '--as', FORWARDER);
        await Promise.race([asked.promise, run.ended.then(({ stderr }) => assert.fail(stderr))]);
        if (tellsOfProcesses) {
          assert.ok((await listening(process.pid)) > 0, 'no listener is found');
          assert.equal(await listening(run.pid), 0);
          assert.deepEqual(await processesWith('HOME', stage.folder), [run.pid]);
        }
        run.kill('SIGINT');
        const { code, signal, stdout } = await inTime(run);
        assert.deepEqual({ code, signal, stdout }, { code: 130, signal: null, stdout: '' });
        if (tellsOfProcesses) assert.deepEqual(await processesWith('HOME', stage.folder), []);
      } finally {
        free();
        await silent.stop();
      }
    });

    /** Has this port of loopback answer for the pods of the Prometheus, until the function that it gives is called. */
    async function redirect(port: number): Promise<() => void> {
      const pods = await Promise.all(
        [0, 1].map((ordinal) => stage.get(stage.path('pods', `prometheus-k8s-${ordinal}`))),
      );
      const former = pods.map(({ status }) => {
        const address = `${status.podIP}:9090`;
        return [address, server.pods.get(address) ?? assert.fail(`nothing answers at ${address}`)] as const;
      });
      for (const [address] of former) server.pods.set(address, port);
      return () => {
        for (const [address, to] of former) server.pods.set(address, to);
      };
    }
  });

/** What it may read is all that a block is made of. */
const rights = (namespace: string): Permission[] => [
  ...['prometheuses', 'alertmanagers', 'thanosrulers', 'prometheusagents'].map((resource) => ({
    ...{ verb: 'list', group: 'monitoring.coreos.com', resource, namespace },
  })),
  ...['daemonsets', 'statefulsets'].map((resource) => ({ verb: 'list', group: 'apps', resource, namespace })),
  ...['configmaps', 'pods', 'persistentvolumeclaims'].map((resource) => ({
    ...{ verb: 'list', group: '', resource, namespace },
  })),
  { verb: 'list', group: 'apps', resource: 'deployments' },
  { verb: 'list', group: '', resource: 'nodes' },
  ...['get', 'create'].map((verb) => ({
    ...{ verb, group: '', resource: 'pods', subresource: 'portforward', namespace },
  })),
];

/** How the run ended. One that does not is killed, which its signal tells. */
async function inTime(run: PackedRun): Promise<PackedEnd> {
  const late = setTimeout(() => run.kill('SIGKILL'), PATIENCE);
  try {
    return await run.ended;
  } finally {
    clearTimeout(late);
  }
}

/** The output without the last digits of values that depend on the clock. */
const alike = (document: string): object =>
  JSON.parse(document, (name, value) => {
    // Who ran it and when, and when it was measured, are of each run.
    if (name === 'run' || name === 'start') return undefined;
    return typeof value === 'number' ? Number(value.toPrecision(6)) : value;
  });
